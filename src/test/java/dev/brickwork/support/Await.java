package dev.brickwork.support;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// Waits for a moment that another thread or process brings about, by asking again and again, and has a limit.
/// So no test sleeps longer than it must, and none hopes that a time was enough. Where time itself is the
/// subject, see [Slow].
public final class Await {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Await() {}

    /// Whether the moment has come.
    @FunctionalInterface
    public interface Condition {
        boolean isMet() throws Exception;
    }

    /// Waits for two minutes at most.
    ///
    /// @param moment completes "waited in vain until …"
    public static void until(String moment, Condition condition) {
        until(moment, LIMIT, condition);
    }

    /// Waits for as long as a test says that needs more than two minutes.
    public static void until(String moment, Duration limit, Condition condition) {
        if (!within(limit, condition)) throw new AssertionError("waited %s in vain until %s".formatted(limit, moment));
    }

    /// Says in a failure what there was instead.
    public static void until(String moment, Condition condition, Supplier<String> instead) {
        if (!within(LIMIT, condition))
            throw new AssertionError("waited %s in vain until %s: %s".formatted(LIMIT, moment, instead.get()));
    }

    /// Repeats a search until it finds something, and returns that.
    public static <T> T found(String what, Callable<Optional<T>> search) {
        return found(what, search, () -> "");
    }

    public static <T> T found(String what, Callable<Optional<T>> search, Supplier<String> instead) {
        var found = new ArrayList<T>();
        until(
                "there is " + what,
                () -> {
                    search.call().ifPresent(found::add);
                    return !found.isEmpty();
                },
                instead);
        return found.getFirst();
    }

    /// Until a claim holds. Where it never does, its last failure is that of the test.
    public static void claim(Runnable claim) {
        var failures = new ArrayDeque<AssertionError>();
        boolean isHeld = within(LIMIT, () -> {
            try {
                claim.run();
                return true;
            } catch (AssertionError notYet) {
                failures.clear();
                failures.add(notYet);
                return false;
            }
        });
        if (!isHeld) throw failures.getLast();
    }

    /// Whether the moment came in time.
    public static boolean within(Duration limit, Condition condition) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (!condition.isMet()) {
                if (System.nanoTime() > end) return false;
                Thread.sleep(PAUSE);
            }
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", stopped);
        } catch (RuntimeException broken) {
            throw broken;
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
