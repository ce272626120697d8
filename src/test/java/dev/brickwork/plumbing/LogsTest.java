package dev.brickwork.plumbing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class LogsTest {
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
