package dev.brickwork.platform.jobs;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Invariants.Check;
import dev.brickwork.platform.database.SqlSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.postgresql.PGConnection;

/// Puts the live database to its invariants, one after the other. Each looks at one moment, so work
/// that is under way is no fault, and rests afterwards, so that the whole takes a fifth of one core at most, however
/// much there is. What a check found stands in the database until it runs again; one that cannot be finished keeps
/// its old date, which shows.
final class CheckInvariants {
    private static final Logger LOG = System.getLogger(CheckInvariants.class.getName());
    private static final int REST_PER_WORK = 4;

    private final Database database;
    private final Invariants invariants;
    private final InstantSource realTime;
    private volatile boolean isStopped;
    private volatile Optional<Connection> looking = Optional.empty();

    CheckInvariants(Database database, Invariants invariants, InstantSource realTime) {
        this.database = database;
        this.invariants = invariants;
        this.realTime = realTime;
    }

    void run() {
        var checks = invariants.checks();
        for (var check : checks) {
            if (isStopped) return;
            long began = System.nanoTime();
            look(check);
            if (!rest(Duration.ofNanos(System.nanoTime() - began).multipliedBy(REST_PER_WORK))) return;
        }
        database.inTransaction(tx -> forget(tx, checks));
    }

    /// Ends the statement that runs: a process that stops does not wait for a look at everything.
    void stop() {
        isStopped = true;
        try {
            if (looking.isPresent()) looking.get().unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException gone) {
            LOG.log(Level.DEBUG, "the check had ended", gone);
        }
    }

    private void look(Check check) {
        try {
            var now = realTime.instant();
            var broken = database.inspect(tx -> find(tx, check));
            for (var one : broken) LOG.log(Level.ERROR, () -> "broken: %s: %s".formatted(check.name(), one));
            if (!isStopped) database.inTransaction(tx -> note(tx, check, now, broken.size()));
        } catch (DatabaseBusy unfinished) {
            if (!isStopped) LOG.log(Level.WARNING, () -> "not checked: %s: %s".formatted(check.name(), unfinished));
        } catch (DatabaseAway away) {
            throw away;
        } catch (RuntimeException failed) {
            LOG.log(Level.ERROR, () -> "not checked: %s".formatted(check.name()), failed);
        }
    }

    private List<String> find(SqlSession tx, Check check) {
        looking = Optional.of(tx.handle().getConnection());
        try {
            return isStopped ? List.of() : check.find().apply(tx);
        } finally {
            looking = Optional.empty();
        }
    }

    private static int note(SqlSession tx, Check check, Instant now, int count) {
        return tx.update("""
                INSERT INTO invariant_check (name, checked_at, broken_count) -- of all sellers: no seller_id
                VALUES (:name, :now, :count)
                ON CONFLICT (name) DO UPDATE SET checked_at = excluded.checked_at, broken_count = excluded.broken_count
                """)
                .bind("name", check.name())
                .bind("now", now)
                .bind("count", count)
                .execute();
    }

    /// Checks that an older release made under another name.
    private static int forget(SqlSession tx, List<Check> checks) {
        return tx.update("DELETE FROM invariant_check WHERE name <> ALL (:names) -- no seller_id")
                .bindArray(
                        "names", String.class, checks.stream().map(Check::name).toList())
                .execute();
    }

    /// False when the process stops meanwhile.
    private boolean rest(Duration time) {
        try {
            Thread.sleep(time);
            return !isStopped;
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
