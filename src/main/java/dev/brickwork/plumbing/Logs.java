package dev.brickwork.plumbing;

import dev.brickwork.plumbing.json.JsonWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;

/// Logs as one JSON object per line on standard error, in UTC. Control characters are encoded by JSON itself, so no
/// text
/// from outside can forge a line.
public final class Logs {
    private Logs() {}

    public static void configure(Level level) {
        LogManager.getLogManager().reset();
        var root = LogManager.getLogManager().getLogger("");
        var console = new ConsoleHandler();
        console.setLevel(level);
        console.setFormatter(new Lines());
        root.setLevel(level);
        root.addHandler(console);
    }

    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord record) {
            return JsonWriter.text(json -> json.object(line -> {
                        line.put("at", Instant.ofEpochMilli(record.getMillis()))
                                .put("level", record.getLevel().getName())
                                .put("logger", String.valueOf(record.getLoggerName()))
                                .put("message", formatMessage(record));
                        if (record.getThrown() != null) line.put("trace", trace(record.getThrown()));
                    }))
                    + "\n";
        }

        private static String trace(Throwable thrown) {
            var text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text, true));
            return text.toString();
        }
    }
}
