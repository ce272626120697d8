package dev.brickwork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.plumbing.database.DatabaseBusy;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// What `/metrics` tells of the database (REL 2.11).
final class GaugesTest {
    private static final House HOUSE = House.withoutFollowUp();
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void aWaitForALockShowsAndIsCountedWhenGivenUp() throws InterruptedException {
        var seller = HOUSE.seller().id().value();
        var isOver = new CountDownLatch(1);
        var holder = Thread.ofVirtual().start(() -> HOUSE.database().inTransaction(tx -> {
            tx.execute("SELECT FROM seller WHERE seller_id = ? FOR UPDATE", seller);
            while (isOver.getCount() > 0) tx.execute("SELECT pg_sleep(0.1)"); // One that stands still is ended.
            return true;
        }));
        var isSeen = new CountDownLatch(1);
        var waiter = Thread.ofVirtual().start(() -> {
            while (isSeen.getCount() > 0) {
                try {
                    HOUSE.database()
                            .inTransaction(
                                    tx -> tx.execute("SELECT FROM seller WHERE seller_id = ? FOR UPDATE", seller));
                } catch (DatabaseBusy givenUp) {
                    continue; // After two seconds; it asks again, so that the gauge finds it waiting.
                }
            }
        });

        until("brickwork_lock_waiting", 1);
        until("brickwork_lock_timeouts_total", 1);

        isSeen.countDown();
        isOver.countDown();
        holder.join();
        waiter.join();
    }

    /// A row that a check found broken, another that holds, and a backup of the day before yesterday.
    @Test
    void brokenInvariantsAndTheAgeOfTheBackupShow() throws InterruptedException {
        assertThat(HOUSE.metric("brickwork_backup_age_seconds"))
                .as("never made: as old as the database")
                .isLessThan(Duration.ofDays(1).toSeconds());
        var now = Instant.now();
        HOUSE.database().inTransaction(tx -> {
            tx.execute("INSERT INTO backup (finished_at) VALUES (?)", now.minus(Duration.ofHours(50)));
            tx.execute("INSERT INTO backup (finished_at) VALUES (?)", now.minus(Duration.ofHours(27)));
            tx.execute("INSERT INTO invariant_check VALUES ('one', ?, 3)", now);
            return tx.execute("INSERT INTO invariant_check VALUES ('two', ?, 0)", now.minus(Duration.ofHours(2)));
        });

        until("brickwork_invariants_broken", 3);

        assertThat(HOUSE.metric("brickwork_backup_age_seconds"))
                .isBetween(
                        Duration.ofHours(27).toSeconds(), Duration.ofHours(28).toSeconds());
        assertThat(HOUSE.metric("brickwork_invariants_age_seconds"))
                .as("of the one that was checked longest ago")
                .isBetween(Duration.ofHours(2).toSeconds(), Duration.ofHours(3).toSeconds());
        assertThat(HOUSE.metric("brickwork_wal_archive_lag_seconds")).isZero();
        assertThat(HOUSE.metric("brickwork_transaction_retries_total{sqlstate=\"40P01\"}"))
                .isZero();
    }

    private static void until(String name, long least) throws InterruptedException {
        var end = Instant.now().plus(PATIENCE);
        while (HOUSE.metric(name) < least) {
            assertThat(Instant.now()).as(name).isBefore(end);
            Thread.sleep(200);
        }
    }
}
