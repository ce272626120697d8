package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Attempt;
import dev.brickwork.platform.Ids;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A thing to carry over, and what became of it so far.
///
/// @param attempts tries that were begun
/// @param cause the event that asked for it
record SyncTask(
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

    /// Asked for at this moment, and not tried yet.
    static SyncTask of(Kind kind, UUID object, Action action, UUID cause, Instant now) {
        var none = Optional.<String>empty();
        return new SyncTask(Ids.next(), kind, object, action, cause, Outcome.RETRYING, 0, none, none, now);
    }

    SyncTask with(Outcome after, Optional<String> remote, Optional<String> remark) {
        return new SyncTask(id, kind, object, action, cause, after, attempts, remote, remark, occurredAt);
    }

    /// The idempotency key, equal over all attempts; a later attempt may find that an earlier one succeeded.
    Attempt attempt() {
        return new Attempt(id, attempts > 0);
    }
}
