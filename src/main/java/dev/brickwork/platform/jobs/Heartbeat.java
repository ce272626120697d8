package dev.brickwork.platform.jobs;

import dev.brickwork.platform.database.Background;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Renews the lease of work that is under way, on a thread of its own, for as long as the work lasts. So the lease can
/// be short: when a process dies, its renewals end, and another process takes the work over within [#LEASE].
public final class Heartbeat implements AutoCloseable {
    /// From the last renewal until another process may take the work over.
    public static final Duration LEASE = Duration.ofSeconds(30);

    private static final Logger LOG = System.getLogger(Heartbeat.class.getName());
    private static final int BEATS_PER_LEASE = 6;

    private final InstantSource clock;
    private final Duration lease;
    private final Predicate<Instant> renew;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Instant until;

    private Heartbeat(InstantSource clock, Duration lease, Instant until, Predicate<Instant> renew) {
        this.clock = clock;
        this.lease = lease;
        this.until = until;
        this.renew = renew;
    }

    /// Begins to renew a lease that was just taken.
    ///
    /// @param renew prolongs it to a moment; false when it is lost, which ends the renewals
    public static Heartbeat start(InstantSource clock, Duration lease, Predicate<Instant> renew) {
        var heartbeat = new Heartbeat(clock, lease, clock.instant().plus(lease), renew);
        Background.start("heartbeat", heartbeat::beat);
        return heartbeat;
    }

    /// Whether no other process can have taken the work over. Ends a beat before the lease does, for clocks that
    /// differ.
    public boolean isHeld() {
        return clock.instant().isBefore(until.minus(lease.dividedBy(BEATS_PER_LEASE)));
    }

    private void beat() {
        while (isGoingOn()) {
            var next = clock.instant().plus(lease);
            try {
                if (!renew.test(next)) {
                    until = Instant.MIN.plus(lease);
                    return;
                }
                until = next;
            } catch (RuntimeException away) {
                LOG.log(Level.WARNING, () -> "lease_renewal_failed until=%s cause=%s".formatted(until, away));
            }
        }
    }

    private boolean isGoingOn() {
        try {
            return !ended.await(lease.dividedBy(BEATS_PER_LEASE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// The work is done or given back.
    @Override
    public void close() {
        ended.countDown();
    }
}
