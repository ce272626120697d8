package dev.brickwork.support;

import java.util.Locale;

/// Which part of the tests runs, by the tags `fast`, `verify`, `full` and `soak`, and so how large their counts are.
/// `./brickwork test` sets the system property `tier`.
public enum Tier {
    FAST,
    VERIFY,
    FULL,
    SOAK;

    private static final Tier CURRENT =
            valueOf(System.getProperty("tier", "verify").toUpperCase(Locale.ROOT));

    public static Tier current() {
        return CURRENT;
    }

    /// Random cases are new ones in each run, not those of every run.
    public boolean isFresh() {
        return this == FULL || this == SOAK;
    }
}
