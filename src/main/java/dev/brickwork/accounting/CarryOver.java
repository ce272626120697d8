package dev.brickwork.accounting;

import dev.brickwork.accounting.books.Attempt;
import dev.brickwork.accounting.books.BookCreditNote;
import dev.brickwork.accounting.books.BookCustomer;
import dev.brickwork.accounting.books.BookInvoice;
import dev.brickwork.accounting.books.BookLine;
import dev.brickwork.accounting.books.BookPayment;
import dev.brickwork.accounting.books.BookSetOff;
import dev.brickwork.accounting.books.Books;
import dev.brickwork.accounting.books.Pushed;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Database;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/// Carries one thing over into one seller's books. Everything it needs there first, it makes there first.
final class CarryOver {
    private static final Duration LATER = Duration.ofHours(1);

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
        return there(to, push, invoice).then(id -> switch (push.action()) {
            case CREATE -> id.isEmpty() ? create(to, push.attempt(), invoice) : Pushed.Done.of(id);
            case UPDATE -> id.isEmpty() ? create(to, push.attempt(), invoice) : replace(to, push, invoice, id);
            case VOID ->
                id.isEmpty() ? new Pushed.Done("", Optional.of("it never was in the books")) : end(to, push, id, true);
        });
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
        return takeOff(to, push, invoice.id())
                .then(_ -> endChangedNotes(to, push, invoice.id()))
                .then(_ -> end(to, push, old, false))
                .then(_ -> {
                    database.write(tx -> {
                        pushes.forget(tx, to.seller, to.organisation, Push.Kind.INVOICE, invoice.id());
                        lowerAgain(tx, to, push, invoice.id());
                    });
                    return create(to, push.attempt(), invoice);
                });
    }

    /// The payments on it are taken off before, and put on what takes its place: Xero voids no invoice that was paid,
    /// and QuickBooks would leave them hanging in the air.
    private Pushed takeOff(Destination to, Push push, UUID invoice) {
        var payments = database.read(tx -> view.paymentsThere(tx, to.seller, to.organisation, invoice));
        return Pushed.each(payments, id -> {
            var payment = database.read(tx -> view.payment(tx, to.seller, id)).orElseThrow();
            var there = remote(to, Push.Kind.PAYMENT, id).orElseThrow();
            var removed = to.books.removePayment(push.attempt().apart(id.toString()), there, payment.paidOn());
            return removed.then(_ -> {
                database.write(tx -> {
                    pushes.forget(tx, to.seller, to.organisation, Push.Kind.PAYMENT, id);
                    nextInLine(tx, to, push, Push.Kind.PAYMENT, id, Push.Action.UPDATE);
                });
                return removed;
            });
        });
    }

    /// What was taken off from the old version is taken off from the one that takes its place.
    private void lowerAgain(Handle tx, Destination to, Push push, UUID invoice) {
        for (var id : view.settlementsOf(tx, to.seller, invoice)) {
            boolean isThere = pushes.remote(tx, to.seller, to.organisation, Push.Kind.CREDIT_NOTE, id)
                    .isPresent();
            if (isThere) nextInLine(tx, to, push, Push.Kind.CREDIT_NOTE, id, Push.Action.CREATE);
        }
    }

    /// What was given back for it is not the same with another tax: such a note is written anew.
    private Pushed endChangedNotes(Destination to, Push push, UUID invoice) {
        return Pushed.each(database.read(tx -> credits.notesOf(tx, to, invoice)), note -> {
            if (note.isOffset()) return Pushed.Done.of(note.id());
            var settlement = database.read(tx ->
                            view.settlement(tx, to.seller, note.settlement().orElseThrow()))
                    .orElseThrow();
            var credit = settlement.credit();
            if (credit.total().equals(note.amount()) && credit.tax().equals(note.tax())) {
                return Pushed.Done.of(note.id());
            }
            database.write(tx -> nextInLine(tx, to, push, Push.Kind.CREDIT_NOTE, settlement.id(), Push.Action.CREATE));
            return endNote(to, push, note.id());
        });
    }

    /// Neither service voids an invoice that credit was set off against; and what took back a part of it goes with it.
    ///
    /// @param isForGood what was given back of it comes to nothing, too
    private Pushed end(Destination to, Push push, String id, boolean isForGood) {
        return spendCredit
                .release(to, push.attempt(), push.object(), id)
                .then(_ -> Pushed.each(
                        database.read(tx -> credits.notesOf(tx, to, push.object())),
                        note -> note.isOffset() || isForGood
                                ? endNote(to, push, note.id())
                                : Pushed.Done.of(note.id())))
                .then(_ -> endTakenBack(to, push, push.object()))
                .then(_ -> to.books.voidInvoice(push.attempt(), id));
    }

    /// What took credit back for an invoice ends with it; where a new version takes its place, it is asked for again.
    private Pushed endTakenBack(Destination to, Push push, UUID invoice) {
        var all = database.read(tx -> view.takenBackThere(tx, to.seller, to.organisation, invoice));
        return Pushed.each(all, settlement -> {
            var attempt = push.attempt().apart(settlement.toString());
            var there = remote(to, Push.Kind.INVOICE, settlement).orElseThrow();
            return spendCredit
                    .release(to, attempt, settlement, there)
                    .then(_ -> to.books.voidInvoice(attempt, there))
                    .then(id -> {
                        database.write(tx -> {
                            pushes.forget(tx, to.seller, to.organisation, Push.Kind.INVOICE, settlement);
                            nextInLine(tx, to, push, Push.Kind.CREDIT_NOTE, settlement, Push.Action.CREATE);
                        });
                        return Pushed.Done.of(id);
                    });
        });
    }

    /// Where it paid another invoice, the credit that came free pays that one instead.
    private Pushed endNote(Destination to, Push push, String note) {
        var payees = database.read(tx -> credits.payees(tx, to, note));
        return Pushed.each(payees, invoice -> {
                    var called = remote(to, Push.Kind.INVOICE, invoice).orElse("");
                    var released = spendCredit.release(to, push.attempt(), invoice, called, note);
                    return released.then(_ -> {
                        database.write(
                                tx -> nextInLine(tx, to, push, Push.Kind.CREDIT_NOTE, invoice, Push.Action.UPDATE));
                        return released;
                    });
                })
                .then(_ -> to.books.endCreditNote(push.attempt().apart(note), note))
                .then(id -> {
                    database.write(tx -> credits.forget(tx, to, note));
                    return Pushed.Done.of(id);
                });
    }

    private void nextInLine(Handle tx, Destination to, Push push, Push.Kind kind, UUID object, Push.Action action) {
        pushes.add(tx, to.seller, Push.of(kind, object, action, push.cause(), push.occurredAt()));
    }

    private Pushed create(Destination to, Attempt attempt, BooksView.Invoice invoice) {
        if (invoice.number().isEmpty()) return new Pushed.Retry(LATER, "the invoice is not issued yet");
        if (invoice.isVoided()) return new Pushed.Done("", Optional.of("it was void before it went over"));
        if (invoice.lines().isEmpty()) return new Pushed.Done("", Optional.of("it has no lines"));
        return customer(to, invoice).then(customer -> {
            var pushed = to.books.invoice(
                    attempt,
                    new BookInvoice(
                            invoice.number().get(),
                            customer,
                            invoice.issuedOn(),
                            invoice.dueOn(),
                            invoice.currency(),
                            invoice.lines(),
                            invoice.memo()));
            return named(to, Push.Kind.INVOICE, invoice.id(), pushed);
        });
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
            database.write(tx -> pushes.forget(tx, to.seller, to.organisation, Push.Kind.PAYMENT, payment.id()));
        }
        if (!payment.left().isPositive()) return new Pushed.Done(known.orElse(""), Optional.empty());
        return pay(to, push, payment);
    }

    /// Money may come long before its invoice is issued (rule I-05), and nothing else waits for that.
    private Pushed pay(Destination to, Push push, BooksView.Payment payment) {
        var invoice = database.read(tx -> view.invoice(tx, to.seller, payment.invoice()))
                .orElseThrow();
        if (invoice.number().isEmpty()) return new Pushed.Done("", Optional.of("it goes over with its invoice"));
        return onItsInvoice(to, invoice, names -> {
            var pushed = to.books.payment(
                    push.attempt(),
                    new BookPayment(
                            payment.id(),
                            names.customer(),
                            names.invoice(),
                            invoice.number().orElse(""),
                            payment.paidOn(),
                            payment.left()));
            return named(to, Push.Kind.PAYMENT, payment.id(), pushed);
        });
    }

    /// What belongs to an invoice follows it into the books.
    private Pushed onItsInvoice(Destination to, BooksView.Invoice invoice, Function<SpendCredit.Names, Pushed> push) {
        return first(to, invoice)
                .then(there -> there.isEmpty()
                        ? new Pushed.Refused("its invoice is not in the books")
                        : customer(to, invoice).then(customer -> push.apply(new SpendCredit.Names(there, customer))));
    }

    /// Its invoice goes first: one that was issued before the books were connected, or that still waits.
    private Pushed first(Destination to, BooksView.Invoice invoice) {
        var there = remote(to, Push.Kind.INVOICE, invoice.id());
        return there.isPresent() ? Pushed.Done.of(there.get()) : create(to, new Attempt(invoice.id(), true), invoice);
    }

    /// The customer's credit paid a part of this invoice.
    private Pushed spendCredit(Destination to, Push push) {
        var found = database.read(tx -> view.invoice(tx, to.seller, push.object()));
        if (found.isEmpty()) return creditNote(to, push); // It paid what takes credit back.
        var invoice = found.get();
        if (invoice.isVoided()) return new Pushed.Done("", Optional.of("its invoice is void"));
        return onItsInvoice(to, invoice, names -> spendCredit.run(to, push, invoice, names));
    }

    /// What is set off lowers its invoice; what was paid for becomes the customer's credit over there, and what was
    /// given too much is taken from that.
    private Pushed creditNote(Destination to, Push push) {
        var found = database.read(tx -> view.settlement(tx, to.seller, push.object()));
        if (found.isEmpty()) return usageNote(to, push);
        var settlement = found.get();
        var invoice = database.read(tx -> view.invoice(tx, to.seller, settlement.invoice()))
                .orElseThrow();
        return onItsInvoice(to, invoice, names -> {
            if (settlement.credit().total().minor() < 0) return takeBack(to, push, invoice, settlement, names);
            var lowered = lower(to, push, invoice, settlement, names);
            return lowered.then(_ -> {
                var credited = write(to, push, invoice, settlement, names, false);
                return credited.then(
                        id -> named(to, Push.Kind.CREDIT_NOTE, settlement.id(), id.isEmpty() ? lowered : credited));
            });
        });
    }

    /// Credit is taken back by an invoice of its own, which the customer's credit pays: what was shown as credit is
    /// used up, and what never was comes from a note that ends with it.
    private Pushed takeBack(
            Destination to,
            Push push,
            BooksView.Invoice invoice,
            BooksView.Settlement settlement,
            SpendCredit.Names names) {
        var back = invoice.takingBack(settlement);
        var known = remote(to, Push.Kind.INVOICE, back.id());
        var there = known.isPresent()
                ? Pushed.Done.of(known.get())
                : create(to, push.attempt().apart("D"), back);
        boolean hasNote = database.read(tx -> credits.notesOf(tx, to, invoice.id())).stream()
                .anyMatch(note -> note.settlement().equals(Optional.of(back.id())));
        return there.then(id -> spendCredit.run(
                to,
                push,
                back,
                new SpendCredit.Names(id, names.customer()),
                hasNote ? Optional.empty() : Optional.of(back.id())));
    }

    /// What was given for the usage of a window is one note; when there is more of it, or less, it is written anew.
    private Pushed usageNote(Destination to, Push push) {
        var found = database.read(tx -> view.usageCredit(tx, to.seller, push.object()));
        if (found.isEmpty()) return new Pushed.Refused("there is no such credit");
        var credit = found.get();
        var line = credit.line();
        var known = database.read(tx -> credits.noteOfUsage(tx, to, credit.id()));
        boolean isSame = known.filter(
                        note -> note.amount().equals(line.total()) && note.tax().equals(line.tax()))
                .isPresent();
        if (isSame) return Pushed.Done.of(known.get().id());
        var ended = known.isEmpty()
                ? Pushed.Done.of("")
                : endNote(to, push, known.get().id());
        return ended.then(_ -> line.total().isPositive() ? writeUsage(to, push, credit) : Pushed.Done.of(""));
    }

    private Pushed writeUsage(Destination to, Push push, BooksView.UsageCredit credit) {
        var invoice = database.read(tx -> view.invoice(tx, to.seller, credit.invoice()))
                .orElseThrow();
        return onItsInvoice(to, invoice, names -> {
            var end = credit.newest().toString();
            var number = "U-%s%s".formatted(invoice.number().orElse(""), end.substring(end.length() - 6));
            var line = credit.line();
            var written = to.books.creditNote(
                    push.attempt().apart(end),
                    new BookCreditNote(
                            number, names.customer(), credit.on(), line.net().currency(), List.of(line)));
            return written.then(id -> {
                var note = new CreditStore.Note(
                        id, Optional.empty(), Optional.of(credit.id()), false, line.total(), line.tax());
                database.write(tx -> credits.keep(tx, to, invoice.billed(), note));
                return written;
            });
        });
    }

    private Pushed lower(
            Destination to,
            Push push,
            BooksView.Invoice invoice,
            BooksView.Settlement settlement,
            SpendCredit.Names names) {
        var written = write(to, push, invoice, settlement, names, true);
        return written.then(note -> note.isEmpty()
                ? written
                : spendCredit
                        .lower(
                                to,
                                push,
                                invoice.id(),
                                new BookSetOff(
                                        note,
                                        names.invoice(),
                                        names.customer(),
                                        settlement.offset().total(),
                                        settlement.on()))
                        .then(_ -> written));
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
        return written.then(id -> {
            var note = new CreditStore.Note(
                    id, Optional.of(settlement.id()), Optional.empty(), isOffset, line.total(), line.tax());
            database.write(tx -> credits.keep(tx, to, invoice.billed(), note));
            return written;
        });
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
            database.write(tx -> pushes.name(tx, to.seller, to.organisation, kind, object, done.externalId()));
        }
        return pushed;
    }
}
