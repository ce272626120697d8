package dev.brickwork.payments.refunds;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.PaymentId;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.Update;

/// Every statement that touches refunds. The invoice's row is locked before any that writes.
public final class RefundStore {
    /// Sums of the refunds of a payment, made or under way.
    public record Returned(long amount, long fromInvoice) {}

    /// Where the processor knows a payment.
    record Origin(String account, String charge) {}

    void insert(Tx tx, Refund refund) {
        var isUnderWay = refund.isProcessing();
        Rows.exactlyOne(
                inserted(tx.update("""
                        INSERT INTO refund (seller_id, id, payment_id, invoice_id, currency, amount, from_invoice, method,
                            reason, state, account_id, charge_id, created_at, settled_at, look_at)
                        VALUES (:seller, :id, :payment, :invoice, :currency, :amount, :fromInvoice, :way, :reason, :state,
                            :account, :charge, :now, :settledAt::timestamptz, :lookAt::timestamptz)
                        """), refund)
                        .bind("settledAt", isUnderWay ? Optional.<Instant>empty() : Optional.of(tx.now()))
                        .bind(
                                "lookAt",
                                isUnderWay ? Optional.of(Intent.resumedAt(tx.now())) : Optional.<Instant>empty())
                        .execute(),
                "refund");
    }

    /// Of a refund that was made at the processor; false when it is known.
    boolean adopt(Tx tx, Refund refund, String processorId) {
        return inserted(tx.update("""
                INSERT INTO refund (seller_id, id, payment_id, invoice_id, currency, amount, from_invoice, by_seller, method,
                    reason, state, account_id, charge_id, processor_id, is_foreign, created_at, settled_at)
                VALUES (:seller, :id, :payment, :invoice, :currency, :amount, :fromInvoice, :bySeller, :way, :reason,
                    :state, :account, :charge, :processorId, true, :now, :now)
                ON CONFLICT (seller_id, account_id, processor_id) WHERE processor_id IS NOT NULL DO NOTHING
                """), refund)
                        .bind("bySeller", refund.bySeller())
                        .bind("processorId", processorId)
                        .execute()
                == 1;
    }

    Optional<Refund> find(Tx tx, UUID id) {
        return tx.query("SELECT * FROM refund WHERE seller_id = :seller AND id = :id")
                .bind("id", id)
                .map((row, _) -> refund(row))
                .findOne();
    }

    /// Comes after the lock of its invoice.
    Optional<Refund> lock(Tx tx, UUID id) {
        return tx.query("SELECT * FROM refund WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id)
                .map((row, _) -> refund(row))
                .findOne();
    }

    Returned returned(Tx tx, UUID payment) {
        return tx.query("""
                SELECT coalesce(sum(amount), 0)::bigint AS amount, coalesce(sum(from_invoice), 0)::bigint AS from_invoice
                FROM refund
                WHERE seller_id = :seller AND payment_id = :payment AND state <> 'FAILED'
                """)
                .bind("payment", payment)
                .map((row, _) -> new Returned(Columns.number(row, "amount"), Columns.number(row, "from_invoice")))
                .one();
    }

    /// The part of an invoice's paid sum whose refund is under way.
    long leaving(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT coalesce(sum(from_invoice), 0)::bigint AS leaving
                FROM refund
                WHERE seller_id = :seller AND invoice_id = :invoice AND state = 'PROCESSING'
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> Columns.number(row, "leaving"))
                .one();
    }

    /// Empty for a payment that was recorded by hand.
    Optional<Origin> origin(Tx tx, UUID payment) {
        return tx.query("""
                SELECT c.account_id, c.processor_id
                FROM payment p
                JOIN charge c ON c.seller_id = p.seller_id AND c.invoice_id = p.invoice_id
                    AND c.processor_id = p.gateway_payment_id
                WHERE p.seller_id = :seller AND p.id = :payment
                """)
                .bind("payment", payment)
                .map((row, _) -> new Origin(Columns.text(row, "account_id"), Columns.text(row, "processor_id")))
                .findOne();
    }

    /// The payment that a charge led to; empty when it is none of ours.
    Optional<PaymentId> paymentOf(Tx tx, Origin origin) {
        return tx.query("""
                SELECT p.id
                FROM charge c
                JOIN payment p ON p.seller_id = c.seller_id AND p.invoice_id = c.invoice_id
                    AND p.gateway_payment_id = c.processor_id AND p.state = 'SUCCEEDED'
                WHERE c.seller_id = :seller AND c.account_id = :account AND c.processor_id = :charge
                """)
                .bind("account", origin.account())
                .bind("charge", origin.charge())
                .map((row, _) -> new PaymentId(Columns.uuid(row, "id")))
                .findOne();
    }

    List<UUID> underWay(Tx tx, String charge) {
        return tx.query("""
                SELECT id
                FROM refund
                WHERE seller_id = :seller AND charge_id = :charge AND state = 'PROCESSING'
                """)
                .bind("charge", charge)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// Those that we ordered and that went through.
    List<UUID> ours(Tx tx, String charge) {
        return tx.query("""
                SELECT id
                FROM refund
                WHERE seller_id = :seller AND charge_id = :charge AND state = 'SUCCEEDED' AND NOT is_foreign
                """)
                .bind("charge", charge)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// Those of ours that the processor refused, or did not know when it was asked.
    List<Refund> givenUp(Tx tx, Origin origin) {
        return tx.query("""
                SELECT *
                FROM refund
                WHERE seller_id = :seller AND account_id = :account AND charge_id = :charge AND state = 'FAILED'
                    AND processor_id IS NULL
                """)
                .bind("account", origin.account())
                .bind("charge", origin.charge())
                .map((row, _) -> refund(row))
                .list();
    }

    /// Those that were made at the processor, by its names for them.
    Map<String, UUID> foreign(Tx tx, Origin origin) {
        var all = new LinkedHashMap<String, UUID>();
        tx.query("""
                SELECT id, processor_id
                FROM refund
                WHERE seller_id = :seller AND account_id = :account AND charge_id = :charge AND state = 'SUCCEEDED'
                    AND is_foreign
                """)
                .bind("account", origin.account())
                .bind("charge", origin.charge())
                .map((row, _) -> all.put(Columns.text(row, "processor_id"), Columns.uuid(row, "id")))
                .list();
        return all;
    }

    void succeed(Tx tx, Refund refund, String processorId) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE refund
                        SET state = 'SUCCEEDED', processor_id = :processorId, settled_at = :now, look_at = NULL
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """), refund).bind("processorId", processorId).execute(), "refund");
    }

    void fail(Tx tx, Refund refund, String error) {
        Rows.exactlyOne(bound(tx.update("""
                        UPDATE refund
                        SET state = 'FAILED', error = :error, settled_at = :now, look_at = NULL
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """), refund).bind("error", error).execute(), "refused refund");
    }

    void comeBack(Tx tx, Refund refund, String why) {
        Rows.exactlyOne(bound(tx.update("""
                        UPDATE refund
                        SET state = 'FAILED', error = :error, settled_at = :now
                        WHERE seller_id = :seller AND id = :id AND state = 'SUCCEEDED'
                        """), refund).bind("error", why).execute(), "refund that came back");
    }

    /// Takes a refund that was cut off, so that no other process resumes it meanwhile.
    boolean resume(Tx tx, Refund refund) {
        return Rows.atMostOne(
                bound(tx.update("""
                        UPDATE refund
                        SET look_at = :resumedAt
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING' AND look_at <= :now
                        """), refund)
                        .bind("resumedAt", Intent.resumedAt(tx.now()))
                        .execute(),
                "cut-off refund");
    }

    void keep(Tx tx, Refund refund, Optional<String> processorId) {
        Rows.exactlyOne(
                bound(tx.update("""
                        UPDATE refund
                        SET processor_id = coalesce(:processorId, processor_id), look_at = :lookAt, looks = :looks
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """), refund)
                        .bind("processorId", processorId)
                        .bind("lookAt", Intent.nextLook(refund.looks(), tx.now()))
                        .bind("looks", refund.looks() + 1)
                        .execute(),
                "refund under way");
    }

    private static Update inserted(Update statement, Refund refund) {
        return bound(statement, refund)
                .bind("payment", refund.payment())
                .bind("invoice", refund.invoice().value())
                .bind("currency", refund.amount().currency().code())
                .bind("amount", refund.amount().minor())
                .bind("fromInvoice", refund.fromInvoice())
                .bind("way", refund.way().name())
                .bind("reason", refund.reason())
                .bind("state", refund.state().name())
                .bind("account", refund.account())
                .bind("charge", refund.charge());
    }

    private static Update bound(Update statement, Refund refund) {
        return statement.bind("id", refund.id());
    }

    private static Refund refund(ResultSet row) throws SQLException {
        return new Refund(
                Columns.uuid(row, "id"),
                Columns.uuid(row, "payment_id"),
                new InvoiceId(Columns.uuid(row, "invoice_id")),
                new Money(Columns.number(row, "amount"), Columns.currency(row, "currency")),
                Columns.number(row, "from_invoice"),
                Columns.number(row, "by_seller"),
                Refund.Way.valueOf(Columns.text(row, "method")),
                Columns.maybeText(row, "reason"),
                Refund.State.valueOf(Columns.text(row, "state")),
                Columns.maybeText(row, "error"),
                Columns.maybeText(row, "account_id"),
                Columns.maybeText(row, "charge_id"),
                Columns.instant(row, "created_at"),
                Columns.count(row, "looks"));
    }
}
