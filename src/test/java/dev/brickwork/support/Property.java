package dev.brickwork.support;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/// Checks a claim on random cases: the same ones in every normal run, so that what passed once passes again, and
/// new ones in each long run. A failure names its seed, and `-Dseed=` replays that case alone.
public final class Property {
    private Property() {}

    public static void holds(int cases, Consumer<Random> claim) {
        for (long seed : seeds(cases)) check(seed, claim);
    }

    /// The same on all cores, for claims that share nothing.
    public static void holdsOfItself(int cases, Consumer<Random> claim) {
        Arrays.stream(seeds(cases)).parallel().forEach(seed -> check(seed, claim));
    }

    private static long[] seeds(int cases) {
        var replay = Long.getLong("seed");
        if (replay != null) return new long[] {replay};
        return (Boolean.getBoolean("long") ? new Random() : new Random(cases))
                .longs(cases)
                .toArray();
    }

    private static void check(long seed, Consumer<Random> claim) {
        try {
            claim.accept(new Random(seed));
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError("fails with -Dseed=%d: %s".formatted(seed, broken.getMessage()), broken);
        }
    }

    /// `few` in a normal run, `many` when the system property `long` is true, and `-Dcases=` overrides both.
    public static int cases(int few, int many) {
        return Integer.getInteger("cases", Boolean.getBoolean("long") ? many : few);
    }
}
