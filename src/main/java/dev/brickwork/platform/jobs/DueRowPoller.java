package dev.brickwork.platform.jobs;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.jobs.DueRows.Due;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

/// Works off the due rows of one table, and remembers for its service which locked ones the next round is to skip.
public final class DueRowPoller {
    private static final Logger LOG = System.getLogger(DueRowPoller.class.getName());
    private static final int BATCH_COUNT = 100;
    private static final int BUSY_COUNT_MAX = 5;

    private final DueRows rows;
    private final Database database;

    /// Where a round gave up because too many were locked: the next one goes on behind them, and the one after
    /// that begins with them again. So rows that stay locked hide no others.
    private final Map<SellerId, Due> givenUp = new ConcurrentHashMap<>();

    public DueRowPoller(DueRows rows, Database database) {
        this.rows = rows;
        this.database = database;
    }

    public DueRows rows() {
        return rows;
    }

    /// Does everything that is due by the clock of the caller, one after the other (see [#some]), until it is
    /// enough for now, but never before something was done. A row that another transaction has locked is
    /// skipped, so that it is neither asked for again and again nor in the way of those behind it.
    public int each(Caller caller, ToIntFunction<UUID> work, BooleanSupplier isEnough) {
        int done = 0;
        var last = beginning(caller);
        while (true) {
            var before = last;
            var due = database.read(tx -> rows.behind(tx.as(caller), before, BATCH_COUNT));
            done += alone(caller, due, work, isEnough);
            if (due.size() < BATCH_COUNT || (done > 0 && isEnough.getAsBoolean())) return done;
            last = due.getLast();
        }
    }

    /// Does the first of what is due, one after the other. There may be a bug, or an amount beyond what can be
    /// said (rule M-09): that holds up its own row, which is tried again the next day, and none of the others. Nor
    /// does a row that is locked, or that takes too long.
    ///
    /// @param work moves the moment of its row into the future or takes it away, in transactions of its own,
    ///     and says how much it did
    public int some(Caller caller, ToIntFunction<UUID> work) {
        var before = beginning(caller);
        var due = database.read(tx -> rows.behind(tx.as(caller), before, BATCH_COUNT));
        return alone(caller, due, work, () -> false);
    }

    private Due beginning(Caller caller) {
        var last = givenUp.remove(caller.seller());
        return last == null ? Due.NONE : last;
    }

    private int alone(Caller caller, List<Due> due, ToIntFunction<UUID> work, BooleanSupplier isEnough) {
        int done = 0;
        var busy = new ArrayList<DatabaseBusy>();
        for (var one : due) {
            var row = one.id();
            if (done > 0 && isEnough.getAsBoolean()) return done; // Locked ones come up again with the rest.
            try {
                done += work.applyAsInt(row);
            } catch (DatabaseAway away) {
                throw away;
            } catch (DatabaseBusy passing) {
                busy.add(passing);
                if (busy.size() < BUSY_COUNT_MAX) continue;
                givenUp.put(caller.seller(), one); // It is not this row alone.
                break;
            } catch (RuntimeException failed) {
                LOG.log(
                        Level.ERROR,
                        () -> "%s %s=%s is held up for a day".formatted(rows.table(), rows.id(), row),
                        failed);
                database.inTransaction(caller, tx -> rows.holdUp(tx, row));
            }
        }
        if (!busy.isEmpty()) throw busy.getFirst();
        return done;
    }
}
