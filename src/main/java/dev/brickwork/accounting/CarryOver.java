package dev.brickwork.accounting;

import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Database;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Carries one thing over into one seller's books. Everything it needs there first, it makes there first.
final class CarryOver {
    private static final java.time.Duration SOON = java.time.Duration.ofSeconds(5);
    private static final java.time.Duration LATER = java.time.Duration.ofHours(1);

    private final Database database;
    private final PushStore pushes;
    private final BooksView view;
    private final CreditStore credits = new CreditStore();
    private final SpendCredit spendCredit;

    CarryOver(Database database, PushStore pushes, BooksView view) {
        this.database = database;
        this.pushes = pushes;
        this.view = view;
        this.spendCredit = new SpendCredit(database, credits);
    }

    /// The books of one seller.
    record Destination(SellerId seller, String organisation, Books books) {}

    Pushed run(Destination to, Push push) {
        return switch (push.kind()) {
            case CUSTOMER -> new Pushed.Refused("customers go with their first invoice");
            case INVOICE -> invoice(to, push);
            case PAYMENT -> payment(to, push);
            case CREDIT_NOTE -> push.action() == Push.Action.UPDATE ? spendCredit(to, push) : creditNote(to, push);
        };
    }

    private Pushed invoice(Destination to, Push push) {
        var stored = database.read(tx -> view.invoice(tx, to.seller, push.object()));
        if (stored.isEmpty()) return new Pushed.Refused("there is no such invoice");
        var invoice = stored.get();
        var there = there(to, push, invoice);
        if (!(there instanceof Pushed.Done found)) return there;
        var id = found.externalId();
        return switch (push.action()) {
            case CREATE -> id.isEmpty() ? create(to, push.attempt(), invoice) : there;
            case VOID ->
                id.isEmpty()
                        ? new Pushed.Done("", Optional.of("it never was in the books"))
                        : end(to, push, id, invoice.credited().isPositive());
            case UPDATE -> id.isEmpty() ? create(to, push.attempt(), invoice) : replace(to, push, invoice, id);
        };
    }

    /// What an invoice is called over there, or nothing. The books are asked where it may be there without our knowing:
    /// an answer was lost, or they were connected anew. Then it may stand under the number of an older version.
    private Pushed there(Destination to, Push push, BooksView.Invoice invoice) {
        var known = remote(to, Push.Kind.INVOICE, invoice.id());
        boolean mayBeThere = push.attempt().isRepeat() || database.read(tx -> pushes.wasBegun(tx, to.seller, push));
        if (known.isPresent() || !mayBeThere) return Pushed.Done.of(known.orElse(""));
        for (var number : invoice.numbers()) {
            var called = to.books.invoiceCalled(number);
            if (!(called instanceof Pushed.Done done) || !done.externalId().isEmpty()) {
                return named(to, Push.Kind.INVOICE, invoice.id(), called);
            }
        }
        return Pushed.Done.of("");
    }

    /// Neither service lets an issued invoice change its number: the old one is voided, the new version takes its
    /// place.
    private Pushed replace(Destination to, Push push, BooksView.Invoice invoice, String old) {
        if (invoice.isVoided()) return Pushed.Done.of(old);
        var newest = to.books.invoiceCalled(invoice.number().orElse(""));
        if (!(newest instanceof Pushed.Done done) || done.externalId().equals(old)) return newest; // It went as it is.
        var freed = takeOff(to, push, invoice.id());
        if (!(freed instanceof Pushed.Done)) return freed;
        var rewritten = endChangedNotes(to, push, invoice.id());
        if (!(rewritten instanceof Pushed.Done)) return rewritten;
        var ended = end(to, push, old, false);
        if (!(ended instanceof Pushed.Done)) return ended;
        database.inTransaction(tx -> {
            pushes.forget(tx, to.seller, to.organisation, Push.Kind.INVOICE, invoice.id());
            lowerAgain(tx, to, push, invoice.id());
            return 0;
        });
        return create(to, push.attempt(), invoice);
    }

    /// The payments on it are taken off before, and put on what takes its place: Xero voids no invoice that was paid,
    /// and QuickBooks would leave them hanging in the air.
    private Pushed takeOff(Destination to, Push push, UUID invoice) {
        for (var id : database.read(tx -> view.paymentsThere(tx, to.seller, to.organisation, invoice))) {
            var payment = database.read(tx -> view.payment(tx, to.seller, id)).orElseThrow();
            var there = remote(to, Push.Kind.PAYMENT, id).orElseThrow();
            var removed = to.books.removePayment(push.attempt().apart(id.toString()), there, payment.paidOn());
            if (!(removed instanceof Pushed.Done)) return removed;
            database.inTransaction(tx -> {
                pushes.forget(tx, to.seller, to.organisation, Push.Kind.PAYMENT, id);
                pushes.add(
                        tx,
                        to.seller,
                        Push.Kind.PAYMENT,
                        id,
                        Push.Action.UPDATE,
                        push.cause(),
                        push.occurredAt()); // Next in line.
                return 0;
            });
        }
        return Pushed.Done.of("");
    }

    /// What was taken off from the old version is taken off from the one that takes its place; next in line.
    private void lowerAgain(Handle tx, Destination to, Push push, UUID invoice) {
        for (var id : view.settlementsOf(tx, to.seller, invoice)) {
            if (pushes.remote(tx, to.seller, to.organisation, Push.Kind.CREDIT_NOTE, id)
                    .isEmpty()) continue;
            pushes.add(tx, to.seller, Push.Kind.CREDIT_NOTE, id, Push.Action.CREATE, push.cause(), push.occurredAt());
        }
    }

    /// What was given back for it is not the same with another tax: such a note is written anew, next in line.
    private Pushed endChangedNotes(Destination to, Push push, UUID invoice) {
        for (var note : database.read(tx -> credits.notesOf(tx, to, invoice))) {
            if (note.isOffset()) continue;
            var settlement = database.read(tx ->
                            view.settlement(tx, to.seller, note.settlement().orElseThrow()))
                    .orElseThrow();
            var credit = settlement.credit();
            if (credit.total().equals(note.amount()) && credit.tax().equals(note.tax())) continue;
            database.inTransaction(tx -> {
                pushes.add(
                        tx,
                        to.seller,
                        Push.Kind.CREDIT_NOTE,
                        settlement.id(),
                        Push.Action.CREATE,
                        push.cause(),
                        push.occurredAt());
                return 0;
            });
            var ended = endNote(to, push, note.id());
            if (!(ended instanceof Pushed.Done)) return ended;
        }
        return Pushed.Done.of("");
    }

    /// Neither service voids an invoice that credit was set off against; and what took back a part of it goes with it.
    ///
    /// @param isCreditFree the credit on it goes back to the customer, who got a part of it already
    private Pushed end(Destination to, Push push, String id, boolean isCreditFree) {
        var released = spendCredit.release(to, push.attempt(), push.object(), id);
        if (!(released instanceof Pushed.Done)) return released;
        for (var note : database.read(tx -> credits.notesOf(tx, to, push.object()))) {
            if (!note.isOffset() && !isCreditFree) continue;
            var ended = endNote(to, push, note.id());
            if (!(ended instanceof Pushed.Done)) return ended;
        }
        return to.books.voidInvoice(push.attempt(), id);
    }

    /// Where it paid another invoice, the credit that came free pays that one instead, next in line.
    private Pushed endNote(Destination to, Push push, String note) {
        for (var invoice : database.read(tx -> credits.payees(tx, to, note))) {
            var called = remote(to, Push.Kind.INVOICE, invoice).orElse("");
            var released = spendCredit.release(to, push.attempt(), invoice, called, note);
            if (!(released instanceof Pushed.Done)) return released;
            database.inTransaction(tx -> {
                pushes.add(
                        tx,
                        to.seller,
                        Push.Kind.CREDIT_NOTE,
                        invoice,
                        Push.Action.UPDATE,
                        push.cause(),
                        push.occurredAt());
                return 0;
            });
        }
        var ended = to.books.endCreditNote(push.attempt().apart(note), note);
        if (!(ended instanceof Pushed.Done)) return ended;
        database.inTransaction(tx -> {
            credits.forget(tx, to, note);
            return 0;
        });
        return ended;
    }

    private Pushed create(Destination to, Attempt attempt, BooksView.Invoice invoice) {
        if (invoice.number().isEmpty()) return new Pushed.Retry(LATER, "the invoice is not issued yet");
        if (invoice.isVoided()) return new Pushed.Done("", Optional.of("it was void before it went over"));
        if (invoice.lines().isEmpty()) return new Pushed.Done("", Optional.of("it has no lines"));
        var customer = customer(to, invoice);
        if (!(customer instanceof Pushed.Done done)) return customer;
        var pushed = to.books.invoice(
                attempt,
                new BookInvoice(
                        invoice.number().get(),
                        done.externalId(),
                        invoice.issuedOn(),
                        invoice.dueOn(),
                        invoice.currency(),
                        invoice.lines(),
                        invoice.memo()));
        return named(to, Push.Kind.INVOICE, invoice.id(), pushed);
    }

    /// Found or made once; the connector looks before it writes.
    private Pushed customer(Destination to, BooksView.Invoice invoice) {
        var known = remote(to, Push.Kind.CUSTOMER, invoice.billed());
        if (known.isPresent()) return Pushed.Done.of(known.get());
        var pushed = to.books.customer(
                new Attempt(invoice.billed(), true),
                new BookCustomer(invoice.billed(), invoice.billedName(), Optional.empty(), invoice.currency()));
        return named(to, Push.Kind.CUSTOMER, invoice.billed(), pushed);
    }

    private Pushed payment(Destination to, Push push) {
        var found = database.read(tx -> view.payment(tx, to.seller, push.object()));
        if (found.isEmpty()) return new Pushed.Refused("there is no such payment");
        var payment = found.get();
        var known = remote(to, Push.Kind.PAYMENT, payment.id());
        if (push.action() == Push.Action.CREATE && known.isPresent()) return Pushed.Done.of(known.get());
        if (known.isPresent()) {
            var removed = to.books.removePayment(push.attempt(), known.get(), payment.paidOn());
            if (!(removed instanceof Pushed.Done)) return removed;
            database.inTransaction(tx -> {
                pushes.forget(tx, to.seller, to.organisation, Push.Kind.PAYMENT, payment.id());
                return 0;
            });
        }
        if (!payment.left().isPositive()) return new Pushed.Done(known.orElse(""), Optional.empty());
        return pay(to, push, payment);
    }

    private Pushed pay(Destination to, Push push, BooksView.Payment payment) {
        var invoice = database.read(tx -> view.invoice(tx, to.seller, payment.invoice()))
                .orElseThrow();
        var invoiceId = remote(to, Push.Kind.INVOICE, invoice.id());
        if (invoiceId.isEmpty()) return first(to, invoice);
        var customerId = customer(to, invoice);
        if (!(customerId instanceof Pushed.Done done)) return customerId;
        var pushed = to.books.payment(
                push.attempt(),
                new BookPayment(
                        payment.id(),
                        done.externalId(),
                        invoiceId.get(),
                        invoice.number().orElse(""),
                        payment.paidOn(),
                        payment.left()));
        return named(to, Push.Kind.PAYMENT, payment.id(), pushed);
    }

    /// Its invoice goes first: one that was issued before the books were connected, or that still waits.
    private Pushed first(Destination to, BooksView.Invoice invoice) {
        if (invoice.number().isEmpty()) return new Pushed.Retry(LATER, "its invoice is not issued yet");
        var pushed = create(to, new Attempt(invoice.id(), true), invoice);
        if (!(pushed instanceof Pushed.Done)) return pushed;
        return remote(to, Push.Kind.INVOICE, invoice.id()).isPresent()
                ? new Pushed.Retry(SOON, "its invoice has just gone over")
                : new Pushed.Refused("its invoice is not in the books");
    }

    /// The customer's credit paid a part of this invoice.
    private Pushed spendCredit(Destination to, Push push) {
        var invoice =
                database.read(tx -> view.invoice(tx, to.seller, push.object())).orElseThrow();
        if (invoice.isVoided()) return new Pushed.Done("", Optional.of("its invoice is void"));
        var invoiceId = remote(to, Push.Kind.INVOICE, invoice.id());
        if (invoiceId.isEmpty()) return first(to, invoice);
        var customerId = customer(to, invoice);
        if (!(customerId instanceof Pushed.Done done)) return customerId;
        return spendCredit.run(to, push, invoice, new SpendCredit.Names(invoiceId.get(), done.externalId()));
    }

    /// What is set off lowers its invoice; what was paid for becomes the customer's credit over there.
    private Pushed creditNote(Destination to, Push push) {
        var found = database.read(tx -> view.settlement(tx, to.seller, push.object()));
        if (found.isEmpty()) return new Pushed.Refused("there is no such credit");
        var settlement = found.get();
        var invoice = database.read(tx -> view.invoice(tx, to.seller, settlement.invoice()))
                .orElseThrow();
        var invoiceId = remote(to, Push.Kind.INVOICE, invoice.id());
        if (invoiceId.isEmpty()) return first(to, invoice);
        var customerId = customer(to, invoice);
        if (!(customerId instanceof Pushed.Done done)) return customerId;
        var names = new SpendCredit.Names(invoiceId.get(), done.externalId());
        var lowered = lower(to, push, invoice, settlement, names);
        if (!(lowered instanceof Pushed.Done)) return lowered;
        var credited = write(to, push, invoice, settlement, names, false);
        if (!(credited instanceof Pushed.Done last)) return credited;
        return named(
                to, Push.Kind.CREDIT_NOTE, settlement.id(), last.externalId().isEmpty() ? lowered : last);
    }

    private Pushed lower(
            Destination to,
            Push push,
            BooksView.Invoice invoice,
            BooksView.Settlement settlement,
            SpendCredit.Names names) {
        var written = write(to, push, invoice, settlement, names, true);
        if (!(written instanceof Pushed.Done done) || done.externalId().isEmpty()) return written;
        var lowered = spendCredit.lower(
                to,
                push,
                invoice.id(),
                new BookSetOff(
                        done.externalId(),
                        names.invoice(),
                        names.customer(),
                        settlement.offset().total(),
                        settlement.on()));
        return lowered instanceof Pushed.Done ? written : lowered;
    }

    /// Once: two events may tell of one change, and a regenerated invoice asks again for what lowers it, while what was
    /// given stays given. Without an amount there is no note, and its id is empty.
    private Pushed write(
            Destination to,
            Push push,
            BooksView.Invoice invoice,
            BooksView.Settlement settlement,
            SpendCredit.Names names,
            boolean isOffset) {
        var line = isOffset ? settlement.offset() : settlement.credit();
        if (!line.total().isPositive()) return Pushed.Done.of("");
        var known = database.read(tx -> credits.notesOf(tx, to, invoice.id())).stream()
                .filter(note -> note.isOffset() == isOffset && note.settlement().equals(Optional.of(settlement.id())))
                .findFirst();
        if (known.isPresent()) return Pushed.Done.of(known.get().id());
        var letter = isOffset ? "S" : "C";
        var written = to.books.creditNote(push.attempt().apart(letter), note(invoice, settlement, letter, names, line));
        if (written instanceof Pushed.Done done) {
            database.inTransaction(tx -> {
                credits.keep(
                        tx,
                        to,
                        invoice.billed(),
                        new CreditStore.Note(
                                done.externalId(), Optional.of(settlement.id()), isOffset, line.total(), line.tax()));
                return 0;
            });
        }
        return written;
    }

    private static BookCreditNote note(
            BooksView.Invoice invoice,
            BooksView.Settlement settlement,
            String letter,
            SpendCredit.Names names,
            BookLine line) {
        var end = settlement.id().toString();
        return new BookCreditNote(
                "%s-%s%s".formatted(letter, invoice.number().orElse(""), end.substring(end.length() - 6)),
                names.customer(),
                settlement.on(),
                line.net().currency(),
                List.of(line));
    }

    private Optional<String> remote(Destination to, Push.Kind kind, UUID object) {
        return database.read(tx -> pushes.remote(tx, to.seller, to.organisation, kind, object));
    }

    private Pushed named(Destination to, Push.Kind kind, UUID object, Pushed pushed) {
        if (pushed instanceof Pushed.Done done && !done.externalId().isEmpty()) {
            database.inTransaction(tx -> {
                pushes.name(tx, to.seller, to.organisation, kind, object, done.externalId());
                return 0;
            });
        }
        return pushed;
    }
}
