package dev.brickwork.delivery.mail.outgoing;

import java.util.List;

/// The result of handing a message to a mail server.
sealed interface Outcome {
    /// The server took responsibility for the message.
    record Accepted() implements Outcome {}

    /// The server accepted it for some recipients; `pending` may be tried later, and others never.
    record Partly(List<String> pending, String why) implements Outcome {}

    /// Permanently refused: the server says that no later try will succeed.
    record Refused(String why) implements Outcome {}

    /// Refused for now; to be tried again later.
    record Later(String why) implements Outcome {}

    /// The server got the whole message and stopped answering: perhaps it was sent.
    record Uncertain(String why) implements Outcome {}

    /// The server cannot be reached, or there is no room for files; other messages need not be tried just now.
    record Away(String why) implements Outcome {}
}
