package dev.brickwork.web.portal;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.BankAccount;
import dev.brickwork.sellers.PaymentMethodsConfig;
import dev.brickwork.web.portal.access.PageToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Read-only statements of the payment page.
final class PayView {
    private final SealedTokens tokens;

    PayView(SealedTokens tokens) {
        this.tokens = tokens;
    }

    /// The token finds the seller.
    Optional<Payable> find(SqlSession tx, PageToken token) {
        return tx.query("""
                SELECT invoice.*, entity.legal_name, entity.address AS entity_address, entity.bank_account, company.locale,
                    taking.can_take_payments,
                    coalesce(subscription.accepted_payment_methods_config, seller.accepted_payment_methods_config)
                        AS accepted,
                    EXISTS (SELECT FROM pay_page WHERE pay_page.seller_id = invoice.seller_id
                        AND pay_page.invoice_id = invoice.id AND pay_page.state = 'OPEN') AS is_form_open
                FROM invoice
                JOIN seller ON seller.seller_id = invoice.seller_id
                JOIN taking_payments taking ON taking.seller_id = invoice.seller_id
                JOIN legal_entity entity ON entity.seller_id = invoice.seller_id AND entity.id = invoice.legal_entity_id
                JOIN customer company ON company.seller_id = invoice.seller_id AND company.id = invoice.billed_company_id
                LEFT JOIN subscription
                    ON subscription.seller_id = invoice.seller_id AND subscription.id = invoice.subscription_id
                WHERE invoice.payment_token = :stored
                """)
                .bind("stored", tokens.stored(token.text()))
                .map((row, _) -> payable(row))
                .findOne();
    }

    /// Lines and sums of the current version, and what was paid on it.
    PayStatement statement(SqlSession tx, Payable bill) {
        return tx.query("""
                SELECT credited, offset_total,
                    (SELECT snapshot -> 'taxes'
                     FROM invoice_version version
                     WHERE version.seller_id = invoice.seller_id AND version.invoice_id = invoice.id
                         AND version.version = invoice.version) AS taxes
                FROM invoice
                WHERE seller_id = :seller AND id = :invoice
                """)
                .bind("seller", bill.seller().value())
                .bind("invoice", bill.id().value())
                .map((row, _) -> new PayStatement(
                        lines(tx, bill),
                        JsonReader.stored(Columns.maybeText(row, "taxes").orElse("[]")),
                        Columns.number(row, "credited"),
                        Columns.number(row, "offset_total"),
                        payments(tx, bill)))
                .one();
    }

    private static List<PayStatement.Line> lines(SqlSession tx, Payable bill) {
        return tx.query("""
                SELECT line.kind, line.name, line.quantity, line.starts_on, line.ends_on, line.gross, line.discount,
                    coalesce((line.details ->> 'is_unlimited')::boolean, false) AS is_unlimited,
                    coalesce(line.details ->> 'kind' = 'COMMITMENT', false) AS is_commitment
                FROM invoice
                JOIN invoice_line line ON line.seller_id = invoice.seller_id AND line.invoice_id = invoice.id
                    AND line.version = invoice.version
                WHERE invoice.seller_id = :seller AND invoice.id = :invoice
                ORDER BY line.position
                """)
                .bind("seller", bill.seller().value())
                .bind("invoice", bill.id().value())
                .map((row, _) -> new PayStatement.Line(
                        Columns.text(row, "kind"),
                        Columns.text(row, "name"),
                        Columns.decimal(row, "quantity"),
                        Columns.flag(row, "is_unlimited"),
                        Columns.flag(row, "is_commitment"),
                        new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")),
                        Columns.number(row, "gross"),
                        Columns.number(row, "discount")))
                .list();
    }

    private static List<PayStatement.Payment> payments(SqlSession tx, Payable bill) {
        return tx.query("""
                SELECT paid_at, amount
                FROM standing_payments(:seller, :invoice) -- of one seller_id
                WHERE amount > 0
                ORDER BY paid_at, payment_id
                """)
                .bind("seller", bill.seller().value())
                .bind("invoice", bill.id().value())
                .map((row, _) -> new PayStatement.Payment(
                        bill.zone().dateOf(Columns.instant(row, "paid_at")), Columns.number(row, "amount")))
                .list();
    }

    private static Payable payable(ResultSet row) throws SQLException {
        return new Payable(
                new SellerId(Columns.uuid(row, "seller_id")),
                new InvoiceId(Columns.uuid(row, "id")),
                Columns.maybeText(row, "number").orElse(""),
                Columns.currency(row, "currency"),
                Columns.zone(row, "time_zone"),
                Columns.maybeDate(row, "issued_on"),
                Columns.date(row, "due_on"),
                InvoiceStatus.Facts.stored(row),
                Columns.number(row, "processing"),
                Columns.text(row, "legal_name"),
                Columns.maybeText(row, "entity_address").map(Address::stored),
                Columns.maybeText(row, "bank_account").map(BankAccount::stored),
                Locale.forLanguageTag(Columns.text(row, "locale")),
                PaymentMethodsConfig.stored(Columns.text(row, "accepted")),
                Columns.flag(row, "can_take_payments"),
                Columns.flag(row, "is_form_open"));
    }

    /// As it was printed last; empty while it is being printed.
    Optional<byte[]> pdf(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT pdf
                FROM invoice_pdf
                WHERE seller_id = :seller AND invoice_id = :invoice
                ORDER BY version DESC
                LIMIT 1
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> row.getBytes("pdf"))
                .findOne();
    }
}
