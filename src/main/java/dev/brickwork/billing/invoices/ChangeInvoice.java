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
        public Input from(LockedInvoice locked) {
            return new Input(
                    metadata,
                    purchaseOrder,
                    memo,
                    dueOn.filter(day -> !day.equals(locked.dueOn())),
                    isCollectionPaused.filter(
                            isPaused -> isPaused != locked.facts().isCollectionPaused()));
        }
    }

    public sealed interface Verdict {
        record Allowed() implements Verdict {}

        /// Validation errors by field.
        record Refused(Map<String, String> faults) implements Verdict {}
    }

    public static Verdict decide(LockedInvoice invoice, LocalDate issueOn, Input input) {
        var faults = new LinkedHashMap<String, String>();
        input.dueOn.flatMap(day -> dueDateFault(invoice, issueOn, day)).ifPresent(why -> faults.put("due_at", why));
        if (input.isCollectionPaused.isPresent() && invoice.isVoided()) faults.put("collection_paused", VOID);
        return faults.isEmpty() ? new Verdict.Allowed() : new Verdict.Refused(faults);
    }

    private static Optional<String> dueDateFault(LockedInvoice invoice, LocalDate issueOn, LocalDate day) {
        if (invoice.isVoided()) return Optional.of(VOID);
        if (invoice.isIssued() && invoice.isNothingOpen()) return Optional.of("The invoice is settled.");
        return day.isBefore(issueOn) ? Optional.of("Must not be before the day of issue.") : Optional.empty();
    }

    /// Writes the wish down, with its history.
    ///
    /// @param input one that was allowed
    public void run(Tx tx, LockedInvoice locked, InvoiceStore.Words before, Input input) {
        var metadata = Metadata.stored(before.metadata());
        var purchaseOrder = input.purchaseOrder.over(before.purchaseOrder());
        var memo = input.memo.over(before.memo());
        boolean isSaid = !input.metadata.equals(metadata)
                || !purchaseOrder.equals(before.purchaseOrder())
                || !memo.equals(before.memo());
        if (!isSaid && input.dueOn.isEmpty() && input.isCollectionPaused.isEmpty()) return; // Nothing happened.
        if (isSaid) invoices.saveWords(tx, locked.id(), input.metadata.json(), purchaseOrder, memo);
        var today = locked.zone().dateOf(tx.now());
        var facts = locked.facts();
        if (input.dueOn.isPresent()) {
            facts = facts.dueOn(input.dueOn.get());
            invoices.saveDueDate(
                    tx,
                    locked,
                    input.dueOn.get(),
                    WireDates.lastMoment(input.dueOn.get(), locked.zone()).toInstant(),
                    InvoiceStatus.of(facts, today));
            if (locked.isIssued()) collection.dueDateMoved(tx, locked.id(), locked.dueOn());
        }
        if (input.isCollectionPaused.isPresent()) {
            facts = facts.collected(input.isCollectionPaused.get(), facts.isGivenUp());
            invoices.saveCollection(tx, locked.id(), input.isCollectionPaused.get(), InvoiceStatus.of(facts, today));
        }
        history.add(tx, locked.id().value(), "CHANGED", Optional.empty());
    }
}
