package dev.brickwork.platform.egress;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// Connections that wait for the next delivery to the same URL, for a short while: common servers close theirs after
/// five seconds, and one that is taken up at that moment costs an attempt more.
final class IdleConnections {
    static final Duration IDLE_MAX = Duration.ofSeconds(4);
    private static final int COUNT_MAX = 500;

    private record Idle(Connection connection, long since) {}

    private final Executor later = CompletableFuture.delayedExecutor(IDLE_MAX.toMillis(), TimeUnit.MILLISECONDS);
    private final Deque<Idle> oldestFirst = new ArrayDeque<>();
    private boolean isClosingPlanned;

    /// The one that was in use last. It is the caller's from here on.
    synchronized Optional<Connection> take(Target target) {
        closeOld();
        for (var newest = oldestFirst.descendingIterator(); newest.hasNext(); ) {
            var connection = newest.next().connection;
            if (!connection.leadsTo(target)) continue;
            newest.remove();
            return Optional.of(connection);
        }
        return Optional.empty();
    }

    synchronized void keep(Connection connection) {
        closeOld();
        if (oldestFirst.size() == COUNT_MAX)
            oldestFirst.removeFirst().connection.close();
        oldestFirst.addLast(new Idle(connection, System.nanoTime()));
        planClosing();
    }

    private void closeOld() {
        long now = System.nanoTime();
        while (!oldestFirst.isEmpty() && now - oldestFirst.getFirst().since >= IDLE_MAX.toNanos()) {
            oldestFirst.removeFirst().connection.close();
        }
    }

    /// Schedules the closing of connections that no call takes again.
    private void planClosing() {
        if (isClosingPlanned || oldestFirst.isEmpty()) return;
        isClosingPlanned = true;
        later.execute(this::closeLater);
    }

    private synchronized void closeLater() {
        isClosingPlanned = false;
        closeOld();
        planClosing();
    }
}
