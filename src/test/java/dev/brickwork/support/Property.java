package dev.brickwork.support;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/// Checks a claim on random cases: the same ones in every `fast` and `verify` run, so that what passed once passes
/// again, and new ones in each `full` and `soak` run. A failure names its seed, and `-Dseed=` replays that case alone.
public final class Property {
    private static final int FIXED_MAX = 5_000;
    private static final int FRESH_OF_THE_KERNEL = 100_000;
    private static final int SOAK_IN_FULL = 10;
    private static final int VERIFY_IN_FAST = 5;

    /// Where the new cases of a run come from; `-Dseeds=` repeats those of an earlier one.
    static final long SEEDS = Long.getLong("seeds", new Random().nextLong());

    private Property() {}

    public static void holds(int cases, Consumer<Random> claim) {
        TimeSpent.on(TimeSpent.Kind.PROPERTIES, () -> {
            for (long seed : seeds(cases)) check(seed, claim);
            return cases;
        });
    }

    /// Checks a claim on random cases on all cores; the cases must share nothing.
    public static void holdsOfItself(int cases, Consumer<Random> claim) {
        TimeSpent.on(TimeSpent.Kind.PROPERTIES, () -> {
            Arrays.stream(seeds(cases)).parallel().forEach(seed -> check(seed, claim));
            return cases;
        });
    }

    private static long[] seeds(int cases) {
        var replay = Long.getLong("seed");
        if (replay != null) return new long[] {replay};
        long from = Tier.current().isFresh() ? SEEDS + cases : cases;
        return new Random(from).longs(cases).toArray();
    }

    private static void check(long seed, Consumer<Random> claim) {
        try {
            claim.accept(new Random(seed));
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError("fails with -Dseed=%d: %s".formatted(seed, broken.getMessage()), broken);
        }
    }

    /// How many rounds, cases or rows: `few` in `fast` and `verify`, `many` in `soak`, and a tenth of these in `full`.
    /// `-Dcases=` overrides all.
    public static int cases(int few, int many) {
        return Integer.getInteger(
                "cases",
                switch (Tier.current()) {
                    case FAST, VERIFY -> Math.min(few, FIXED_MAX);
                    case FULL -> Math.max(few, many / SOAK_IN_FULL);
                    case SOAK -> many;
                });
    }

    /// The number of cases for a claim about the pure kernel, which costs microseconds: `full` takes 100,000,
    /// `fast` a fifth of `verify`.
    public static int kernelCases(int few, int many) {
        return switch (Tier.current()) {
            case FAST -> cases(few / VERIFY_IN_FAST, many);
            case FULL -> Integer.getInteger("cases", FRESH_OF_THE_KERNEL);
            case VERIFY, SOAK -> cases(few, many);
        };
    }
}
