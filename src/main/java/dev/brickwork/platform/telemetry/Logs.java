package dev.brickwork.platform.telemetry;

import dev.brickwork.platform.json.JsonWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// Logs as one JSON object per line on standard error, in UTC. Control characters are encoded by JSON itself, so no
/// text from outside can forge a line.
public final class Logs {
    /// A stack that ran full has a thousand frames and more; its beginning and its end tell enough.
    private static final int TRACE_LENGTH_MAX = 16 * 1024;

    private static final Formatter MESSAGES = new Lines();

    private Logs() {}

    /// Loggers of verbose libraries; at our usual level they log warnings only. Held here, because the log manager
    /// forgets a logger that has no other reference.
    private static final List<Logger> TALKATIVE = Stream.of("com.github.kagkarlsson", "com.zaxxer.hikari", "io.helidon")
            .map(Logger::getLogger)
            .toList();

    /// Throws what goes wrong, and warns of our figures by module.
    private static final Logger MIGRATIONS = Logger.getLogger("org.flywaydb");

    private static final Logger UNCAUGHT = Logger.getLogger(Logs.class.getName());

    /// Exceptions that end a thread become log lines too: the JVM would print them as bare stack traces, those of
    /// libraries' workers included.
    public static void configure(Level level) {
        LogManager.getLogManager().reset();
        var root = LogManager.getLogManager().getLogger("");
        var console = new ConsoleHandler();
        console.setLevel(level);
        console.setFormatter(new Lines());
        root.setLevel(level);
        root.addHandler(console);
        var isDetailed = level.intValue() < Level.INFO.intValue();
        for (var library : TALKATIVE) library.setLevel(isDetailed ? level : Level.WARNING);
        MIGRATIONS.setLevel(isDetailed ? level : Level.SEVERE);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) ->
                UNCAUGHT.log(Level.SEVERE, thrown, () -> "uncaught_exception thread=" + thread.getName()));
    }

    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord record) {
            return line(record);
        }
    }

    static String line(LogRecord record) {
        return JsonWriter.text(json -> json.object(line -> {
                    line.put("at", Instant.ofEpochMilli(record.getMillis()))
                            .put("level", record.getLevel().getName())
                            .put("logger", String.valueOf(record.getLoggerName()))
                            .put("message", MESSAGES.formatMessage(record));
                    if (record.getThrown() != null) line.put("trace", trace(record.getThrown()));
                }))
                + "\n";
    }

    private static String trace(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return shortened(text.toString());
    }

    private static String shortened(String trace) {
        int left = trace.length() - TRACE_LENGTH_MAX;
        if (left <= 0) return trace;
        int half = TRACE_LENGTH_MAX / 2;
        return "%s\n… %d characters …\n%s"
                .formatted(trace.substring(0, half), left, trace.substring(trace.length() - half));
    }
}
