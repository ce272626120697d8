package dev.brickwork.sellers.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.http.front.KeyCheck.Verdict;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.support.Await;
import dev.brickwork.support.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class KeysTest {
    private static final String ADDRESS = "127.0.0.1";

    /// A cached key expires by elapsed time, not by the wall clock, which may be set back.
    @Test
    void aKeyIsRevokedThoughTheClockOfTheMachineIsSetBack() {
        var database = TestPostgres.database();
        var noon = Instant.parse("2026-03-01T12:00:00Z");
        var now = new AtomicReference<>(noon);
        var keys = new Keys(database, new Outbox(TestPostgres.tokens(database)), now::get);
        var key = database.inTransaction(tx -> keys.operatorKey(tx, Optional.empty()));
        assertThat(keys.identify(key, ADDRESS)).isInstanceOf(Verdict.Known.class);

        now.set(noon.minus(Duration.ofHours(1)));
        database.inTransaction(tx -> tx.handle().execute("UPDATE api_key SET revoked_at = ?", noon));

        Await.until("the key is refused", () -> keys.identify(key, ADDRESS) instanceof Verdict.Refused);
    }
}
