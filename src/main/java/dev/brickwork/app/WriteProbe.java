package dev.brickwork.app;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.jobs.Loop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/// Tries every few seconds whether the database can be written, for readiness to tell. On a full disk, or where the
/// database is read-only, reads go on while every change is refused.
///
/// One round locks the one row of `secrets_key`, which a read-only database refuses and which is written and committed
/// like any change, and makes the server spill some rows to its disk: a small change alone finds room in pages and log
/// files that are there already. Neither leaves anything behind.
final class WriteProbe {
    private static final Logger LOG = System.getLogger(WriteProbe.class.getName());
    private static final Duration EVERY = Duration.ofSeconds(5);

    /// A round that waits for so long, as for a synchronous standby that is gone, is no answer.
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);

    private static final int SPILLED_ROWS = 50_000; // 0.7 MB.

    private final Database database;
    private final Loop loop = new Loop("write-probe", EVERY, this::again);
    private volatile boolean canWrite = true; // Until the first round, which the start waits for.
    private volatile long answeredAt = System.nanoTime();

    WriteProbe(Database database) {
        this.database = database;
    }

    boolean canWrite() {
        return canWrite && System.nanoTime() - answeredAt < ANSWER_MAX.toNanos();
    }

    /// Knows the answer when it returns.
    void start() {
        run();
        loop.start();
    }

    void stop() throws InterruptedException {
        loop.stop();
    }

    private boolean again() {
        run();
        return false;
    }

    /// A database that is merely busy is written by others, so the last answer holds.
    void run() {
        try {
            database.write(tx -> {
                tx.handle()
                        .execute(
                                "SELECT 1 FROM secrets_key FOR NO KEY UPDATE SKIP LOCKED -- of the whole service: no seller_id");
                tx.handle().execute("SET LOCAL work_mem = '64kB'");
                tx.handle().execute("SELECT count(*) FROM generate_series(1, %d)".formatted(SPILLED_ROWS));
            });
            tell(true, "");
        } catch (DatabaseBusy busy) {
            LOG.log(Level.DEBUG, "write_probe_busy", busy);
        } catch (RuntimeException refused) {
            tell(false, SqlState.reason(refused));
        }
        answeredAt = System.nanoTime();
    }

    private void tell(boolean answer, String cause) {
        if (!answer && canWrite) LOG.log(Level.WARNING, "database_not_writable cause={0}", cause);
        if (answer && !canWrite) LOG.log(Level.INFO, "database_writable");
        canWrite = answer;
    }
}
