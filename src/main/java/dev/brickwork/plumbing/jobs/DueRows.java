package dev.brickwork.plumbing.jobs;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.database.DatabaseAway;
import dev.brickwork.plumbing.database.DatabaseBusy;
import dev.brickwork.plumbing.database.Rows;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import org.jdbi.v3.core.Handle;

/// The rows of a table that come due at the moment that they keep in a column, for a [Sweep]. The table has an
/// index of its sellers and these moments, over the rows that wait.
///
/// @param id the column that names what is due
/// @param waiting the condition of that index: which rows are not done yet
public record DueRows(String table, String id, String moment, String waiting) {
    private static final Logger LOG = System.getLogger(DueRows.class.getName());
    private static final int SELLERS_MAX = 1000;
    private static final int BATCH_COUNT = 100;
    private static final int BUSY_COUNT_MAX = 5;

    /// Where a round gave up because too many were held: the next one goes on behind them, and the one after that
    /// begins with them again. So rows that stay held hide no others.
    private static final Map<Round, Due> GIVEN_UP = new ConcurrentHashMap<>();

    private record Round(DueRows rows, SellerId seller) {}

    /// No row that has been done keeps its moment.
    public DueRows(String table, String id, String moment) {
        this(table, id, moment, moment + " IS NOT NULL");
    }

    /// The `run` of a [Sweep].
    @FunctionalInterface
    public interface Work {
        int run(Caller caller, BooleanSupplier isEnough);
    }

    /// What these rows wait for.
    ///
    /// @param name and `run` are those of the [Sweep]
    public Sweep sweep(String name, Work run) {
        return sweep(name, false, run);
    }

    /// The same where somebody outside is asked.
    public Sweep sweepOutside(String name, Work run) {
        return sweep(name, true, run);
    }

    private Sweep sweep(String name, boolean callsOut, Work run) {
        var rows = this;
        return new Sweep() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Optional<Instant> nextDue(Handle tx, SellerId seller) {
                return rows.next(tx, seller);
            }

            @Override
            public List<DueSeller> dueSellers(Handle tx, Instant realNow) {
                return rows.sellers(tx, realNow);
            }

            @Override
            public boolean callsOut() {
                return callsOut;
            }

            @Override
            public int run(Caller caller, BooleanSupplier isEnough) {
                return run.run(caller, isEnough);
            }
        };
    }

    /// The earliest moment of a seller, past ones included.
    public Optional<Instant> next(Handle tx, SellerId seller) {
        return tx.createQuery("""
                SELECT min(%s) AS at
                FROM %s
                WHERE seller_id = :seller AND %s
                """.formatted(moment, table, waiting))
                .bind("seller", seller.value())
                .map((row, _) -> Columns.maybeInstant(row, "at"))
                .one();
    }

    /// What is due by the clock of the caller, in order of time.
    public List<UUID> first(Handle tx, Caller caller, int max) {
        return behind(tx, caller, Due.NONE, max).stream().map(Due::id).toList();
    }

    /// Where a row stands in the order of what is due.
    private record Due(Instant at, UUID id) {
        private static final Due NONE = new Due(Instant.parse("1970-01-01T00:00:00Z"), new UUID(0, 0));
    }

    private List<Due> behind(Handle tx, Caller caller, Due last, int max) {
        return tx.createQuery("""
                SELECT %s AS id, %s AS at
                FROM %s
                WHERE seller_id = :seller AND %s AND %2$s <= :now AND (%2$s, %1$s) > (:lastAt, :lastId)
                ORDER BY %2$s, %1$s
                LIMIT :max
                """.formatted(id, moment, table, waiting))
                .bind("seller", caller.seller().value())
                .bind("now", caller.now())
                .bind("lastAt", last.at)
                .bind("lastId", last.id)
                .bind("max", max)
                .map((row, _) -> new Due(Columns.instant(row, "at"), Columns.uuid(row, "id")))
                .list();
    }

    /// Does everything that is due by the clock of the caller, one after the other: see [#some]. What somebody else
    /// holds is passed by, so that it is neither asked for again and again nor in the way of those behind it.
    public int each(Database database, Caller caller, ToIntFunction<UUID> work) {
        return each(database, caller, work, () -> false);
    }

    /// The same until it is enough for now, but never before something was done.
    public int each(Database database, Caller caller, ToIntFunction<UUID> work, BooleanSupplier isEnough) {
        int done = 0;
        var last = beginning(caller);
        while (true) {
            var before = last;
            var due = database.read(tx -> behind(tx, caller, before, BATCH_COUNT));
            done += alone(database, caller, due, work, isEnough);
            if (due.size() < BATCH_COUNT || (done > 0 && isEnough.getAsBoolean())) return done;
            last = due.getLast();
        }
    }

    /// Does the first of what is due, one after the other. There may be a bug, or an amount beyond what can be
    /// said (rule M-09): that holds up its own row, which is tried again the next day, and none of the others. Nor
    /// does a row that somebody holds, or that takes too long.
    ///
    /// @param work moves the moment of its row into the future or takes it away, in transactions of its own,
    ///     and says how much it did
    public int some(Database database, Caller caller, ToIntFunction<UUID> work) {
        var before = beginning(caller);
        var due = database.read(tx -> behind(tx, caller, before, BATCH_COUNT));
        return alone(database, caller, due, work, () -> false);
    }

    private Due beginning(Caller caller) {
        return Optional.ofNullable(GIVEN_UP.remove(new Round(this, caller.seller())))
                .orElse(Due.NONE);
    }

    private int alone(
            Database database, Caller caller, List<Due> due, ToIntFunction<UUID> work, BooleanSupplier isEnough) {
        int done = 0;
        var busy = new ArrayList<DatabaseBusy>();
        for (var one : due) {
            var row = one.id;
            if (done > 0 && isEnough.getAsBoolean()) return done; // Who is busy comes up again with the rest.
            try {
                done += work.applyAsInt(row);
            } catch (DatabaseAway away) {
                throw away;
            } catch (DatabaseBusy passing) {
                busy.add(passing);
                if (busy.size() < BUSY_COUNT_MAX) continue;
                GIVEN_UP.put(new Round(this, caller.seller()), one); // It is not this row alone.
                break;
            } catch (RuntimeException failed) {
                LOG.log(Level.ERROR, () -> "%s %s=%s is held up for a day".formatted(table, id, row), failed);
                database.inTransaction(caller, tx -> holdUp(tx, caller, row));
            }
        }
        if (!busy.isEmpty()) throw busy.getFirst();
        return done;
    }

    /// Nothing of the row is read but its key, since that may be what fails. What was done in part, or by somebody
    /// else meanwhile, is not due any more.
    private boolean holdUp(Handle tx, Caller caller, UUID row) {
        boolean isHeldUp = Rows.atMostOne(
                tx.createUpdate("""
                        UPDATE %s
                        SET %s = :until
                        WHERE seller_id = :seller AND %s = :id AND %s AND %2$s <= :now
                        """.formatted(table, moment, id, waiting))
                        .bind("until", HeldUp.until(caller))
                        .bind("seller", caller.seller().value())
                        .bind("id", row)
                        .bind("now", caller.now())
                        .execute(),
                table);
        if (isHeldUp) HeldUp.note(tx, caller, table, row);
        return isHeldUp;
    }

    /// Sellers on real time that have something due, the one that has waited longest first. Each is asked for one row:
    /// the clock of a test seller stands, and what it holds back by real time grows for as long as it does.
    public List<Sweep.DueSeller> sellers(Handle tx, Instant realNow) {
        return tx.createQuery("""
                SELECT s.seller_id, due.since
                FROM seller s
                CROSS JOIN LATERAL (
                    SELECT t.%3$s AS since
                    FROM %1$s t
                    WHERE t.seller_id = s.seller_id AND %2$s AND t.%3$s <= :now
                    ORDER BY t.%3$s
                    LIMIT 1) due
                WHERE NOT EXISTS (SELECT FROM test_clock c WHERE c.seller_id = s.seller_id)
                ORDER BY due.since, s.seller_id
                LIMIT :max
                """.formatted(table, waiting, moment))
                .bind("now", realNow)
                .bind("max", SELLERS_MAX)
                .map((row, _) -> new Sweep.DueSeller(
                        new SellerId(Columns.uuid(row, "seller_id")), Columns.instant(row, "since")))
                .list();
    }
}
