package dev.brickwork.delivery.mail.outgoing;

import java.util.List;
import java.util.function.BooleanSupplier;

/// Where messages go: a mail server, or a folder.
public interface MailRoute {
    /// One trip, for several messages.
    Trip open();

    /// Holds what the trip needs. Used by one thread.
    interface Trip extends AutoCloseable {
        /// Hands one message over and says what became of it.
        ///
        /// @param isHeld whether no other process can have the message: asked last before it is handed over
        Outcome send(Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld);

        @Override
        void close();
    }
}
