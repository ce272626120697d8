package dev.brickwork.payments.methods;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.sellers.PaymentMethodsConfig;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/// Read-only statements around payment methods.
public final class MethodView {
    /// The methods that invoices accept: as their subscription says, else as the seller does.
    private static final String ACCEPTANCE = """
            SELECT invoice.currency,
                coalesce(subscription.accepted_payment_methods_config, seller.accepted_payment_methods_config) AS accepted
            FROM invoice
            JOIN seller ON seller.seller_id = invoice.seller_id
            LEFT JOIN subscription
                ON subscription.seller_id = invoice.seller_id AND subscription.id = invoice.subscription_id
            """;

    public Acceptance acceptance(Tx tx, InvoiceId invoice) {
        return tx.query(ACCEPTANCE + """
                WHERE invoice.seller_id = :seller AND invoice.id = :invoice
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> acceptance(row))
                .one();
    }

    private static Acceptance acceptance(ResultSet row) throws SQLException {
        return new Acceptance(
                Columns.currency(row, "currency"), PaymentMethodsConfig.stored(Columns.text(row, "accepted")));
    }

    /// The methods that the oldest open invoice of a company accepts: the one that would be charged to them next.
    Optional<Acceptance> acceptance(Tx tx, UUID company) {
        return tx.query(ACCEPTANCE + """
                WHERE invoice.seller_id = :seller AND invoice.billed_company_id = :company
                    AND invoice.issued_at IS NOT NULL AND invoice.voided_at IS NULL AND invoice.remaining > 0
                ORDER BY invoice.bill_at, invoice.id
                LIMIT 1
                """)
                .bind("company", company)
                .map((row, _) -> acceptance(row))
                .findOne();
    }

    /// The customer's own live subscription that started last.
    Optional<UUID> latestSubscription(Tx tx, UUID customer) {
        return tx.query("""
                SELECT id
                FROM subscription
                WHERE seller_id = :seller AND customer_id = :customer AND status IN ('ACTIVE', 'PAUSED')
                ORDER BY starts_on DESC, created_at DESC, id DESC
                LIMIT 1
                """)
                .bind("customer", customer)
                .map((row, _) -> Columns.uuid(row, "id"))
                .findOne();
    }
}
