package dev.brickwork.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Collects the log records that carry a stack trace while it is open, at the level that a service logs by default.
public final class LoggedFaults extends Handler implements AutoCloseable {
    /// How tests that run at the same time name the faults that they plant.
    private static final String PLANTED = "a bug";

    /// The pool warns of a connection that was ended; tests that end some run at the same time.
    private static final String POOL = "com.zaxxer.hikari";

    private final List<String> traces = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger root = Logger.getLogger("");

    public LoggedFaults() {
        root.addHandler(this);
    }

    /// One text per record with a stack trace: its message and the exception.
    public List<String> traces() {
        return List.copyOf(traces);
    }

    /// The messages of all warnings and errors.
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord record) {
        if (String.valueOf(record.getThrown()).contains(PLANTED)) return;
        var logger = String.valueOf(record.getLoggerName());
        if (logger.startsWith(POOL)) return;
        boolean isServer = logger.startsWith("io.helidon");
        var least = isServer ? Level.WARNING : Level.INFO;
        if (record.getLevel().intValue() < least.intValue()) return;
        var text = record.getLoggerName() + ": " + record.getMessage();
        if (record.getLevel().intValue() >= Level.WARNING.intValue()) lines.add(text);
        if (record.getThrown() != null) traces.add(text + ": " + record.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        root.removeHandler(this);
    }
}
