package dev.brickwork.platform.http.front;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.IdempotencyKey;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.platform.security.SecretEncryption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/// The store of remembered answers, one row per seller and idempotency key. An answer that shows a secret is kept
/// without it, and whole only for a day and sealed for the key that asked: another key of the seller gets it without
/// the secret, and a reader of the database or of a dump learns none.
final class IdempotencyStore {
    /// How long the key that asked is shown the secret of an answer again.
    static final Duration SECRET_SHOWN_FOR = Duration.ofHours(24);

    /// Another request has the key. Thrown inside the transaction, so that it rolls back before the row is read.
    static final class AlreadyClaimed extends RuntimeException {
        private static final long serialVersionUID = 1;

        AlreadyClaimed() {
            super(null, null, false, false);
        }
    }

    private final SecretEncryption seal;
    private final KeyCheck keys;
    private final SealedTokens tokens;

    IdempotencyStore(SecretEncryption seal, SealedTokens tokens, KeyCheck keys) {
        this.seal = seal;
        this.tokens = tokens;
        this.keys = keys;
    }

    record Kept(byte[] fingerprint, Optional<Answer> answer) {
        boolean isSameRequest(IdempotencyKey key) {
            return Arrays.equals(fingerprint, key.fingerprint());
        }

        Optional<Answer> replay() {
            return answer.map(it -> it.with("Idempotent-Replayed", "true"));
        }
    }

    /// Another runner goes on with the operation, or has ended it. Thrown inside the transaction, so that it rolls
    /// back.
    static final class TakenOver extends RuntimeException {
        private static final long serialVersionUID = 1;

        TakenOver() {
            super(null, null, false, false);
        }
    }

    /// A staged operation that one runner works on; only the newest runner may store its answer.
    ///
    /// @param askedBy the actor of the first request, which alone is shown a secret
    record Stage(UUID intent, UUID runner, String askedBy) {}

    /// A plain INSERT: a duplicate waits on the unique index until the first one commits (then it is told so) or
    /// rolls back (then it becomes the first). Waiting is bounded by the lock timeout and answered 409.
    void claim(Tx tx, IdempotencyKey key, Instant realNow) {
        try {
            Rows.exactlyOne(
                    tx.update("""
                    INSERT INTO idempotency (seller_id, key, fingerprint, created_at, asked_by)
                    VALUES (:seller, :key, :fingerprint, :now, :askedBy)
                    """)
                            .bind("key", key.value())
                            .bind("fingerprint", key.fingerprint())
                            .bind("now", realNow)
                            .bind("askedBy", tx.caller().actor())
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

    void begin(Tx tx, IdempotencyKey key, Stage stage, Instant leaseUntil) {
        Rows.exactlyOne(
                tx.update("""
                UPDATE idempotency
                SET intent_id = :intent, runner = :runner, lease_until = :lease
                WHERE seller_id = :seller AND key = :key AND status IS NULL
                """)
                        .bind("key", key.value())
                        .bind("intent", stage.intent)
                        .bind("runner", stage.runner)
                        .bind("lease", leaseUntil)
                        .execute(),
                "idempotency intent");
    }

    /// Returns the answer as the caller may see it: another key may have taken over what the first one asked for.
    Answer store(Tx tx, IdempotencyKey key, Optional<Stage> stage, Answer answer) {
        var askedBy = stage.map(Stage::askedBy).orElse(tx.caller().actor());
        boolean isOurs = Rows.atMostOne(
                tx.update("""
                UPDATE idempotency
                SET status = :status, content_type = :contentType, body = :body, secret = :secret,
                    headers = :headers::jsonb, lease_until = NULL
                WHERE seller_id = :seller AND key = :key AND status IS NULL
                    AND runner IS NOT DISTINCT FROM :runner::uuid
                """)
                        .bind("key", key.value())
                        .bind("runner", stage.map(Stage::runner))
                        .bind("status", answer.status())
                        .bind("contentType", answer.contentType())
                        .bind("body", hidden(tx.caller(), answer.withoutSecrets()))
                        .bindByType(
                                "secret",
                                sealed(answer, about(tx.caller(), key) + ":" + askedBy)
                                        .orElse(null),
                                byte[].class)
                        .bind("headers", headersJson(answer.headers()))
                        .execute(),
                "idempotency answer");
        if (!isOurs) throw new TakenOver();
        return isShown(tx, askedBy) ? answer : answer.withoutSecrets();
    }

    /// False when another runner has it, or it is answered.
    boolean renew(Tx tx, IdempotencyKey key, UUID runner, Instant leaseUntil) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE idempotency
                        SET lease_until = :lease
                        WHERE seller_id = :seller AND key = :key AND runner = :runner AND status IS NULL
                            AND lease_until > '-infinity' -- was not released
                        """)
                        .bind("key", key.value())
                        .bind("runner", runner)
                        .bind("lease", leaseUntil)
                        .execute(),
                "idempotency lease");
    }

    int release(Tx tx, IdempotencyKey key, UUID runner) {
        return tx.update("""
                UPDATE idempotency
                SET lease_until = '-infinity'
                WHERE seller_id = :seller AND key = :key AND runner = :runner AND status IS NULL
                """).bind("key", key.value()).bind("runner", runner).execute();
    }

    /// Resumes a staged operation whose runner went silent. Empty while the lease still runs.
    Optional<Stage> takeOver(Tx tx, IdempotencyKey key, UUID runner, Instant realNow, Instant leaseUntil) {
        return tx.query("""
                UPDATE idempotency
                SET lease_until = :lease, runner = :runner
                WHERE seller_id = :seller AND key = :key AND status IS NULL AND lease_until < :now
                RETURNING intent_id, asked_by
                """)
                .bind("key", key.value())
                .bind("runner", runner)
                .bind("lease", leaseUntil)
                .bind("now", realNow)
                .map((row, _) -> new Stage(
                        Columns.uuid(row, "intent_id"),
                        runner,
                        Columns.maybeText(row, "asked_by").orElse(tx.caller().actor())))
                .findOne();
    }

    /// A row as it is stored; its secret no longer than it is shown.
    private record Row(
            byte[] fingerprint, Optional<Answer> answer, Optional<byte[]> secret, Optional<String> askedBy) {}

    Optional<Kept> find(Tx tx, IdempotencyKey key, Instant realNow) {
        var found = tx.query("""
                SELECT fingerprint, status, content_type, body, headers, asked_by,
                    CASE WHEN created_at > :since THEN secret END AS secret
                FROM idempotency
                WHERE seller_id = :seller AND key = :key
                """)
                .bind("key", key.value())
                .bind("since", realNow.minus(SECRET_SHOWN_FOR))
                .map((row, _) -> new Row(
                        Columns.bytes(row, "fingerprint"),
                        Columns.maybeCount(row, "status").isEmpty()
                                ? Optional.empty()
                                : Optional.of(answer(tx.caller(), row)),
                        Optional.ofNullable(row.getBytes("secret")),
                        Columns.maybeText(row, "asked_by")))
                .findOne();
        return found.map(row -> new Kept(row.fingerprint, row.answer.map(answer -> whole(tx, key, row, answer))));
    }

    private Answer answer(Caller caller, ResultSet row) throws SQLException {
        var contentType = Columns.text(row, "content_type");
        return new Answer(
                Columns.count(row, "status"),
                contentType,
                revealed(caller, Columns.bytes(row, "body"), contentType),
                headers(Columns.text(row, "headers")));
    }

    /// With its secret, where there is one that this caller may see.
    private Answer whole(Tx tx, IdempotencyKey key, Row row, Answer answer) {
        if (row.secret.isEmpty() || row.askedBy.isEmpty()) return answer;
        var askedBy = row.askedBy.get();
        if (!isShown(tx, askedBy)) return answer;
        var body = opened(row.secret.get(), about(tx.caller(), key) + ":" + askedBy);
        return new Answer(answer.status(), answer.contentType(), body, answer.headers());
    }

    /// To the key that asked, and to the one that it was rotated to.
    private boolean isShown(Tx tx, String askedBy) {
        return tx.caller().actor().equals(askedBy) || keys.isSuccessor(tx, askedBy);
    }

    private Optional<byte[]> sealed(Answer answer, String about) {
        if (answer.secrets().isEmpty()) return Optional.empty();
        return Optional.of(seal.seal(Secret.of(new String(answer.body(), UTF_8)), about));
    }

    /// The links that an answer shows at every reading are kept without their tokens too.
    private byte[] hidden(Caller caller, Answer answer) {
        if (!answer.contentType().equals(Answer.JSON)) return answer.body();
        return tokens.hidden(caller.seller(), new String(answer.body(), UTF_8)).getBytes(UTF_8);
    }

    private byte[] revealed(Caller caller, byte[] body, String contentType) {
        if (!contentType.equals(Answer.JSON)) return body;
        return tokens.revealed(caller.seller(), new String(body, UTF_8)).getBytes(UTF_8);
    }

    private byte[] opened(byte[] sealed, String about) {
        return seal.open(sealed, about).reveal().getBytes(UTF_8);
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
