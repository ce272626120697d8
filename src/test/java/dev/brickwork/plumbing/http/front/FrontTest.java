package dev.brickwork.plumbing.http.front;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.plumbing.Seal;
import dev.brickwork.plumbing.http.Incoming;
import dev.brickwork.plumbing.http.Metrics;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Visibility;
import dev.brickwork.plumbing.json.JsonReader;
import dev.brickwork.plumbing.tracing.Traces;
import dev.brickwork.support.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrontTest {
    private static final Incoming SOMETHING = new Incoming(
            "GET",
            List.of("somewhere"),
            "/somewhere",
            false,
            Map.of(),
            "request-1",
            "127.0.0.1",
            _ -> Optional.empty(),
            _ -> new byte[0],
            () -> true);

    /// Keeps what is logged.
    private static final class Notebook extends Handler {
        private final List<LogRecord> records = new ArrayList<>();

        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /// A class that cannot be loaded, or a stack that is full, is a failure like any other: whoever quotes the id of
    /// the answer leads to the line with the cause.
    @Test
    void anErrorIsAnsweredAndLoggedUnderOneId(@TempDir Path folder) {
        var broken = new NoClassDefFoundError("gone");
        var notebook = new Notebook();
        var log = Logger.getLogger(Front.class.getName());
        log.addHandler(notebook);
        try (var database = TestPostgres.database()) {
            var front = new Front(
                    new Routes(),
                    (_, _) -> new KeyCheck.Verdict.Refused(Optional.empty()),
                    new Front.House(database, new Seal(Optional.empty(), folder), InstantSource.system()),
                    new Front.Limits(1, 1, 1, 1, 1, 1, Duration.ofSeconds(10)),
                    new Visibility(new Metrics(), Traces.OFF));

            var answer = front.open(SOMETHING, () -> {
                throw broken;
            });

            assertThat(answer.status()).isEqualTo(500);
            var id = JsonReader.stored(new String(answer.body(), UTF_8))
                    .path("error")
                    .path("error_id")
                    .asText();
            assertThat(id).isNotEmpty();
            assertThat(notebook.records).singleElement().satisfies(line -> {
                assertThat(line.getLevel()).isEqualTo(Level.SEVERE);
                assertThat(line.getThrown()).isSameAs(broken);
                assertThat(line.getMessage()).contains("error_id=" + id, "request-1");
            });
        } finally {
            log.removeHandler(notebook);
        }
    }
}
