package dev.brickwork.support;

import java.util.Random;
import java.util.function.Consumer;

/// Checks a claim on random cases: the same ones in every normal run, so that what passed once passes again, and
/// new ones in each long run. A failure names its seed, and `-Dseed=` replays that case alone.
public final class Property {
    private Property() {}

    public static void holds(int cases, Consumer<Random> claim) {
        var replay = Long.getLong("seed");
        var seeds = Boolean.getBoolean("long") ? new Random() : new Random(cases);
        for (int i = 0; i < (replay == null ? cases : 1); i++) {
            long seed = replay == null ? seeds.nextLong() : replay;
            try {
                claim.accept(new Random(seed));
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("fails with -Dseed=%d: %s".formatted(seed, broken.getMessage()), broken);
            }
        }
    }

    /// `few` in a normal run, `many` when the system property `long` is true, and `-Dcases=` overrides both.
    public static int cases(int few, int many) {
        return Integer.getInteger("cases", Boolean.getBoolean("long") ? many : few);
    }
}
