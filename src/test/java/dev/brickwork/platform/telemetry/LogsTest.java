package dev.brickwork.platform.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class LogsTest {
    /// Exceptions that end a thread of a library, such as a worker of the job scheduler, included.
    @Test
    void anExceptionThatEndsAThreadIsOneLogLine() throws InterruptedException, IOException {
        var said = new ByteArrayOutputStream();
        var realError = System.err;
        var realHandler = Thread.getDefaultUncaughtExceptionHandler();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            Logs.configure(Level.WARNING);
            for (var kind : List.<Thread.Builder>of(Thread.ofPlatform(), Thread.ofVirtual())) {
                kind.name("worker")
                        .start(() -> {
                            throw new IllegalStateException("left a worker");
                        })
                        .join();
            }
        } finally {
            System.setErr(realError);
            Thread.setDefaultUncaughtExceptionHandler(realHandler);
            LogManager.getLogManager().readConfiguration();
        }

        var lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines)
                .hasSize(2)
                .allMatch(line -> line.startsWith("{") && line.endsWith("}"))
                .allMatch(line -> line.contains("uncaught_exception thread=worker"))
                .allMatch(line -> line.contains("IllegalStateException: left a worker") && line.contains("\\tat "));
    }

    /// Its beginning tells what went wrong and its end what caused it; a thousand frames between them tell nothing.
    @Test
    void aVeryLongTraceIsCutInItsMiddle() {
        var frames = new StackTraceElement[5_000];
        for (int i = 0; i < frames.length; i++) frames[i] = new StackTraceElement("A", "a", "A.java", i);
        var cause = new IllegalStateException("the cause");
        cause.setStackTrace(new StackTraceElement[0]);
        var thrown = new IllegalArgumentException("first of all", cause);
        thrown.setStackTrace(frames);
        var line = new LogRecord(Level.SEVERE, "broken");
        line.setThrown(thrown);

        assertThat(Logs.line(line))
                .hasSizeLessThan(24 * 1024)
                .contains("first of all", "characters", "the cause")
                .endsWith("}\n");
    }
}
