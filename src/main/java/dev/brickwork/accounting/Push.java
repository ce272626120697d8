package dev.brickwork.accounting;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A thing to carry over, and what became of it so far.
///
/// @param attempts tries that were begun
/// @param cause the event that asked for it
record Push(
        UUID id,
        Kind kind,
        UUID object,
        Action action,
        UUID cause,
        Outcome outcome,
        int attempts,
        Optional<String> remoteId,
        Optional<String> error,
        Instant occurredAt) {
    enum Kind {
        CUSTOMER,
        INVOICE,
        PAYMENT,
        CREDIT_NOTE
    }

    enum Action {
        CREATE,
        UPDATE,
        VOID
    }

    enum Outcome {
        RETRYING,
        DONE,
        FAILED
    }

    /// The same key over all tries; a later one may find that an earlier one arrived.
    Attempt attempt() {
        return new Attempt(id, attempts > 0);
    }
}
