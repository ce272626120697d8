package dev.brickwork.plumbing.http.front;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.Seal;
import dev.brickwork.plumbing.Secret;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.database.SqlState;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.IdempotencyKey;
import dev.brickwork.plumbing.json.JsonReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/// The store of remembered answers, one row per seller and idempotency key. An answer that shows a secret is kept
/// sealed: whoever reads the database or a dump of it learns no key from it.
final class Remembered {
    /// How long a staged operation may be silent before another try takes it over.
    static final Duration LEASE = Duration.ofSeconds(60);

    /// Somebody else has the key. Thrown inside the transaction, so that it rolls back before the row is read.
    static final class AlreadyClaimed extends RuntimeException {
        private static final long serialVersionUID = 1;

        AlreadyClaimed() {
            super(null, null, false, false);
        }
    }

    private final Seal seal;

    Remembered(Seal seal) {
        this.seal = seal;
    }

    record Kept(byte[] fingerprint, Optional<Answer> answer) {
        boolean isSameRequest(IdempotencyKey key) {
            return Arrays.equals(fingerprint, key.fingerprint());
        }

        Optional<Answer> replay() {
            return answer.map(it -> it.with("Idempotent-Replayed", "true"));
        }
    }

    /// Somebody else goes on with the work, or has ended it. Thrown inside the transaction, so that nothing of it
    /// remains.
    static final class TakenOver extends RuntimeException {
        private static final long serialVersionUID = 1;

        TakenOver() {
            super(null, null, false, false);
        }
    }

    /// A staged operation in the hands of one runner; only the newest has the last word.
    record Stage(UUID intent, UUID runner) {}

    /// A plain INSERT: a duplicate waits on the unique index until the first one commits (then it is told so) or
    /// rolls back (then it becomes the first). Waiting is bounded by the lock timeout and answered 409.
    void claim(Handle tx, Caller caller, IdempotencyKey key, Instant realNow) {
        try {
            Rows.exactlyOne(
                    tx.createUpdate("""
                    INSERT INTO idempotency (seller_id, key, fingerprint, created_at)
                    VALUES (:seller, :key, :fingerprint, :now)
                    """)
                            .bind("seller", caller.seller().value())
                            .bind("key", key.value())
                            .bind("fingerprint", key.fingerprint())
                            .bind("now", realNow)
                            .execute(),
                    "idempotency claim");
        } catch (UnableToExecuteStatementException refused) {
            if (SqlState.is(SqlState.UNIQUE_VIOLATION, refused)) throw new AlreadyClaimed();
            if (SqlState.is(SqlState.LOCK_NOT_AVAILABLE, refused)) throw inProgress();
            throw refused;
        }
    }

    static Refusal inProgress() {
        return Refusal.of(Refusal.Kind.IN_PROGRESS, "the first request with this idempotency key is still running");
    }

    void begin(Handle tx, Caller caller, IdempotencyKey key, Stage stage, Instant leaseUntil) {
        Rows.exactlyOne(
                tx.createUpdate("""
                UPDATE idempotency
                SET intent_id = :intent, runner = :runner, lease_until = :lease
                WHERE seller_id = :seller AND key = :key AND status IS NULL
                """)
                        .bind("seller", caller.seller().value())
                        .bind("key", key.value())
                        .bind("intent", stage.intent)
                        .bind("runner", stage.runner)
                        .bind("lease", leaseUntil)
                        .execute(),
                "idempotency intent");
    }

    /// @param runner of a staged operation
    void store(Handle tx, Caller caller, IdempotencyKey key, Optional<UUID> runner, Answer answer) {
        boolean isOurs = Rows.atMostOne(
                tx.createUpdate("""
                UPDATE idempotency
                SET status = :status, content_type = :contentType, body = :body, is_sealed = :isSealed,
                    headers = :headers::jsonb, lease_until = NULL
                WHERE seller_id = :seller AND key = :key AND status IS NULL
                    AND runner IS NOT DISTINCT FROM :runner::uuid
                """)
                        .bind("seller", caller.seller().value())
                        .bind("key", key.value())
                        .bind("runner", runner)
                        .bind("status", answer.status())
                        .bind("contentType", answer.contentType())
                        .bind("body", answer.isSecret() ? sealed(caller, key, answer.body()) : answer.body())
                        .bind("isSealed", answer.isSecret())
                        .bind("headers", headersJson(answer.headers()))
                        .execute(),
                "idempotency answer");
        if (!isOurs) throw new TakenOver();
    }

    int release(Handle tx, Caller caller, IdempotencyKey key, UUID runner) {
        return tx.createUpdate("""
                UPDATE idempotency
                SET lease_until = '-infinity'
                WHERE seller_id = :seller AND key = :key AND runner = :runner AND status IS NULL
                """)
                .bind("seller", caller.seller().value())
                .bind("key", key.value())
                .bind("runner", runner)
                .execute();
    }

    /// Resumes a staged operation whose runner went silent. Empty while the lease still runs.
    Optional<Stage> takeOver(
            Handle tx, Caller caller, IdempotencyKey key, UUID runner, Instant realNow, Instant leaseUntil) {
        return tx.createQuery("""
                UPDATE idempotency
                SET lease_until = :lease, runner = :runner
                WHERE seller_id = :seller AND key = :key AND status IS NULL AND lease_until < :now
                RETURNING intent_id
                """)
                .bind("seller", caller.seller().value())
                .bind("key", key.value())
                .bind("runner", runner)
                .bind("lease", leaseUntil)
                .bind("now", realNow)
                .map((row, _) -> new Stage(Columns.uuid(row, "intent_id"), runner))
                .findOne();
    }

    Optional<Kept> find(Handle tx, Caller caller, IdempotencyKey key) {
        return tx.createQuery("""
                SELECT fingerprint, status, content_type, body, is_sealed, headers
                FROM idempotency
                WHERE seller_id = :seller AND key = :key
                """)
                .bind("seller", caller.seller().value())
                .bind("key", key.value())
                .map((row, _) -> {
                    var fingerprint = Columns.bytes(row, "fingerprint");
                    var status = Columns.maybeCount(row, "status");
                    if (status.isEmpty()) return new Kept(fingerprint, Optional.empty());
                    var body = Columns.bytes(row, "body");
                    var answer = new Answer(
                            status.get(),
                            Columns.text(row, "content_type"),
                            Columns.flag(row, "is_sealed") ? opened(caller, key, body) : body,
                            headers(Columns.text(row, "headers")));
                    return new Kept(fingerprint, Optional.of(answer));
                })
                .findOne();
    }

    private byte[] sealed(Caller caller, IdempotencyKey key, byte[] body) {
        return seal.seal(Secret.of(new String(body, UTF_8)), about(caller, key));
    }

    private byte[] opened(Caller caller, IdempotencyKey key, byte[] body) {
        return seal.open(body, about(caller, key)).reveal().getBytes(UTF_8);
    }

    private static String about(Caller caller, IdempotencyKey key) {
        return "answer:%s:%s".formatted(caller.seller().value(), key.value());
    }

    private static String headersJson(Map<String, String> headers) {
        var node = JsonNodeFactory.instance.objectNode();
        headers.forEach(node::put);
        return node.toString();
    }

    private static Map<String, String> headers(String json) {
        var headers = new HashMap<String, String>();
        JsonReader.stored(json)
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        return headers;
    }
}
