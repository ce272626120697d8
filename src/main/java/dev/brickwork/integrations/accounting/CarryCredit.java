package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.BookCreditNote;
import dev.brickwork.integrations.accounting.books.BookLine;
import dev.brickwork.integrations.accounting.books.BookSetOff;
import dev.brickwork.integrations.accounting.books.SyncResult;
import dev.brickwork.platform.database.Database;
import java.util.List;
import java.util.Optional;

/// Carries over what was given back of invoices, as notes, and ends notes that no longer hold.
final class CarryCredit {
    private final Database database;
    private final BooksView view;
    private final CreditStore credits;
    private final SpendCredit spendCredit;
    private final CarryInvoice invoices;

    CarryCredit(
            Database database, BooksView view, CreditStore credits, SpendCredit spendCredit, CarryInvoice invoices) {
        this.database = database;
        this.view = view;
        this.credits = credits;
        this.spendCredit = spendCredit;
        this.invoices = invoices;
    }

    /// Syncs one settlement: an offset lowers its invoice, a paid amount becomes the customer's credit in the
    /// books, and a negative credit is taken from that credit.
    SyncResult run(Destination to, SyncTask push) {
        var found = database.read(tx -> view.settlement(tx, to.seller(), push.object()));
        if (found.isEmpty()) return usageNote(to, push);
        var settlement = found.get();
        var invoice = database.read(tx -> view.invoice(tx, to.seller(), settlement.invoice()))
                .orElseThrow();
        return invoices.onItsInvoice(to, invoice, names -> {
            if (settlement.credit().total().minor() < 0) return takeBack(to, push, invoice, settlement, names);
            var lowered = lower(to, push, invoice, settlement, names);
            return lowered.then(_ -> {
                var credited = write(to, push, invoice, settlement, names, false);
                return credited.then(id -> invoices.named(
                        to, SyncTask.Kind.CREDIT_NOTE, settlement.id(), id.isEmpty() ? lowered : credited));
            });
        });
    }

    /// Credit is taken back by an invoice of its own, which the customer's credit pays: what was shown as credit is
    /// used up, and what never was comes from a note that ends with it.
    private SyncResult takeBack(
            Destination to,
            SyncTask push,
            BooksView.Invoice invoice,
            BooksView.Settlement settlement,
            SpendCredit.Names names) {
        var back = invoice.takingBack(settlement);
        var known = invoices.remote(to, SyncTask.Kind.INVOICE, back.id());
        var there = known.isPresent()
                ? SyncResult.Done.of(known.get())
                : invoices.create(to, push.attempt().apart("D"), back);
        boolean hasNote = database.read(tx -> credits.notesOf(tx, to, invoice.id())).stream()
                .anyMatch(note -> note.settlement().equals(Optional.of(back.id())));
        return there.then(id -> spendCredit.run(
                to,
                push,
                back,
                new SpendCredit.Names(id, names.customer()),
                hasNote ? Optional.empty() : Optional.of(back.id())));
    }

    /// Syncs the credit for the usage of a window as one credit note, which is replaced when its amount changes.
    private SyncResult usageNote(Destination to, SyncTask push) {
        var found = database.read(tx -> view.usageCredit(tx, to.seller(), push.object()));
        if (found.isEmpty()) return new SyncResult.Refused("there is no such credit");
        var credit = found.get();
        var line = credit.line();
        var known = database.read(tx -> credits.noteOfUsage(tx, to, credit.id()));
        boolean isSame = known.filter(
                        note -> note.amount().equals(line.total()) && note.tax().equals(line.tax()))
                .isPresent();
        if (isSame) return SyncResult.Done.of(known.get().id());
        var ended = known.isEmpty()
                ? SyncResult.Done.of("")
                : end(to, push, known.get().id());
        return ended.then(_ -> line.total().isPositive() ? writeUsage(to, push, credit) : SyncResult.Done.of(""));
    }

    private SyncResult writeUsage(Destination to, SyncTask push, BooksView.UsageCredit credit) {
        var invoice = database.read(tx -> view.invoice(tx, to.seller(), credit.invoice()))
                .orElseThrow();
        return invoices.onItsInvoice(to, invoice, names -> {
            var line = credit.line();
            var written = to.books()
                    .creditNote(
                            push.attempt().apart(credit.newest().toString()),
                            new BookCreditNote(
                                    invoice.numberBeside("U", credit.newest()),
                                    names.customer(),
                                    credit.on(),
                                    line.net().currency(),
                                    List.of(line)));
            return written.then(id -> {
                var note = new CreditStore.Note(
                        id, Optional.empty(), Optional.of(credit.id()), false, line.total(), line.tax());
                database.write(tx -> credits.keep(tx, to, invoice.billed(), note));
                return written;
            });
        });
    }

    private SyncResult lower(
            Destination to,
            SyncTask push,
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
    private SyncResult write(
            Destination to,
            SyncTask push,
            BooksView.Invoice invoice,
            BooksView.Settlement settlement,
            SpendCredit.Names names,
            boolean isOffset) {
        var line = isOffset ? settlement.offset() : settlement.credit();
        if (!line.total().isPositive()) return SyncResult.Done.of("");
        var known = database.read(tx -> credits.notesOf(tx, to, invoice.id())).stream()
                .filter(note -> note.isOffset() == isOffset && note.settlement().equals(Optional.of(settlement.id())))
                .findFirst();
        if (known.isPresent()) return SyncResult.Done.of(known.get().id());
        var letter = isOffset ? "S" : "C";
        var written =
                to.books().creditNote(push.attempt().apart(letter), note(invoice, settlement, letter, names, line));
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
        return new BookCreditNote(
                invoice.numberBeside(letter, settlement.id()),
                names.customer(),
                settlement.on(),
                line.net().currency(),
                List.of(line));
    }

    /// Where it paid another invoice, the credit that came free pays that one instead.
    SyncResult end(Destination to, SyncTask push, String note) {
        var payees = database.read(tx -> credits.payees(tx, to, note));
        return SyncResult.each(payees, invoice -> {
                    var called =
                            invoices.remote(to, SyncTask.Kind.INVOICE, invoice).orElse("");
                    var released = spendCredit.release(to, push.attempt(), invoice, called, note);
                    return released.then(_ -> {
                        database.write(tx -> invoices.nextInLine(
                                tx, to, push, SyncTask.Kind.CREDIT_NOTE, invoice, SyncTask.Action.UPDATE));
                        return released;
                    });
                })
                .then(_ -> to.books().endCreditNote(push.attempt().apart(note), note))
                .then(id -> {
                    database.write(tx -> credits.forget(tx, to, note));
                    return SyncResult.Done.of(id);
                });
    }
}
