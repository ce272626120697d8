package dev.brickwork.delivery.mail.outgoing;

import java.util.List;

/// What a mail server made of a message.
sealed interface Outcome {
    /// It is the server's business now.
    record Accepted() implements Outcome {}

    /// Taken over for some recipients; `pending` may be tried later, and others never.
    record Partly(List<String> pending, String why) implements Outcome {}

    /// For good: the server says that no later try will do.
    record Refused(String why) implements Outcome {}

    /// Not now.
    record Later(String why) implements Outcome {}

    /// It had everything and fell silent: perhaps it was sent.
    record Uncertain(String why) implements Outcome {}

    /// No server there, or no room for files; others need not try just now.
    record Away(String why) implements Outcome {}
}
