package dev.brickwork.payments.booking;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.PaymentId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement that writes payments. The invoice's row is locked before any of them.
public final class PaymentStore {
    /// One that came before the invoice was issued is shown as one of its first version, as which it counts.
    private static final String SHOWN = """
            SELECT payment.*, coalesce(payment.invoice_version_id, first.id) AS shown_version,
                coalesce(payment.invoice_number, first.number) AS shown_number,
                (SELECT coalesce(sum(amount), 0)::bigint FROM refund
                 WHERE refund.seller_id = payment.seller_id AND payment_id = payment.id
                    AND refund.state = 'SUCCEEDED') AS refunded
            FROM payment
            LEFT JOIN invoice_version first ON payment.invoice_version_id IS NULL
                AND first.seller_id = payment.seller_id AND first.invoice_id = payment.invoice_id AND first.version = 1
            WHERE payment.seller_id = :seller
            """;

    /// Where a charge stands in a processor's books.
    record Gateway(String name, String paymentId, Optional<String> methodId) {}

    void insert(Tx tx, Payment payment) {
        insert(tx, payment, Optional.empty());
    }

    void insert(Tx tx, Payment payment, Optional<Gateway> gateway) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO payment (seller_id, id, invoice_id, currency, invoice_version_id, invoice_number, state,
                            method, amount, paid_amount, applied, paid_at, payment_proof, memo, error, gateway,
                            gateway_payment_id, payment_method_id, actor, created_at)
                        VALUES (:seller, :id, :invoice, :currency, :version, :number, :state, :method, :amount, :paid,
                            :applied, :paidAt, :proof, :memo, :error, :gateway, :gatewayId, :methodId, :actor, :now)
                        """)
                        .bind("id", payment.id().value())
                        .bind("invoice", payment.invoice().value())
                        .bind("currency", payment.currency().code())
                        .bind("version", payment.version())
                        .bind("number", payment.number())
                        .bind("state", payment.state().name())
                        .bind("method", payment.method())
                        .bind("amount", payment.amount())
                        .bind("paid", payment.paid())
                        .bind("applied", payment.applied())
                        .bind("paidAt", payment.paidAt())
                        .bind("proof", payment.proof())
                        .bind("memo", payment.memo())
                        .bind("error", payment.error())
                        .bind("gateway", gateway.map(Gateway::name))
                        .bind("gatewayId", gateway.map(Gateway::paymentId))
                        .bind("methodId", gateway.flatMap(Gateway::methodId))
                        .bind("actor", tx.caller().actor())
                        .execute(),
                "payment");
    }

    public Optional<Payment> find(Tx tx, UUID id) {
        return tx.query(SHOWN + " AND payment.id = :id")
                .bind("id", id)
                .map((row, _) -> payment(row))
                .findOne();
    }

    /// A charge ends; the guard lets it end once.
    void succeed(Tx tx, UUID id, Gateway gateway, long paid, long applied) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE payment
                        SET state = 'SUCCEEDED', paid_amount = :paid, applied = :applied, paid_at = :now,
                            gateway = :gateway, gateway_payment_id = :gatewayId, payment_method_id = :methodId
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """)
                        .bind("id", id)
                        .bind("paid", paid)
                        .bind("applied", applied)
                        .bind("gateway", gateway.name)
                        .bind("gatewayId", gateway.paymentId)
                        .bind("methodId", gateway.methodId)
                        .execute(),
                "successful payment");
    }

    void fail(Tx tx, UUID id, String error) {
        Rows.exactlyOne(tx.update("""
                        UPDATE payment
                        SET state = 'FAILED', error = :error, paid_at = :now
                        WHERE seller_id = :seller AND id = :id AND state = 'PROCESSING'
                        """).bind("id", id).bind("error", error).execute(), "failed payment");
    }

    List<Payment> list(SqlSession tx, UUID seller, InvoiceId invoice, Page page) {
        return tx.query(SHOWN + """
                AND payment.invoice_id = :invoice
                ORDER BY payment.paid_at %1$s, payment.id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("seller", seller)
                .bind("invoice", invoice.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> payment(row))
                .list();
    }

    long count(SqlSession tx, UUID seller, InvoiceId invoice) {
        return tx.query("SELECT count(*) FROM payment WHERE seller_id = :seller AND invoice_id = :invoice")
                .bind("seller", seller)
                .bind("invoice", invoice.value())
                .mapTo(Long.class)
                .one();
    }

    private static Payment payment(ResultSet row) throws SQLException {
        return new Payment(
                new PaymentId(Columns.uuid(row, "id")),
                new InvoiceId(Columns.uuid(row, "invoice_id")),
                Columns.currency(row, "currency"),
                Columns.maybeUuid(row, "shown_version"),
                Columns.maybeText(row, "shown_number"),
                Payment.State.valueOf(Columns.text(row, "state")),
                Columns.text(row, "method"),
                Columns.number(row, "amount"),
                Columns.number(row, "paid_amount"),
                Columns.number(row, "applied"),
                Columns.instant(row, "paid_at"),
                Columns.maybeText(row, "payment_proof"),
                Columns.maybeText(row, "memo"),
                Columns.maybeText(row, "error"),
                Columns.number(row, "refunded"));
    }
}
