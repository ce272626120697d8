package dev.brickwork.support;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where the time of the tests goes, added up over all threads.
public final class TimeSpent {
    /// The kinds of work whose time is measured apart from the bodies of the tests.
    public enum Kind {
        BOOTS,
        PROPERTIES,
        BROWSER,
        VALIDATORS,
        INVARIANTS
    }

    private static final Map<Kind, LongAdder> NANOS = new ConcurrentHashMap<>();

    private static final ThreadLocal<Boolean> IS_COUNTING = ThreadLocal.withInitial(() -> false);

    private TimeSpent() {}

    /// Work that may fail in its own way.
    @FunctionalInterface
    public interface Work<T extends @Nullable Object, E extends Exception> {
        T run() throws E;
    }

    /// Does the work and counts its time; inside other work that is counted, the outer one has it all.
    public static <T extends @Nullable Object, E extends Exception> T on(Kind kind, Work<T, E> work) throws E {
        if (IS_COUNTING.get()) return work.run();
        IS_COUNTING.set(true);
        long begun = System.nanoTime();
        try {
            return work.run();
        } finally {
            NANOS.computeIfAbsent(kind, _ -> new LongAdder()).add(System.nanoTime() - begun);
            IS_COUNTING.remove();
        }
    }

    /// The shares in one line, such as `boots 12 s, properties 40 s, … bodies 210 s`.
    ///
    /// @param classesNanos of all classes together
    public static String told(long classesNanos) {
        long counted = Arrays.stream(Kind.values()).mapToLong(TimeSpent::nanos).sum();
        return Arrays.stream(Kind.values())
                        .map(kind -> kind.name().toLowerCase(Locale.ROOT) + " " + seconds(nanos(kind)))
                        .collect(Collectors.joining(", "))
                + ", bodies " + seconds(classesNanos - counted);
    }

    private static long nanos(Kind kind) {
        return NANOS.getOrDefault(kind, new LongAdder()).sum();
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
