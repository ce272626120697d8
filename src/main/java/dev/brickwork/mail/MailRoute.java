package dev.brickwork.mail;

import java.util.List;

/// Where messages go: a mail server, or a folder.
interface MailRoute {
    /// One trip, for several messages.
    Trip open();

    /// Holds what the trip needs. Used by one thread.
    interface Trip extends AutoCloseable {
        Outcome send(Claimed message, List<Enclosure> enclosures);

        @Override
        void close();
    }
}
