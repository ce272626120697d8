package dev.brickwork.invoices;

import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.pricing.Settlement;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.outbox.Event;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.subscriptions.Bills;
import dev.brickwork.subscriptions.OrderId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Takes unused value back from issued invoices: what was not paid reduces what is owed, what was paid becomes
/// credit (rules R-02, U-06, Z-02).
final class SettleUnused {
    private final Credits credits;
    private final Journal journal;
    private final Outbox outbox;
    private final HistoryStore history = new HistoryStore();

    SettleUnused(Invoices.Rooms rooms, Credits credits) {
        this.credits = credits;
        this.journal = rooms.journal();
        this.outbox = rooms.outbox();
    }

    /// Holds the invoices of a term, so that nobody pays what is being settled.
    void lock(Handle tx, Caller caller, OrderId term) {
        tx.createQuery("""
                SELECT id
                FROM invoice
                WHERE seller_id = :seller AND term_order_id = :term
                ORDER BY id
                FOR NO KEY UPDATE
                """)
                .bind("seller", caller.seller().value())
                .bind("term", term.value())
                .mapTo(UUID.class)
                .list();
    }

    void run(Handle tx, Caller caller, OrderId causedBy, Bills.Cause cause, List<Bills.Settled> settlements) {
        for (var settled : settlements) {
            insert(tx, caller, causedBy, cause, settled);
            var settlement = settled.settlement();
            var account = offset(tx, caller, settlement.invoiceId(), settlement.offset());
            journal.post(tx, caller, booked(settlement, cause, account));
            if (settlement.offset() > 0) {
                history.add(tx, caller, settlement.invoiceId(), "REDUCED", Optional.of(cause.name()));
                outbox.stage(tx, caller, Event.inside("invoice.reduced", settlement.invoiceId(), _ -> {}));
            }
            // The credit of a recast goes onto the invoices of its own order.
            if (cause != Bills.Cause.RECAST) {
                var source = cause == Bills.Cause.REDUCTION ? Credits.Source.DOWNGRADE : Credits.Source.ADJUSTMENT;
                var invoice = new InvoiceId(settlement.invoiceId());
                credits.move(
                        tx, caller, account.grant(source, settlement.credit()).on(invoice));
            }
        }
    }

    /// Revenue and tax are taken back in the proportion in which they were billed (rule R-03).
    private static Entry booked(Settlement settlement, Bills.Cause cause, Credits.Account account) {
        long unused = settlement.unused();
        long taken = settlement.offset() + settlement.credit();
        long taxOfOffset = unused == 0 ? 0 : Rounding.share(settlement.unusedTax(), settlement.offset(), unused);
        long taxOfAll = unused == 0 ? 0 : Rounding.share(settlement.unusedTax(), taken, unused);
        long taxOfCredit = taxOfAll - taxOfOffset;
        var owed = cause == Bills.Cause.RECAST ? Account.ADJUSTMENTS : Account.CUSTOMER_CREDIT;
        return Entry.of(Cause.UNUSED_SETTLED, account.currency(), account.customer())
                .on(settlement.invoiceId())
                .move(Account.REVENUE, Account.RECEIVABLE, settlement.offset() - taxOfOffset)
                .move(Account.TAX, Account.RECEIVABLE, taxOfOffset)
                .move(Account.REVENUE, owed, settlement.credit() - taxOfCredit)
                .move(Account.TAX, owed, taxOfCredit);
    }

    private static void insert(Handle tx, Caller caller, OrderId causedBy, Bills.Cause cause, Bills.Settled settled) {
        var settlement = settled.settlement();
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO invoice_settlement (seller_id, id, invoice_id, order_id, cause, order_line_id, service,
                            unused_net, unused_tax, credit, offset_amount, created_at)
                        VALUES (:seller, :id, :invoice, :order, :cause, :line,
                            CASE WHEN :from::date IS NOT NULL THEN daterange(:from::date, :to::date) END,
                            :net, :tax, :credit, :offset, :now)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", Ids.next())
                        .bind("invoice", settlement.invoiceId())
                        .bind("order", causedBy.value())
                        .bind("cause", cause.name())
                        .bind("line", settled.reduction().map(Bills.Billed::line))
                        .bind("from", settled.reduction().map(it -> it.service().start()))
                        .bind("to", settled.reduction().map(it -> it.service().end()))
                        .bind("net", settlement.unusedNet())
                        .bind("tax", settlement.unusedTax())
                        .bind("credit", settlement.credit())
                        .bind("offset", settlement.offset())
                        .bind("now", caller.now())
                        .execute(),
                "settlement");
    }

    /// Reduces what is owed; the guard of the row refuses more than remains. Returns whose credit it is.
    private static Credits.Account offset(Handle tx, Caller caller, UUID invoice, long offset) {
        return tx.createQuery("""
                UPDATE invoice
                SET offset_total = offset_total + :offset,
                    settled_by = CASE WHEN :offset > 0 AND remaining = :offset THEN 'OFFSET' ELSE settled_by END,
                    status = CASE WHEN :offset > 0 AND remaining = :offset THEN :adjusted ELSE status END,
                    past_due_at = CASE WHEN :offset > 0 AND remaining = :offset THEN NULL ELSE past_due_at END,
                    row_version = row_version + 1
                WHERE seller_id = :seller AND id = :invoice AND issued_at IS NOT NULL AND voided_at IS NULL
                RETURNING customer_id, currency
                """)
                .bind("offset", offset)
                .bind("adjusted", InvoiceStatus.ADJUSTED.name())
                .bind("seller", caller.seller().value())
                .bind("invoice", invoice)
                .map((row, _) -> new Credits.Account(
                        Columns.uuid(row, "customer_id"), Currency.valueOf(Columns.text(row, "currency"))))
                .one();
    }
}
