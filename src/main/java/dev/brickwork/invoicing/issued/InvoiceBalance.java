package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.InvoiceStatus.SettledBy;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.Received;
import dev.brickwork.platform.database.Tx;
import java.time.Instant;
import java.util.Optional;

/// Moves the sums of a locked invoice: payments and credit in, charges begun and ended, refunds out. The calling
/// module knows who pays by which method, and books it.
public final class InvoiceBalance {
    private final InvoiceStore invoices;

    public InvoiceBalance(InvoiceStore invoices) {
        this.invoices = invoices;
    }

    /// Money has arrived. Pure but for the saving: how much goes where follows from what is open.
    public Received receive(Tx tx, LockedInvoice locked, long amount, Instant paidAt, long ended) {
        long applied = Math.min(amount, locked.amounts().remaining());
        var lastPaidAt = locked.lastPaidAt().filter(paidAt::isBefore).or(() -> Optional.of(paidAt));
        var amounts = locked.amounts();
        save(tx, locked, amounts.paid() + applied, amounts.processing() - ended, lastPaidAt);
        return new Received(applied, amount - applied, !locked.isIssued());
    }

    /// A charge is on its way: until it ends the invoice can be neither voided nor charged again (rule I-14).
    public void begin(Tx tx, LockedInvoice locked, long amount) {
        var amounts = locked.amounts();
        save(tx, locked, amounts.paid(), amounts.processing() + amount, locked.lastPaidAt());
    }

    /// The charge came to nothing.
    public void fail(Tx tx, LockedInvoice locked, long amount) {
        begin(tx, locked, -amount);
    }

    /// Money goes back, and the invoice is open again (rule I-13). Called when the refund is written down: what went
    /// back does not say any more when the invoice was paid (rule I-06).
    public void giveBack(Tx tx, LockedInvoice locked, long amount) {
        var amounts = locked.amounts();
        var lastPaidAt = invoices.lastPaidAt(tx, locked.id());
        save(tx, locked, amounts.paid() - amount, amounts.processing(), lastPaidAt);
    }

    /// Credit settles an open invoice (rule I-11).
    public void credit(Tx tx, LockedInvoice locked, long amount) {
        var amounts = locked.amounts();
        long remaining = amounts.remaining() - amount;
        Optional<SettledBy> settledBy = remaining == 0 ? Optional.of(SettledBy.CREDIT) : Optional.empty();
        var facts = locked.facts().with(amounts.paid(), remaining, settledBy);
        var moved = new InvoiceStore.Moved(
                amounts.paid(),
                amounts.processing(),
                amounts.credited() + amount,
                settledBy,
                settledBy.map(_ -> tx.now()),
                locked.lastPaidAt(),
                InvoiceStatus.of(facts, locked.zone().dateOf(tx.now())));
        invoices.saveMoved(tx, locked, moved);
    }

    private void save(Tx tx, LockedInvoice locked, long paid, long processing, Optional<Instant> lastPaidAt) {
        var amounts = locked.amounts();
        long remaining = amounts.total() - paid - amounts.credited() - amounts.offset();
        boolean isSettled = locked.isIssued() && remaining == 0;
        boolean wasSettled = isSettled && amounts.remaining() == 0; // What comes later changes nothing about that.
        Optional<SettledBy> settledBy = !isSettled
                ? Optional.empty()
                : wasSettled ? locked.facts().settledBy() : Optional.of(SettledBy.PAYMENT);
        var facts = locked.facts().with(paid, remaining, settledBy);
        var moved = new InvoiceStore.Moved(
                paid,
                processing,
                amounts.credited(),
                settledBy,
                wasSettled ? locked.fullyPaidAt() : isSettled ? lastPaidAt : Optional.empty(),
                lastPaidAt,
                InvoiceStatus.of(facts, locked.zone().dateOf(tx.now())));
        invoices.saveMoved(tx, locked, moved);
    }
}
