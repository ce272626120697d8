package dev.brickwork.platform.database;

import java.sql.Statement;

/// Checks how many rows a statement touched. Any other number is a bug of ours, and the transaction must not go on.
public final class Rows {
    private Rows() {}

    public static void exactlyOne(int count, String what) {
        exactly(1, count, what);
    }

    public static void exactly(int expected, int count, String what) {
        if (count != expected) throw new IllegalStateException("%s: %d rows, not %d".formatted(what, count, expected));
    }

    /// True for one row, false for none: the guard in the statement has decided.
    public static boolean atMostOne(int count, String what) {
        if (count > 1) throw new IllegalStateException("%s: %d rows, not at most 1".formatted(what, count));
        return count == 1;
    }

    /// The counts of a batch of one-row statements. A batch that the driver sent as one statement says -2 for
    /// each row: written, not counted.
    public static void each(int expected, int[] counts, String what) {
        int written = 0;
        for (int count : counts) written += count == Statement.SUCCESS_NO_INFO ? 1 : count;
        exactly(expected, written, what);
    }
}
