package dev.brickwork.mail.post;

import java.time.Duration;
import java.util.List;

/// Where messages go: a mail server, or a folder.
public interface MailRoute {
    /// One trip, for several messages.
    Trip open();

    /// How long one message to so many recipients can be on its way at most.
    default Duration longest(int recipients) {
        return Duration.ofMinutes(5);
    }

    /// Holds what the trip needs. Used by one thread.
    interface Trip extends AutoCloseable {
        Outcome send(Claimed message, List<Enclosure> enclosures);

        @Override
        void close();
    }
}
