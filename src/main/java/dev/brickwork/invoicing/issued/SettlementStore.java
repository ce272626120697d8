package dev.brickwork.invoicing.issued;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.SettlementCause;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.Settlement;
import dev.brickwork.pricing.calendar.Period;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement that writes what changes of the contract took back from issued invoices, and what is asked of it
/// when such an invoice is priced again or voided.
public final class SettlementStore {
    private static final String RETAXED = "RETAXED";

    /// Which change took something back: the order, and of a reduction the line and the stretch.
    public record Change(UUID order, Optional<UUID> line, Optional<Period> service) {}

    /// Sums that one change took back from an invoice.
    ///
    /// @param category of the line that was reduced; where a whole contract ended, absent
    /// @param given of the credit, what the customer got
    public record Taken(Change change, Optional<String> category, Settlement sum, long given) {}

    public void insert(Tx tx, OrderId order, SettlementCause cause, SettledValue settled) {
        var change = new Change(
                order.value(),
                settled.reduction().map(BilledCharge::line),
                settled.reduction().map(BilledCharge::service));
        insert(tx, change, cause.name(), settled.settlement(), settled.given());
    }

    /// The invoice has another tax: so much more of it was taken back, or less.
    public void insertRetaxed(Tx tx, Change change, Settlement more, long given) {
        insert(tx, change, RETAXED, more, given);
    }

    private static void insert(Tx tx, Change change, String cause, Settlement settlement, long given) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO invoice_settlement (seller_id, id, invoice_id, order_id, cause, order_line_id, service,
                            unused_net, unused_tax, credit, given, offset_amount, created_at)
                        VALUES (:seller, :id, :invoice, :order, :cause, :line,
                            CASE WHEN :from::date IS NOT NULL THEN daterange(:from::date, :to::date) END,
                            :net, :tax, :credit, :given, :offset, :now)
                        """)
                        .bind("id", Ids.next())
                        .bind("invoice", settlement.invoiceId())
                        .bind("order", change.order)
                        .bind("cause", cause)
                        .bind("line", change.line)
                        .bind("from", change.service.map(Period::start))
                        .bind("to", change.service.map(Period::end))
                        .bind("net", settlement.unusedNet())
                        .bind("tax", settlement.unusedTax())
                        .bind("credit", settlement.credit())
                        .bind("given", given)
                        .bind("offset", settlement.offset())
                        .execute(),
                "settlement");
    }

    public List<Taken> taken(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT s.order_id, s.order_line_id, lower(s.service) AS starts_on, upper(s.service) AS ends_on,
                    line.tax_category, sum(s.unused_net)::bigint AS net, sum(s.unused_tax)::bigint AS tax,
                    sum(s.credit)::bigint AS credit, sum(s.given)::bigint AS given,
                    sum(s.offset_amount)::bigint AS offset_amount
                FROM invoice_settlement s
                LEFT JOIN order_line line ON line.seller_id = s.seller_id AND line.id = s.order_line_id
                WHERE s.seller_id = :seller AND s.invoice_id = :invoice
                GROUP BY s.order_id, s.order_line_id, s.service, line.tax_category
                ORDER BY min(s.id::text)
                """)
                .bind("invoice", invoice.value())
                .map((row, _) -> taken(row, invoice))
                .list();
    }

    private static Taken taken(ResultSet row, InvoiceId invoice) throws SQLException {
        var line = Columns.maybeUuid(row, "order_line_id");
        var service = line.isEmpty()
                ? Optional.<Period>empty()
                : Optional.of(new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")));
        return new Taken(
                new Change(Columns.uuid(row, "order_id"), line, service),
                Columns.maybeText(row, "tax_category"),
                new Settlement(
                        invoice.value(),
                        Columns.number(row, "net"),
                        Columns.number(row, "tax"),
                        Columns.number(row, "credit"),
                        Columns.number(row, "offset_amount")),
                Columns.number(row, "given"));
    }

    /// The recasts that gave credit for this invoice: it went onto their own invoices (rule R-04).
    public List<UUID> recasts(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT DISTINCT order_id
                FROM invoice_settlement
                WHERE seller_id = :seller AND invoice_id = :invoice AND cause = 'RECAST' AND given > 0
                """).bind("invoice", invoice.value()).mapTo(UUID.class).list();
    }

    /// Reduces what is owed on an invoice; the guard of the row refuses more than remains. What is paid of one that it
    /// closes was
    /// fully paid with the last payment (rule I-06). Returns whose credit it is.
    public CreditAccount offset(Tx tx, UUID invoice, long offset) {
        return tx.query("""
                UPDATE invoice
                SET offset_total = offset_total + :offset,
                    settled_by = CASE WHEN :offset > 0 AND remaining = :offset THEN 'OFFSET' ELSE settled_by END,
                    status = CASE WHEN :offset > 0 AND remaining = :offset THEN :adjusted ELSE status END,
                    past_due_at = CASE WHEN :offset > 0 AND remaining = :offset THEN NULL ELSE past_due_at END,
                    given_up_at = CASE WHEN :offset > 0 AND remaining = :offset THEN NULL ELSE given_up_at END,
                    fully_paid_at = CASE WHEN :offset > 0 AND remaining = :offset AND paid > 0 THEN last_paid_at
                                         ELSE fully_paid_at
                                    END,
                    row_version = row_version + 1
                WHERE seller_id = :seller AND id = :invoice AND issued_at IS NOT NULL AND voided_at IS NULL
                RETURNING customer_id, currency
                """)
                .bind("offset", offset)
                .bind("adjusted", InvoiceStatus.ADJUSTED.name())
                .bind("invoice", invoice)
                .map((row, _) -> new CreditAccount(Columns.uuid(row, "customer_id"), Columns.currency(row, "currency")))
                .one();
    }
}
