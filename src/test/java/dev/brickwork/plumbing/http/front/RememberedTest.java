package dev.brickwork.plumbing.http.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.Seal;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.IdempotencyKey;
import dev.brickwork.plumbing.http.front.Remembered.Stage;
import dev.brickwork.support.TestPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Who goes on with a staged operation, and who has the last word.
final class RememberedTest {
    private static final Database DATABASE = TestPostgres.database();
    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");

    private final Remembered remembered = new Remembered(new Seal(Optional.empty(), Path.of("target")));
    private final Caller caller = new Caller(new SellerId(UUID.randomUUID()), "test", "test", NOW);
    private final IdempotencyKey key = new IdempotencyKey("key", new byte[] {1});
    private final IdempotencyKey other = new IdempotencyKey("other", new byte[] {1});

    private Stage begun() {
        return begun(key);
    }

    private Stage begun(IdempotencyKey key) {
        var stage = new Stage(Ids.next(), Ids.next());
        return DATABASE.inTransaction(tx -> {
            remembered.claim(tx, caller, key, NOW);
            remembered.begin(tx, caller, key, stage, NOW.plus(Remembered.LEASE));
            return stage;
        });
    }

    private Optional<Stage> takenOver(int seconds) {
        var now = NOW.plusSeconds(seconds);
        return DATABASE.inTransaction(
                tx -> remembered.takeOver(tx, caller, key, Ids.next(), now, now.plus(Remembered.LEASE)));
    }

    private int release(Stage stage) {
        return DATABASE.inTransaction(tx -> remembered.release(tx, caller, key, stage.runner()));
    }

    private void store(Stage stage, String text) {
        var answer = new Answer(200, "text/plain", text.getBytes(StandardCharsets.UTF_8), Map.of());
        DATABASE.inTransaction(tx -> {
            remembered.store(tx, caller, key, Optional.of(stage.runner()), answer);
            return 0;
        });
    }

    /// A runner whose lease was over may still fail: that opens nothing to a third one while the second is at it.
    @Test
    void whoWasTakenOverLetsNobodyElseIn() {
        var first = begun();
        assertThat(takenOver(60)).isEmpty();
        var second = takenOver(61).orElseThrow();
        assertThat(second.intent()).isEqualTo(first.intent());
        assertThat(release(first)).isZero();
        assertThatThrownBy(() -> store(first, "late")).isInstanceOf(Remembered.TakenOver.class);
        assertThat(takenOver(62)).isEmpty();
        assertThat(release(second)).isOne();
        assertThat(takenOver(62)).isPresent();
    }

    /// Whatever else the seller has under way.
    @Test
    void eachKeyIsTakenOverByItself() {
        var first = begun();
        begun(other);
        assertThat(takenOver(61).orElseThrow().intent()).isEqualTo(first.intent());
        assertThat(takenOver(62)).isEmpty();
    }

    @Test
    void anAnswerIsTheLastWord() {
        var stage = begun();
        store(stage, "first");
        assertThat(release(stage)).isZero();
        assertThat(takenOver(3_600)).isEmpty();
        assertThatThrownBy(() -> store(stage, "second")).isInstanceOf(Remembered.TakenOver.class);
        var kept = DATABASE.read(tx -> remembered.find(tx, caller, key)).orElseThrow();
        assertThat(kept.answer().orElseThrow().body()).asString().isEqualTo("first");
    }
}
