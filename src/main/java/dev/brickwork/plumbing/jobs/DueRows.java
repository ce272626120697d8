package dev.brickwork.plumbing.jobs;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Columns;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jdbi.v3.core.Handle;

/// The rows of a table that come due at the moment that they keep in a column, for a [Sweep]. The table has an index of
/// its sellers and these moments, over the rows that wait.
///
/// @param id the column that names what is due
/// @param waiting the condition of that index: which rows are not done yet
public record DueRows(String table, String id, String moment, String waiting) {
    private static final int SELLERS_MAX = 1000;

    /// No row that has been done keeps its moment.
    public DueRows(String table, String id, String moment) {
        this(table, id, moment, moment + " IS NOT NULL");
    }

    /// What these rows wait for.
    ///
    /// @param name and `run` are those of the [Sweep]
    public Sweep sweep(String name, ToIntFunction<Caller> run) {
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
            public List<SellerId> dueSellers(Handle tx, Instant realNow) {
                return rows.sellers(tx, realNow);
            }

            @Override
            public int run(Caller caller) {
                return run.applyAsInt(caller);
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
        return tx.createQuery("""
                SELECT %s AS id
                FROM %s
                WHERE seller_id = :seller AND %s AND %s <= :now
                ORDER BY %4$s, %1$s
                LIMIT :max
                """.formatted(id, table, waiting, moment))
                .bind("seller", caller.seller().value())
                .bind("now", caller.now())
                .bind("max", max)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// Sellers on real time that have something due. Each is asked for one row: the clock of a test seller stands, and
    /// what it holds back by real time grows for as long as it does.
    public List<SellerId> sellers(Handle tx, Instant realNow) {
        return tx.createQuery("""
                SELECT s.seller_id
                FROM seller s
                CROSS JOIN LATERAL (
                    SELECT FROM %s t WHERE t.seller_id = s.seller_id AND %s AND t.%s <= :now LIMIT 1) due
                WHERE NOT EXISTS (SELECT FROM test_clock c WHERE c.seller_id = s.seller_id)
                LIMIT :max
                """.formatted(table, waiting, moment))
                .bind("now", realNow)
                .bind("max", SELLERS_MAX)
                .map((row, _) -> new SellerId(Columns.uuid(row, "seller_id")))
                .list();
    }
}
