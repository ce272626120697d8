package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.calendar.WireDates;
import dev.brickwork.plumbing.http.Change;
import dev.brickwork.plumbing.http.Metadata;
import java.time.LocalDate;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Changes what is not money: words, the due date until it is paid, and whether it is collected.
final class ChangeInvoice {
    private final InvoiceStore invoices;
    private final HistoryStore history;
    private final Collection collection;

    ChangeInvoice(InvoiceStore invoices, HistoryStore history, Collection collection) {
        this.invoices = invoices;
        this.history = history;
        this.collection = collection;
    }

    record Wish(
            Metadata metadata,
            Change<String> purchaseOrder,
            Change<String> memo,
            Optional<LocalDate> dueOn,
            Optional<Boolean> isCollectionPaused) {}

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Refused(String field, String why) implements Verdict {}
    }

    static Verdict decide(Held invoice, LocalDate issueOn, Wish wish) {
        if (wish.dueOn.isPresent()) {
            if (invoice.isVoided()) return new Verdict.Refused("due_at", "The invoice is void.");
            if (invoice.isIssued() && invoice.amounts().remaining() == 0) {
                return new Verdict.Refused("due_at", "The invoice is settled.");
            }
            if (wish.dueOn.get().isBefore(issueOn)) {
                return new Verdict.Refused("due_at", "Must not be before the day of issue.");
            }
        }
        if (wish.isCollectionPaused.isPresent() && invoice.isVoided()) {
            return new Verdict.Refused("collection_paused", "The invoice is void.");
        }
        return new Verdict.Allowed();
    }

    void run(Handle tx, Caller caller, Held held, InvoiceStore.Words before, Wish wish) {
        switch (decide(held, before.issueOn(), wish)) {
            case Verdict.Refused(var field, var why) -> throw Refusal.badField(field, why);
            case Verdict.Allowed() -> {}
        }
        invoices.saveWords(
                tx,
                caller,
                held.id(),
                wish.metadata.json(),
                wish.purchaseOrder.over(before.purchaseOrder()),
                wish.memo.over(before.memo()));
        var today = held.zone().dateOf(caller.now());
        var facts = held.facts();
        if (wish.dueOn.isPresent()) {
            facts = facts.dueOn(wish.dueOn.get());
            invoices.saveDueDate(
                    tx,
                    caller,
                    held,
                    wish.dueOn.get(),
                    WireDates.lastMoment(wish.dueOn.get(), held.zone()).toInstant(),
                    InvoiceStatus.of(facts, today));
            if (held.isIssued()) collection.dueDateMoved(tx, caller, held.id(), held.dueOn());
        }
        if (wish.isCollectionPaused.isPresent()) {
            facts = facts.collected(wish.isCollectionPaused.get(), facts.isGivenUp());
            invoices.saveCollection(
                    tx, caller, held.id(), wish.isCollectionPaused.get(), InvoiceStatus.of(facts, today));
        }
        history.add(tx, caller, held.id().value(), "CHANGED", Optional.empty());
    }
}
