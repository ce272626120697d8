package dev.brickwork.platform.database;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// So many places for each key, taken in the order of arrival. Keys that share theirs by chance only wait a little
/// longer.
final class StripedSemaphore {
    private static final int COUNT = 1_024;

    private final Semaphore[] all;

    StripedSemaphore(int places) {
        all = Stream.generate(() -> new Semaphore(places, true)).limit(COUNT).toArray(Semaphore[]::new);
    }

    Semaphore of(Object key) {
        return all[Math.floorMod(key.hashCode(), COUNT)];
    }

    /// How many wait now, for any key.
    int waiting() {
        int sum = 0;
        for (var places : all) sum += places.getQueueLength();
        return sum;
    }

    /// False when no place became free in time.
    static boolean take(Semaphore places, Duration wait) {
        try {
            return places.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new DatabaseBusy("interrupted while waiting for a connection", stopped);
        }
    }
}
