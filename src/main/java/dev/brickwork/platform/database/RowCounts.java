package dev.brickwork.platform.database;

/// How many rows the planner takes a table for. One that was counted while it was nearly empty is taken for that until
/// it is counted again, whatever has been written since: every index looks as good as the next, and a contract of
/// thousands of rows is read once for each of them (ADR 15).
public final class RowCounts {
    private static final int LARGE = 1_000; // Fewer are read quickly by any index.
    private static final int ATTEMPTS_MAX = 20;

    private RowCounts() {}

    /// Has a table counted anew that so many rows were just written to, where that is more than was known of it: in a
    /// database that has grown, never. Vacuuming may be at it now, and is soon done; a neighbour who writes as much
    /// counts for us.
    public static void refresh(SqlSession tx, String table, int written) {
        if (written < LARGE) return;
        for (int i = 0; i < ATTEMPTS_MAX && isUnderrated(tx, table, written); i++) {
            if (i > 0) tx.handle().execute("SELECT pg_sleep(0.05)");
            tx.handle().execute("SELECT count_rows(?::regclass)", table);
        }
    }

    private static boolean isUnderrated(SqlSession tx, String table, int written) {
        return tx.query("""
                SELECT reltuples < :written
                FROM pg_class
                WHERE oid = :table::regclass
                """)
                .bind("table", table)
                .bind("written", written)
                .mapTo(Boolean.class)
                .one();
    }
}
