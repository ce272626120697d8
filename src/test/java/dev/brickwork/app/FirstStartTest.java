package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.database.StartRefused;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("verify")
final class FirstStartTest {
    /// A database that was restored without its key, or a second process with a key of its own: what the first one
    /// sealed would not open, and what the second one seals would not open for the first.
    @Test
    void aDatabaseKeepsItsKey(@TempDir Path folder) {
        try (var house = TestServer.own()) {
            var first =
                    start(house, Map.of("BRICKWORK_DATA", folder.resolve("one").toString()));
            first.run();
            first.run();
            start(house, Map.of("BRICKWORK_DATA", folder.resolve("one").toString()))
                    .run();

            var other =
                    start(house, Map.of("BRICKWORK_DATA", folder.resolve("two").toString()));
            assertThatThrownBy(other::run)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("sealed with another key")
                    .hasMessageContaining(folder.resolve("two").toString());

            house.database().inTransaction(tx -> tx.handle().execute("DELETE FROM secrets_key"));
            assertThat(other.run().seller()).isEmpty();
        }
    }

    private static FirstStart start(TestServer house, Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.put("BRICKWORK_DATABASE_URL", "postgres://user@nowhere/none"); // Never opened: the server has one.
        return new FirstStart(Settings.of(all), house.database(), house.wiring(), InstantSource.system());
    }
}
