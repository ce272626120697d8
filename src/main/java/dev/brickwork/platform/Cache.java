package dev.brickwork.platform;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// Values that may be forgotten at any time, bounded in weight and, where they can change, in age. A process
/// forgets at once what it changed itself; another process sees the change when the age is over. Absence is never
/// kept.
public final class Cache<K, V> {
    private final ConcurrentHashMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
    private final AtomicLong weight = new AtomicLong();
    private final AtomicLong changes = new AtomicLong();
    private final long weightMax;
    private final Optional<Duration> age;
    private final ToLongFunction<V> weigher;

    private record Entry<V>(V value, long weight, long keptAt) {}

    private Cache(long weightMax, Optional<Duration> age, ToLongFunction<V> weigher) {
        this.weightMax = weightMax;
        this.age = age;
        this.weigher = weigher;
    }

    /// For things that never change.
    public static <K, V> Cache<K, V> forEver(long weightMax, ToLongFunction<V> weigher) {
        return new Cache<>(weightMax, Optional.empty(), weigher);
    }

    /// For things whose change may be seen a moment late by other processes.
    public static <K, V> Cache<K, V> forAtMost(Duration age, int countMax) {
        return new Cache<>(countMax, Optional.of(age), _ -> 1);
    }

    public Optional<V> get(K key, Supplier<Optional<V>> source) {
        var entry = entries.get(key);
        if (entry != null && isFresh(entry)) return Optional.of(entry.value);
        long seen = changes.get();
        var found = source.get();
        found.ifPresent(value -> keep(key, value, seen));
        return found;
    }

    /// To be called after the commit that changed the value: a reader who looked before must not put the old
    /// one back.
    public void forget(K key) {
        changes.incrementAndGet();
        entries.computeIfPresent(key, (_, entry) -> {
            weight.addAndGet(-entry.weight);
            return null;
        });
    }

    private boolean isFresh(Entry<V> entry) {
        return age.isEmpty() || System.nanoTime() - entry.keptAt < age.get().toNanos();
    }

    private void keep(K key, V value, long seen) {
        var fresh = new Entry<>(value, weigher.applyAsLong(value), System.nanoTime());
        if (fresh.weight > weightMax) return;
        entries.compute(key, (_, old) -> {
            if (age.isPresent() && changes.get() != seen) return old;
            weight.addAndGet(fresh.weight - (old == null ? 0 : old.weight));
            return fresh;
        });
        if (weight.get() > weightMax) makeRoom();
    }

    /// Anything may go: what is needed comes back by itself. A quarter at once, so that a full cache is not swept
    /// on every miss.
    private void makeRoom() {
        for (var key : entries.keySet()) {
            if (weight.get() <= weightMax - weightMax / 4) return;
            entries.computeIfPresent(key, (_, entry) -> {
                weight.addAndGet(-entry.weight);
                return null;
            });
        }
    }
}
