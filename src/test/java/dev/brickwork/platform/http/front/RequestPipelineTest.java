package dev.brickwork.platform.http.front;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Incoming;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Visibility;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.support.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("verify")
final class RequestPipelineTest {
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

    private static final class NoKeys implements KeyCheck {
        @Override
        public Verdict identify(String key, String address) {
            return new Verdict.Refused(Optional.empty());
        }

        @Override
        public boolean isSuccessor(Tx tx, String former) {
            return false;
        }
    }

    /// A class that cannot be loaded is a failure like any other: the id of the answer leads to the line with the
    /// cause.
    @Test
    void anErrorIsAnsweredAndLoggedUnderOneId(@TempDir Path folder) {
        var broken = new NoClassDefFoundError("gone");
        var noted = answered(folder, () -> {
            throw broken;
        });

        assertThat(noted.answer.status()).isEqualTo(500);
        var id = JsonReader.stored(new String(noted.answer.body(), UTF_8))
                .path("error")
                .path("error_id")
                .asText();
        assertThat(id).isNotEmpty();
        assertThat(noted.lines).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.SEVERE);
            assertThat(line.getThrown()).isSameAs(broken);
            assertThat(line.getMessage()).contains("error_id=" + id, "request-1");
        });
    }

    /// A text that is nested deeper than the stack of a reader is the fault of the client that sent it. A trace of a
    /// thousand frames per request would let a stranger fill the log.
    @Test
    void aStackThatRunsFullIsABadRequestAndOneShortLine(@TempDir Path folder) {
        var noted = answered(folder, () -> tooDeep(0));

        assertThat(noted.answer.status()).isEqualTo(400);
        assertThat(noted.lines).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARNING);
            assertThat(line.getThrown()).isNull();
            assertThat(line.getMessage())
                    .contains("request-1", "RequestPipelineTest.tooDeep")
                    .hasSizeLessThan(500);
        });
    }

    private static Answer tooDeep(int level) {
        return level < 0 ? Answer.ok(_ -> {}) : tooDeep(level + 1);
    }

    private record Noted(Answer answer, List<LogRecord> lines) {}

    private static Noted answered(Path folder, Supplier<Answer> page) {
        var notebook = new Notebook();
        var log = Logger.getLogger(RequestPipeline.class.getName());
        log.addHandler(notebook);
        try (var database = TestPostgres.database()) {
            var front = new RequestPipeline(
                    new Routes(),
                    new NoKeys(),
                    new RequestPipeline.Dependencies(
                            database,
                            new SecretEncryption(Optional.empty(), folder),
                            TestPostgres.tokens(database),
                            InstantSource.system()),
                    new RequestPipeline.Limits(1, 1, 1, 1, 1, 1, Duration.ofSeconds(10)),
                    new Visibility(new Metrics(), Traces.OFF));
            return new Noted(front.open(SOMETHING, page), notebook.records);
        } finally {
            log.removeHandler(notebook);
        }
    }
}
