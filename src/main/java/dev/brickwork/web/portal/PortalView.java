package dev.brickwork.web.portal;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Read-only statements of the portal.
final class PortalView {
    static final int PAGE_SIZE = 20;

    private final SealedTokens tokens;

    PortalView(SealedTokens tokens) {
        this.tokens = tokens;
    }

    /// @param processing what is being charged at this moment
    /// @param isPrinted whether its PDF is there
    record Row(
            InvoiceId id,
            String number,
            LocalDate issuedOn,
            Money total,
            InvoiceStatus.Facts facts,
            long processing,
            Zone zone,
            Optional<String> payToken,
            boolean isPrinted) {
        Money remaining() {
            return new Money(facts.remaining(), total.currency());
        }

        InvoiceStatus status(Instant now) {
            return InvoiceStatus.of(facts, zone.dateOf(now));
        }
    }

    /// The invoices that a company was sent, newest first; one more than a page, to know whether there are more.
    List<Row> invoices(Tx tx, UUID company, int page) {
        return tx.query("""
                SELECT invoice.*, taking.can_take_payments,
                    EXISTS (SELECT FROM invoice_pdf pdf WHERE pdf.seller_id = invoice.seller_id
                        AND pdf.invoice_id = invoice.id) AS is_printed
                FROM invoice
                JOIN taking_payments taking ON taking.seller_id = invoice.seller_id
                WHERE invoice.seller_id = :seller AND invoice.billed_company_id = :company
                    AND invoice.issued_at IS NOT NULL AND NOT invoice.is_muted
                ORDER BY invoice.issued_at DESC, invoice.id DESC
                LIMIT :limit OFFSET :offset
                """)
                .bind("company", company)
                .bind("limit", PAGE_SIZE + 1)
                .bind("offset", page * PAGE_SIZE)
                .map((row, _) -> row(row))
                .list();
    }

    private Row row(ResultSet row) throws SQLException {
        var currency = Columns.currency(row, "currency");
        boolean isPayable = Columns.flag(row, "can_take_payments");
        return new Row(
                new InvoiceId(Columns.uuid(row, "id")),
                Columns.text(row, "number"),
                Columns.date(row, "issued_on"),
                new Money(Columns.number(row, "grand_total"), currency),
                InvoiceStatus.Facts.stored(row),
                Columns.number(row, "processing"),
                Columns.zone(row, "time_zone"),
                Columns.maybeText(row, "payment_token").filter(_ -> isPayable).map(tokens::shown),
                Columns.flag(row, "is_printed"));
    }

    /// Credit balance of a company, in each currency that has something.
    List<Money> credit(Tx tx, UUID company) {
        return tx.query("""
                SELECT currency, balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = :company AND balance > 0
                ORDER BY currency
                """)
                .bind("company", company)
                .map((row, _) -> new Money(Columns.number(row, "balance"), Columns.currency(row, "currency")))
                .list();
    }

    /// Whether an invoice is one of those.
    Optional<String> number(Tx tx, UUID company, InvoiceId invoice) {
        return tx.query("""
                SELECT number
                FROM invoice
                WHERE seller_id = :seller AND id = :id AND billed_company_id = :company AND issued_at IS NOT NULL
                    AND NOT is_muted
                """)
                .bind("id", invoice.value())
                .bind("company", company)
                .map((row, _) -> Columns.text(row, "number"))
                .findOne();
    }
}
