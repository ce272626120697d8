package dev.brickwork.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A closed loop: each connection sends its next request when the answer to the last one has arrived. One plain
/// socket and one platform thread per connection, because the generator shares the machine with what it measures.
record Load(int port, int connections) {
    private static final int SAMPLE_COUNT_MAX = 200_000;

    /// @param latencyMicros ascending, at most 200,000 of each connection
    record Outcome(long count, long failures, long elapsedNanos, long[] latencyMicros) {
        long perSecond() {
            return count * 1_000_000_000L / Math.max(1, elapsedNanos);
        }

        /// The latency that so many of a thousand requests stay below.
        long latencyMicros(int perMille) {
            return atPerMille(latencyMicros, perMille);
        }
    }

    /// The value that so many of a thousand stay below; 0 of none.
    static long atPerMille(long[] ascending, int perMille) {
        if (ascending.length == 0) return 0;
        return ascending[(int) Math.min(ascending.length - 1L, ascending.length * (long) perMille / 1000)];
    }

    /// Sends so many requests in all, over all connections.
    Outcome run(Scenario.Requests requests, long count) {
        var next = new AtomicLong();
        var workers = new ArrayList<Worker>();
        for (int i = 0; i < connections; i++) workers.add(new Worker(requests, next, count));
        long started = System.nanoTime();
        var threads = workers.stream()
                .map(worker -> Thread.ofPlatform().start(worker))
                .toList();
        for (var thread : threads) join(thread);
        return outcome(workers, System.nanoTime() - started);
    }

    private static Outcome outcome(List<Worker> workers, long elapsedNanos) {
        long failures = 0;
        long count = 0;
        var samples = new ArrayList<long[]>();
        for (var worker : workers) {
            if (worker.broken != null) throw new IllegalStateException("a connection broke", worker.broken);
            count += worker.count;
            failures += worker.failures;
            samples.add(Arrays.copyOf(worker.micros, (int) Math.min(worker.count, worker.micros.length)));
        }
        var all = samples.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return new Outcome(count, failures, elapsedNanos, all);
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private final class Worker implements Runnable {
        private final Scenario.Requests requests;
        private final AtomicLong next;
        private final long max;
        private final long[] micros = new long[SAMPLE_COUNT_MAX];
        private long count;
        private long failures;
        private @Nullable Exception broken;

        private Worker(Scenario.Requests requests, AtomicLong next, long max) {
            this.requests = requests;
            this.next = next;
            this.max = max;
        }

        @Override
        public void run() {
            try (var wire = new Wire(port)) {
                for (long sequence = next.getAndIncrement(); sequence < max; sequence = next.getAndIncrement()) {
                    long sent = System.nanoTime();
                    int status = wire.exchange(requests.next(sequence));
                    if (count < micros.length) micros[(int) count] = (System.nanoTime() - sent) / 1000;
                    count++;
                    if (status >= 300) failures++;
                }
            } catch (IOException | UncheckedIOException trouble) {
                broken = trouble;
            }
        }
    }
}
