package dev.brickwork.plumbing.database;

/// What a statement must have touched. Anything else is a bug of ours, and the transaction must not go on.
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
}
