package dev.brickwork.support;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Time that passes because it is what a test is about: a server outside that takes long to answer, a process
/// that is halted, the moment at which one is killed. Every other wait has an end that can be seen, and is one
/// of [Await].
public final class Slow {
    private Slow() {}

    /// Lets this time pass. A thread that is interrupted goes on at once, and stays interrupted.
    public static void by(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lets work that goes on meanwhile come to any point, at which it is killed.
    public static void untilKilled(RandomGenerator random, int leastMillis, int mostMillis) {
        by(Duration.ofMillis(random.nextLong(leastMillis, mostMillis)));
    }
}
