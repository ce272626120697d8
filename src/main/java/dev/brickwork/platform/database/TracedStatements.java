package dev.brickwork.platform.database;

import dev.brickwork.platform.Cache;
import dev.brickwork.platform.telemetry.Span;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/// Makes every statement a span of the trace it is run in, called by what it does: `INSERT invoice`. Neither its text
/// nor a value of it is told.
final class TracedStatements implements SqlLogger {
    private static final int NAME_COUNT_MAX = 5_000;
    private static final Pattern WRITE =
            Pattern.compile("\\b(INSERT|UPDATE|DELETE)(?:\\s+INTO|\\s+FROM)?\\s+([a-z_]+)");
    private static final Pattern READ = Pattern.compile("\\bFROM\\s+([a-z_]+)");

    private final Cache<String, String> names = Cache.forEver(NAME_COUNT_MAX, _ -> 1);

    @Override
    public void logAfterExecution(StatementContext context) {
        tell(context, "");
    }

    @Override
    public void logException(StatementContext context, SQLException failure) {
        tell(context, failure.getSQLState() == null ? "unknown" : failure.getSQLState());
    }

    private void tell(StatementContext context, String sqlState) {
        var here = Span.here();
        if (here == Span.NONE) return;
        long begun = System.nanoTime() - context.getElapsedTime(ChronoUnit.NANOS);
        var sql = String.valueOf(context.getRawSql());
        here.statement(names.get(sql, () -> Optional.of(name(sql))).orElseThrow(), begun, sqlState);
    }

    /// The first write counts, wherever it stands, and without one the first table that is read.
    static String name(String sql) {
        var write = WRITE.matcher(sql);
        if (write.find()) return write.group(1) + " " + write.group(2);
        var read = READ.matcher(sql);
        return read.find() ? "SELECT " + read.group(1) : sql.strip().split("\\W", 2)[0];
    }
}
