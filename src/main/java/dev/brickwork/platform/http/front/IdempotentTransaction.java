package dev.brickwork.platform.http.front;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Errors;
import dev.brickwork.platform.http.IdempotencyKey;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.front.IdempotencyStore.Stage;
import dev.brickwork.platform.jobs.Heartbeat;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/// Puts one transaction around a write: claims the idempotency key, runs the operation, remembers the answer,
/// commits. So effect, events, audit and remembered answer are one.
final class IdempotentTransaction {
    private static final String WORK = "work";
    private static final int CLAIM_COUNT_MAX = 5;

    private final Database database;
    private final IdempotencyStore remembered;
    private final InstantSource realTime;

    IdempotentTransaction(Database database, IdempotencyStore remembered, InstantSource realTime) {
        this.database = database;
        this.remembered = remembered;
        this.realTime = realTime;
    }

    Answer write(Request request, Routes.Write write) {
        var key = IdempotencyKey.of(request);
        if (key.isEmpty()) return database.inTransaction(request.caller(), tx -> write.answer(tx, request));
        return firstOrReplay(
                request,
                key.get(),
                () -> database.inTransaction(request.caller(), tx -> {
                    remembered.claim(tx, key.get(), realTime.instant());
                    var answer = inSavepoint(tx, () -> write.answer(tx, request));
                    return remembered.store(tx, key.get(), Optional.empty(), answer);
                }),
                () -> {
                    throw IdempotencyStore.inProgress();
                });
    }

    Answer staged(Request request, Routes.Staged staged) {
        var key = IdempotencyKey.of(request);
        if (key.isEmpty()) {
            var intent = database.inTransaction(request.caller(), tx -> staged.begin(tx, request));
            var last = staged.finish(request, intent);
            return database.inTransaction(request.caller(), tx -> last.answer(tx, request));
        }
        return firstOrReplay(
                request, key.get(), () -> begun(request, key.get(), staged), () -> resumed(request, key.get(), staged));
    }

    private Answer begun(Request request, IdempotencyKey key, Routes.Staged staged) {
        var refused = new Answer[1]; // A refusal of the first stage is a final answer and is remembered like any other.
        var runner = Ids.next();
        var begun = committed(request, key, runner, tx -> {
            remembered.claim(tx, key, realTime.instant());
            tx.handle().savepoint(WORK);
            try {
                var stage = new Stage(
                        staged.begin(tx, request), runner, request.caller().actor());
                remembered.begin(tx, key, stage, leaseEnd());
                return Optional.of(stage);
            } catch (Refusal refusal) {
                if (!isRemembered(refusal)) throw refusal;
                tx.handle().rollbackToSavepoint(WORK);
                refused[0] = Errors.of(refusal);
                remembered.store(tx, key, Optional.empty(), refused[0]);
                return Optional.<Stage>empty();
            }
        });
        return begun.isPresent() ? finished(request, key, staged, begun.get()) : refused[0];
    }

    /// Runs a transaction. When the database goes away it releases the lease: the commit may have happened
    /// unconfirmed.
    private <T> T committed(Request request, IdempotencyKey key, UUID runner, Function<Tx, T> work) {
        try {
            return database.inTransaction(request.caller(), work);
        } catch (DatabaseAway unknown) {
            release(request, key, runner, unknown);
            throw unknown;
        }
    }

    private Answer resumed(Request request, IdempotencyKey key, Routes.Staged staged) {
        var runner = Ids.next();
        var stage = committed(
                request, key, runner, tx -> remembered.takeOver(tx, key, runner, realTime.instant(), leaseEnd()));
        return finished(request, key, staged, stage.orElseThrow(IdempotencyStore::inProgress));
    }

    /// Runs the rest of a staged operation and keeps its answer. A runner that was taken over meanwhile returns the
    /// answer of its successor, or 409 while that is still at work.
    private Answer finished(Request request, IdempotencyKey key, Routes.Staged staged, Stage stage) {
        try (var _ = Heartbeat.start(
                realTime,
                Heartbeat.LEASE,
                until -> database.inTransaction(
                        request.caller(), tx -> remembered.renew(tx, key, stage.runner(), until)))) {
            var last = last(request, staged, stage);
            return database.inTransaction(request.caller(), tx -> {
                var answer = inSavepoint(tx, () -> last.answer(tx, request));
                return remembered.store(tx, key, Optional.of(stage), answer);
            });
        } catch (IdempotencyStore.TakenOver late) {
            return found(request, key).flatMap(IdempotencyStore.Kept::replay).orElseThrow(IdempotencyStore::inProgress);
        } catch (RuntimeException failed) {
            release(request, key, stage.runner(), failed);
            throw failed;
        }
    }

    /// The next try may resume at once instead of waiting for the lease.
    private void release(Request request, IdempotencyKey key, UUID runner, RuntimeException why) {
        try {
            database.inTransaction(request.caller(), tx -> remembered.release(tx, key, runner));
        } catch (RuntimeException away) {
            why.addSuppressed(away); // Then it has to wait.
        }
    }

    private static Routes.Write last(Request request, Routes.Staged staged, Stage stage) {
        try {
            return staged.finish(request, stage.intent());
        } catch (Refusal refusal) {
            return (_, _) -> {
                throw refusal;
            };
        }
    }

    /// @param resume where the first one was begun and has not ended
    private Answer firstOrReplay(Request request, IdempotencyKey key, Supplier<Answer> first, Supplier<Answer> resume) {
        for (int tries = 0; tries < CLAIM_COUNT_MAX; tries++) {
            try {
                return first.get();
            } catch (IdempotencyStore.AlreadyClaimed taken) {
                var kept = found(request, key);
                if (kept.isEmpty()) continue; // The first one rolled back: now this request is the first.
                if (!kept.get().isSameRequest(key)) throw reused();
                return kept.get().replay().orElseGet(resume);
            }
        }
        throw IdempotencyStore.inProgress();
    }

    private Optional<IdempotencyStore.Kept> found(Request request, IdempotencyKey key) {
        return database.read(tx -> remembered.find(tx.as(request.caller()), key, realTime.instant()));
    }

    private static Answer inSavepoint(SqlSession tx, Supplier<Answer> work) {
        tx.handle().savepoint(WORK);
        try {
            return work.get();
        } catch (Refusal refusal) {
            if (!isRemembered(refusal)) throw refusal;
            tx.handle().rollbackToSavepoint(WORK);
            return Errors.of(refusal);
        }
    }

    /// Business refusals are answers and are remembered; those of the request pipeline (key, rate, version) are not.
    private static boolean isRemembered(Refusal refusal) {
        return refusal.kind() == Refusal.Kind.BAD_REQUEST || refusal.kind() == Refusal.Kind.NOT_FOUND;
    }

    private Instant leaseEnd() {
        return realTime.instant().plus(Heartbeat.LEASE);
    }

    private static Refusal reused() {
        return Refusal.badRequest("this idempotency key was used with another request");
    }
}
