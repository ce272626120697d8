package dev.brickwork.platform.jobs;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/// The rows of a table that come due at the moment that they keep in a column, for a [Sweep]. The table has an
/// index of its sellers and these moments, over the rows that wait. A [DueRowPoller] works them off.
///
/// @param id the column that names what is due
/// @param waiting the condition of that index: which rows are not done yet
public record DueRows(String table, String id, String moment, String waiting) {
    private static final int SELLERS_MAX = 1000;

    /// No row that has been done keeps its moment.
    public DueRows(String table, String id, String moment) {
        this(table, id, moment, moment + " IS NOT NULL");
    }

    /// The `run` of a [Sweep].
    @FunctionalInterface
    public interface Work {
        int run(Caller caller, BooleanSupplier isEnough);
    }

    /// Makes a sweep of these rows, which calls no other system.
    ///
    /// @param name and `run` are those of the [Sweep]
    public Sweep sweep(String name, Work run) {
        return sweep(name, false, run);
    }

    /// Makes a sweep of these rows that calls another system ([Sweep#callsOut]).
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
            public Optional<Instant> nextDue(SqlSession tx, SellerId seller) {
                return rows.next(tx, seller);
            }

            @Override
            public List<DueSeller> dueSellers(SqlSession tx, Instant realNow) {
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
    public Optional<Instant> next(SqlSession tx, SellerId seller) {
        return tx.query("""
                SELECT min(%s) AS at
                FROM %s
                WHERE seller_id = :seller AND %s
                """.formatted(moment, table, waiting))
                .bind("seller", seller.value())
                .map((row, _) -> Columns.maybeInstant(row, "at"))
                .one();
    }

    /// The ids of rows that are due by the clock of the caller, in order of time.
    public List<UUID> first(Tx tx, int max) {
        return behind(tx, Due.NONE, max).stream().map(Due::id).toList();
    }

    /// Where a row stands in the order of what is due.
    record Due(Instant at, UUID id) {
        static final Due NONE = new Due(Instant.parse("1970-01-01T00:00:00Z"), new UUID(0, 0));
    }

    List<Due> behind(Tx tx, Due last, int max) {
        return tx.query("""
                SELECT %s AS id, %s AS at
                FROM %s
                WHERE seller_id = :seller AND %s AND %2$s <= :now AND (%2$s, %1$s) > (:lastAt, :lastId)
                ORDER BY %2$s, %1$s
                LIMIT :max
                """.formatted(id, moment, table, waiting))
                .bind("lastAt", last.at)
                .bind("lastId", last.id)
                .bind("max", max)
                .map((row, _) -> new Due(Columns.instant(row, "at"), Columns.uuid(row, "id")))
                .list();
    }

    /// Puts a row off that has failed. Nothing of it is read but its key, since that may be what fails. A row
    /// that was done in part, or meanwhile by another process, is not due any more.
    boolean holdUp(Tx tx, UUID row) {
        boolean isHeldUp = Rows.atMostOne(
                tx.update("""
                        UPDATE %s
                        SET %s = :until
                        WHERE seller_id = :seller AND %s = :id AND %s AND %2$s <= :now
                        """.formatted(table, moment, id, waiting))
                        .bind("until", PostponedRow.until(tx.caller()))
                        .bind("id", row)
                        .execute(),
                table);
        if (isHeldUp) PostponedRow.note(tx, table, row);
        return isHeldUp;
    }

    /// Sellers on real time that have something due, the one that has waited longest first. Each is asked for one row:
    /// the clock of a test seller stands, and what it holds back by real time grows for as long as it does.
    public List<Sweep.DueSeller> sellers(SqlSession tx, Instant realNow) {
        return tx.query("""
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
