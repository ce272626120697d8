package dev.brickwork.platform.http.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.IdempotencyKey;
import dev.brickwork.platform.http.front.IdempotencyStore.Stage;
import dev.brickwork.platform.jobs.Heartbeat;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.support.TestPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who goes on with a staged operation, and who has the last word.
@Tag("fast")
final class IdempotencyStoreTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");

    private static final String SECRET = "{\"id\":\"1\",\"api_key\":\"whole\"}";
    private static final String WITHOUT = "{\"id\":\"1\",\"secret_shown\":true}";

    private final SecretEncryption seal = new SecretEncryption(Optional.empty(), Path.of("target"));
    private final IdempotencyStore remembered =
            new IdempotencyStore(seal, TestPostgres.tokens(DATABASE), new Rotated());
    private final Caller caller = actor("key:first");

    /// The first key was rotated to the second.
    private static final class Rotated implements KeyCheck {
        @Override
        public Verdict identify(String key, String address) {
            return new Verdict.Refused(Optional.empty());
        }

        @Override
        public boolean isSuccessor(Tx tx, String former) {
            return former.equals("key:first") && tx.caller().actor().equals("key:second");
        }
    }

    private static final SellerId SELLER = new SellerId(UUID.randomUUID());

    private static Caller actor(String actor) {
        return new Caller(SELLER, actor, "test", NOW);
    }

    private final IdempotencyKey key = new IdempotencyKey("key", new byte[] {1});
    private final IdempotencyKey other = new IdempotencyKey("other", new byte[] {1});

    private Stage begun() {
        return begun(key);
    }

    private Stage begun(IdempotencyKey key) {
        var stage = new Stage(Ids.next(), Ids.next(), caller.actor());
        return DATABASE.inTransaction(tx -> {
            remembered.claim(tx.as(caller), key, NOW);
            remembered.begin(tx.as(caller), key, stage, NOW.plus(Heartbeat.LEASE));
            return stage;
        });
    }

    private Optional<Stage> takenOver(int seconds) {
        var now = NOW.plusSeconds(seconds);
        return DATABASE.inTransaction(
                tx -> remembered.takeOver(tx.as(caller), key, Ids.next(), now, now.plus(Heartbeat.LEASE)));
    }

    private int release(Stage stage) {
        return DATABASE.inTransaction(tx -> remembered.release(tx.as(caller), key, stage.runner()));
    }

    private void store(Stage stage, String text) {
        var answer = new Answer(200, "text/plain", text.getBytes(StandardCharsets.UTF_8), Map.of());
        DATABASE.inTransaction(tx -> {
            return remembered.store(tx.as(caller), key, Optional.of(stage), answer);
        });
    }

    /// A runner whose lease was over may still fail: that opens nothing to a third one while the second is at it.
    @Test
    void whoWasTakenOverLetsNobodyElseIn() {
        var first = begun();
        assertThat(takenOver(30)).isEmpty();
        var second = takenOver(31).orElseThrow();
        assertThat(second.intent()).isEqualTo(first.intent());
        assertThat(release(first)).isZero();
        assertThatThrownBy(() -> store(first, "late")).isInstanceOf(IdempotencyStore.TakenOver.class);
        assertThat(takenOver(32)).isEmpty();
        assertThat(release(second)).isOne();
        assertThat(takenOver(32)).isPresent();
    }

    /// Whatever else the seller has under way.
    @Test
    void eachKeyIsTakenOverByItself() {
        var first = begun();
        begun(other);
        assertThat(takenOver(31).orElseThrow().intent()).isEqualTo(first.intent());
        assertThat(takenOver(32)).isEmpty();
    }

    @Test
    void anAnswerIsTheLastWord() {
        var stage = begun();
        store(stage, "first");
        assertThat(release(stage)).isZero();
        assertThat(takenOver(3_600)).isEmpty();
        assertThatThrownBy(() -> store(stage, "second")).isInstanceOf(IdempotencyStore.TakenOver.class);
        assertThat(found(caller, NOW)).isEqualTo("first");
    }

    private String found(Caller caller, Instant now) {
        var kept = DATABASE.read(tx -> remembered.find(tx.as(caller), key, now)).orElseThrow();
        return new String(kept.answer().orElseThrow().body(), StandardCharsets.UTF_8);
    }

    private static Answer secret() {
        var bytes = SECRET.getBytes(StandardCharsets.UTF_8);
        return new Answer(200, Answer.JSON, bytes, Map.of()).secret("api_key");
    }

    /// The key that asked sees it again, and the one that it was rotated to, for a day.
    @Test
    void aSecretIsShownAgainToTheKeyThatAskedForADay() {
        DATABASE.inTransaction(tx -> {
            remembered.claim(tx.as(caller), key, NOW);
            return remembered.store(tx.as(caller), key, Optional.empty(), secret());
        });
        var within = NOW.plus(Duration.ofHours(24)).minusSeconds(1);
        assertThat(found(caller, within)).isEqualTo(SECRET);
        assertThat(found(actor("key:second"), within)).isEqualTo(SECRET);
        assertThat(found(actor("key:third"), NOW)).isEqualTo(WITHOUT);
        assertThat(found(caller, NOW.plus(Duration.ofHours(24)))).isEqualTo(WITHOUT);
    }

    /// Another key of the seller that goes on with the work is told of it, and not the secret.
    @Test
    void whoTakesOverIsNotShownTheSecretOfWhoAsked() {
        begun();
        var now = NOW.plusSeconds(61);
        var third = actor("key:third");
        var shown = DATABASE.inTransaction(tx -> {
            var stage = remembered
                    .takeOver(tx.as(third), key, Ids.next(), now, now.plus(Heartbeat.LEASE))
                    .orElseThrow();
            return remembered.store(tx.as(third), key, Optional.of(stage), secret());
        });
        assertThat(shown.body()).asString().isEqualTo(WITHOUT);
        assertThat(found(third, now)).isEqualTo(WITHOUT);
        assertThat(found(caller, now)).isEqualTo(SECRET);
    }

    @AfterEach
    void forget() {
        DATABASE.inTransaction(
                tx -> tx.handle().execute("DELETE FROM idempotency WHERE seller_id = ?", SELLER.value()));
    }
}
