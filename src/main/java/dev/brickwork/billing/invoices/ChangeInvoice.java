package dev.brickwork.billing.invoices;

import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.payments.collection.AutomaticCharges;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Change;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.pricing.calendar.WireDates;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Changes what is not money: words, the due date until it is paid, and whether it is collected.
public final class ChangeInvoice {
    private static final String VOID = "The invoice is void.";

    private final InvoiceStore invoices;
    private final HistoryStore history;
    private final AutomaticCharges collection;

    public ChangeInvoice(InvoiceStore invoices, HistoryStore history, AutomaticCharges collection) {
        this.invoices = invoices;
        this.history = history;
        this.collection = collection;
    }

    public record Input(
            Metadata metadata,
            Change<String> purchaseOrder,
            Change<String> memo,
            Optional<LocalDate> dueOn,
            Optional<Boolean> isCollectionPaused) {
        /// Without what is so already: that may be sent whatever has become of the invoice.
        public Input from(LockedInvoice held) {
            return new Input(
                    metadata,
                    purchaseOrder,
                    memo,
                    dueOn.filter(day -> !day.equals(held.dueOn())),
                    isCollectionPaused.filter(
                            isPaused -> isPaused != held.facts().isCollectionPaused()));
        }
    }

    public sealed interface Verdict {
        record Allowed() implements Verdict {}

        /// Validation errors by field.
        record Refused(Map<String, String> faults) implements Verdict {}
    }

    public static Verdict decide(LockedInvoice invoice, LocalDate issueOn, Input wish) {
        var faults = new LinkedHashMap<String, String>();
        wish.dueOn.flatMap(day -> dueDateFault(invoice, issueOn, day)).ifPresent(why -> faults.put("due_at", why));
        if (wish.isCollectionPaused.isPresent() && invoice.isVoided()) faults.put("collection_paused", VOID);
        return faults.isEmpty() ? new Verdict.Allowed() : new Verdict.Refused(faults);
    }

    private static Optional<String> dueDateFault(LockedInvoice invoice, LocalDate issueOn, LocalDate day) {
        if (invoice.isVoided()) return Optional.of(VOID);
        if (invoice.isIssued() && invoice.isNothingOpen()) return Optional.of("The invoice is settled.");
        return day.isBefore(issueOn) ? Optional.of("Must not be before the day of issue.") : Optional.empty();
    }

    /// Writes the wish down, with its history.
    ///
    /// @param wish one that was allowed
    public void run(Tx tx, LockedInvoice held, InvoiceStore.Words before, Input wish) {
        var metadata = Metadata.stored(before.metadata());
        var purchaseOrder = wish.purchaseOrder.over(before.purchaseOrder());
        var memo = wish.memo.over(before.memo());
        boolean isSaid = !wish.metadata.equals(metadata)
                || !purchaseOrder.equals(before.purchaseOrder())
                || !memo.equals(before.memo());
        if (!isSaid && wish.dueOn.isEmpty() && wish.isCollectionPaused.isEmpty()) return; // Nothing happened.
        if (isSaid) invoices.saveWords(tx, held.id(), wish.metadata.json(), purchaseOrder, memo);
        var today = held.zone().dateOf(tx.now());
        var facts = held.facts();
        if (wish.dueOn.isPresent()) {
            facts = facts.dueOn(wish.dueOn.get());
            invoices.saveDueDate(
                    tx,
                    held,
                    wish.dueOn.get(),
                    WireDates.lastMoment(wish.dueOn.get(), held.zone()).toInstant(),
                    InvoiceStatus.of(facts, today));
            if (held.isIssued()) collection.dueDateMoved(tx, held.id(), held.dueOn());
        }
        if (wish.isCollectionPaused.isPresent()) {
            facts = facts.collected(wish.isCollectionPaused.get(), facts.isGivenUp());
            invoices.saveCollection(tx, held.id(), wish.isCollectionPaused.get(), InvoiceStatus.of(facts, today));
        }
        history.add(tx, held.id().value(), "CHANGED", Optional.empty());
    }
}
