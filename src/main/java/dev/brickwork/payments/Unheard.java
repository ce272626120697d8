package dev.brickwork.payments;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Columns;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// What we have not heard the end of, and when to ask after it: each of its tables keeps that moment as `look_at`.
enum Unheard {
    CHARGES("charge"),
    FORMS("pay_page"),
    REFUNDS("refund");

    private final String table;

    Unheard(String table) {
        this.table = table;
    }

    Optional<Instant> nextDue(Handle tx, SellerId seller) {
        return tx.createQuery("""
                SELECT min(look_at) AS at
                FROM %s
                WHERE seller_id = :seller AND look_at IS NOT NULL
                """.formatted(table))
                .bind("seller", seller.value())
                .map((row, _) -> Columns.maybeInstant(row, "at"))
                .one();
    }

    List<UUID> due(Handle tx, Caller caller, int limit) {
        return tx.createQuery("""
                SELECT id
                FROM %s
                WHERE seller_id = :seller AND look_at <= :now
                ORDER BY look_at, id
                LIMIT :limit
                """.formatted(table))
                .bind("seller", caller.seller().value())
                .bind("now", caller.now())
                .bind("limit", limit)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    List<SellerId> dueSellers(Handle tx, Instant realNow) {
        return tx.createQuery("""
                SELECT DISTINCT waiting.seller_id
                FROM %s waiting
                WHERE look_at <= :now AND NOT EXISTS (SELECT FROM test_clock c WHERE c.seller_id = waiting.seller_id)
                """.formatted(table))
                .bind("now", realNow)
                .map((row, _) -> new SellerId(Columns.uuid(row, "seller_id")))
                .list();
    }
}
