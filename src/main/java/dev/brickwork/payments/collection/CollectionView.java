package dev.brickwork.payments.collection;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.collection.CollectionStore.Entry;
import dev.brickwork.payments.collection.CollectionStore.Kind;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The collection log of an invoice as the API shows it: charges of this module, and reminders from the mail table.
public final class CollectionView {
    public List<Entry> entries(Tx tx, InvoiceId invoice, Page page) {
        return tx.query("""
                SELECT occurred_at, kind, outcome, amount, payment_id, message, next_attempt_at, id
                FROM collection_entry
                WHERE seller_id = :seller AND invoice_id = :invoice
                UNION ALL
                SELECT created_at, 'REMINDER',
                    CASE state WHEN 'SENT' THEN 'SENT' WHEN 'NO_RECIPIENT' THEN 'SKIPPED' WHEN 'WAITING' THEN 'NONE'
                        ELSE 'UNKNOWN' END,
                    NULL, NULL, last_error, NULL, id
                FROM mail
                WHERE seller_id = :seller AND invoice_id = :invoice AND kind = 'REMINDER'
                ORDER BY occurred_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("invoice", invoice.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Entry(
                        Columns.instant(row, "occurred_at"),
                        Kind.valueOf(Columns.text(row, "kind")),
                        Outcome.valueOf(Columns.text(row, "outcome")),
                        Columns.maybeNumber(row, "amount"),
                        Columns.maybeUuid(row, "payment_id"),
                        Columns.maybeText(row, "message"),
                        Columns.maybeInstant(row, "next_attempt_at")))
                .list();
    }

    public long count(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT (SELECT count(*) FROM collection_entry WHERE seller_id = :seller AND invoice_id = :invoice)
                    + (SELECT count(*) FROM mail
                       WHERE seller_id = :seller AND invoice_id = :invoice AND kind = 'REMINDER') AS count
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> Columns.number(row, "count"))
                .one();
    }

    /// Empty when there is no such subscription.
    public Optional<Boolean> isAgreedAtCheckout(Tx tx, UUID subscription) {
        return tx.query("""
                SELECT coalesce(transaction_method = 'STRIPE', false) AS is_agreed_there
                FROM subscription
                WHERE seller_id = :seller AND id = :subscription
                """)
                .bind("subscription", subscription)
                .map((row, _) -> Columns.flag(row, "is_agreed_there"))
                .findOne();
    }
}
