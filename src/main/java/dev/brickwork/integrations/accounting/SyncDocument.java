package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.BookPayment;
import dev.brickwork.integrations.accounting.books.SyncResult;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import java.util.Optional;
import java.util.UUID;

/// Carries one thing over into one seller's books. Everything it needs there first, it makes there first.
final class SyncDocument {
    private final Database database;
    private final SyncTaskStore pushes;
    private final BooksView view;
    private final CreditStore credits = new CreditStore();
    private final SpendCredit spendCredit;
    private final CarryInvoice invoices;
    private final CarryCredit notes;

    SyncDocument(Database database, SyncTaskStore pushes, BooksView view) {
        this.database = database;
        this.pushes = pushes;
        this.view = view;
        this.spendCredit = new SpendCredit(database, credits);
        this.invoices = new CarryInvoice(database, pushes);
        this.notes = new CarryCredit(database, view, credits, spendCredit, invoices);
    }

    SyncResult run(Destination to, SyncTask push) {
        return switch (push.kind()) {
            case CUSTOMER -> new SyncResult.Refused("customers go with their first invoice");
            case INVOICE -> invoice(to, push);
            case PAYMENT -> payment(to, push);
            case CREDIT_NOTE -> push.action() == SyncTask.Action.UPDATE ? spendCredit(to, push) : notes.run(to, push);
        };
    }

    private SyncResult invoice(Destination to, SyncTask push) {
        var stored = database.read(tx -> view.invoice(tx, to.seller(), push.object()));
        if (stored.isEmpty()) return new SyncResult.Refused("there is no such invoice");
        var invoice = stored.get();
        return there(to, push, invoice).then(id -> switch (push.action()) {
            case CREATE -> id.isEmpty() ? invoices.create(to, push.attempt(), invoice) : SyncResult.Done.of(id);
            case UPDATE -> id.isEmpty() ? invoices.create(to, push.attempt(), invoice) : replace(to, push, invoice, id);
            case VOID ->
                id.isEmpty()
                        ? new SyncResult.Done("", Optional.of("it never was in the books"))
                        : end(to, push, id, true);
        });
    }

    /// The id of an invoice in the books, or nothing. The books are searched where it may exist unknown to us: an
    /// answer was lost, or they were connected anew. Then it may have the number of an older version.
    private SyncResult there(Destination to, SyncTask push, BooksView.Invoice invoice) {
        var known = invoices.remote(to, SyncTask.Kind.INVOICE, invoice.id());
        boolean mayBeThere = push.attempt().isRepeat() || database.read(tx -> pushes.wasBegun(tx, to.seller(), push));
        if (known.isPresent() || !mayBeThere) return SyncResult.Done.of(known.orElse(""));
        for (var number : invoice.numbers()) {
            var called = to.books().invoiceCalled(number);
            if (!(called instanceof SyncResult.Done done) || !done.externalId().isEmpty()) {
                return invoices.named(to, SyncTask.Kind.INVOICE, invoice.id(), called);
            }
        }
        return SyncResult.Done.of("");
    }

    /// Neither service lets an issued invoice change its number: the old one is voided, the new version takes its
    /// place.
    private SyncResult replace(Destination to, SyncTask push, BooksView.Invoice invoice, String old) {
        if (invoice.isVoided()) return SyncResult.Done.of(old);
        var newest = to.books().invoiceCalled(invoice.number().orElse(""));
        if (!(newest instanceof SyncResult.Done done) || done.externalId().equals(old))
            return newest; // It went as it is.
        return takeOff(to, push, invoice.id())
                .then(_ -> endChangedNotes(to, push, invoice.id()))
                .then(_ -> end(to, push, old, false))
                .then(_ -> {
                    database.write(tx -> {
                        pushes.forget(tx, to, SyncTask.Kind.INVOICE, invoice.id());
                        lowerAgain(tx, to, push, invoice.id());
                    });
                    return invoices.create(to, push.attempt(), invoice);
                });
    }

    /// The payments on it are taken off before, and put on what takes its place: Xero voids no invoice that was paid,
    /// and QuickBooks would leave them hanging in the air.
    private SyncResult takeOff(Destination to, SyncTask push, UUID invoice) {
        var payments = database.read(tx -> view.paymentsThere(tx, to, invoice));
        return SyncResult.each(payments, id -> {
            var there = invoices.remote(to, SyncTask.Kind.PAYMENT, id).orElseThrow();
            var removed = to.books().removePayment(push.attempt().apart(id.toString()), there);
            return removed.then(_ -> {
                database.write(tx -> {
                    pushes.forget(tx, to, SyncTask.Kind.PAYMENT, id);
                    invoices.nextInLine(tx, to, push, SyncTask.Kind.PAYMENT, id, SyncTask.Action.UPDATE);
                });
                return removed;
            });
        });
    }

    /// Requeues the offsets of an invoice's old version for the version that replaces it.
    private void lowerAgain(SqlSession tx, Destination to, SyncTask push, UUID invoice) {
        for (var id : view.settlementsOf(tx, to.seller(), invoice)) {
            boolean isThere =
                    pushes.remote(tx, to, SyncTask.Kind.CREDIT_NOTE, id).isPresent();
            if (isThere) invoices.nextInLine(tx, to, push, SyncTask.Kind.CREDIT_NOTE, id, SyncTask.Action.CREATE);
        }
    }

    /// Ends credit notes whose amount or tax the regenerated invoice changed, and queues them to be written anew.
    private SyncResult endChangedNotes(Destination to, SyncTask push, UUID invoice) {
        return SyncResult.each(database.read(tx -> credits.notesOf(tx, to, invoice)), note -> {
            if (note.isOffset()) return SyncResult.Done.of(note.id());
            var settlement = database.read(tx ->
                            view.settlement(tx, to.seller(), note.settlement().orElseThrow()))
                    .orElseThrow();
            var credit = settlement.credit();
            if (credit.total().equals(note.amount()) && credit.tax().equals(note.tax())) {
                return SyncResult.Done.of(note.id());
            }
            database.write(tx -> invoices.nextInLine(
                    tx, to, push, SyncTask.Kind.CREDIT_NOTE, settlement.id(), SyncTask.Action.CREATE));
            return notes.end(to, push, note.id());
        });
    }

    /// Neither service voids an invoice that credit was set off against; and what took back a part of it goes with it.
    ///
    /// @param isForGood what was given back of it comes to nothing, too
    private SyncResult end(Destination to, SyncTask push, String id, boolean isForGood) {
        return spendCredit
                .release(to, push.attempt(), push.object(), id)
                .then(_ -> SyncResult.each(
                        database.read(tx -> credits.notesOf(tx, to, push.object())),
                        note -> note.isOffset() || isForGood
                                ? notes.end(to, push, note.id())
                                : SyncResult.Done.of(note.id())))
                .then(_ -> endTakenBack(to, push, push.object()))
                .then(_ -> to.books().voidInvoice(push.attempt(), id));
    }

    /// Voids the extra invoices that took back credit of this invoice, and queues them again for its new version.
    private SyncResult endTakenBack(Destination to, SyncTask push, UUID invoice) {
        var all = database.read(tx -> view.takenBackThere(tx, to, invoice));
        return SyncResult.each(all, settlement -> {
            var attempt = push.attempt().apart(settlement.toString());
            var there = invoices.remote(to, SyncTask.Kind.INVOICE, settlement).orElseThrow();
            return spendCredit
                    .release(to, attempt, settlement, there)
                    .then(_ -> to.books().voidInvoice(attempt, there))
                    .then(id -> {
                        database.write(tx -> {
                            pushes.forget(tx, to, SyncTask.Kind.INVOICE, settlement);
                            invoices.nextInLine(
                                    tx, to, push, SyncTask.Kind.CREDIT_NOTE, settlement, SyncTask.Action.CREATE);
                        });
                        return SyncResult.Done.of(id);
                    });
        });
    }

    private SyncResult payment(Destination to, SyncTask push) {
        var found = database.read(tx -> view.payment(tx, to.seller(), push.object()));
        if (found.isEmpty()) return new SyncResult.Refused("there is no such payment");
        var payment = found.get();
        var known = invoices.remote(to, SyncTask.Kind.PAYMENT, payment.id());
        if (push.action() == SyncTask.Action.CREATE && known.isPresent()) return SyncResult.Done.of(known.get());
        if (known.isPresent()) {
            var removed = to.books().removePayment(push.attempt(), known.get());
            if (!(removed instanceof SyncResult.Done)) return removed;
            database.write(tx -> pushes.forget(tx, to, SyncTask.Kind.PAYMENT, payment.id()));
        }
        if (!payment.left().isPositive()) return new SyncResult.Done(known.orElse(""), Optional.empty());
        return pay(to, push, payment);
    }

    /// Money may come long before its invoice is issued (rule I-05), and nothing else waits for that.
    private SyncResult pay(Destination to, SyncTask push, BooksView.Payment payment) {
        var invoice = database.read(tx -> view.invoice(tx, to.seller(), payment.invoice()))
                .orElseThrow();
        if (invoice.number().isEmpty()) return new SyncResult.Done("", Optional.of("it goes over with its invoice"));
        return invoices.onItsInvoice(to, invoice, names -> {
            var pushed = to.books()
                    .payment(
                            push.attempt(),
                            new BookPayment(
                                    payment.id(),
                                    names.customer(),
                                    names.invoice(),
                                    invoice.number().orElse(""),
                                    payment.paidOn(),
                                    payment.left()));
            return invoices.named(to, SyncTask.Kind.PAYMENT, payment.id(), pushed);
        });
    }

    /// The customer's credit paid a part of this invoice.
    private SyncResult spendCredit(Destination to, SyncTask push) {
        var found = database.read(tx -> view.invoice(tx, to.seller(), push.object()));
        if (found.isEmpty()) return notes.run(to, push); // It paid what takes credit back.
        var invoice = found.get();
        if (invoice.isVoided()) return new SyncResult.Done("", Optional.of("its invoice is void"));
        return invoices.onItsInvoice(to, invoice, names -> spendCredit.run(to, push, invoice, names));
    }
}
