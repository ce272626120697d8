package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Attempt;
import dev.brickwork.integrations.accounting.books.BookCreditNote;
import dev.brickwork.integrations.accounting.books.BookLine;
import dev.brickwork.integrations.accounting.books.BookSetOff;
import dev.brickwork.integrations.accounting.books.SyncResult;
import dev.brickwork.platform.database.Database;
import dev.brickwork.pricing.money.Money;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Sets credit off against the invoice that it paid (rule I-11): first what stands open over there, the oldest note
/// first; what came from elsewhere (a gift, an overpayment) by a note of its own. What lowers an invoice is set off
/// against it, too. What is set off is written down note by note, so a repetition goes on where the last attempt ended.
final class SpendCredit {
    private final Database database;
    private final CreditStore credits;

    SpendCredit(Database database, CreditStore credits) {
        this.database = database;
        this.credits = credits;
    }

    /// The invoice and its customer as they are called over there.
    record Names(String invoice, String customer) {}

    SyncResult run(Destination to, SyncTask push, BooksView.Invoice invoice, Names names) {
        return run(to, push, invoice, names, Optional.empty());
    }

    /// @param settlement with which a note of its own ends
    SyncResult run(Destination to, SyncTask push, BooksView.Invoice invoice, Names names, Optional<UUID> settlement) {
        var done = database.read(tx -> credits.on(tx, to, invoice.id())).stream()
                .filter(setOff -> !setOff.isOffset())
                .toList();
        long missing = invoice.credited().minor()
                - done.stream().mapToLong(CreditStore.SetOff::amount).sum();
        for (var open : database.read(tx -> credits.open(tx, to, invoice))) {
            if (missing <= 0) break;
            long part = Math.min(missing, open.left());
            var standing = done.stream()
                    .filter(setOff -> setOff.note().equals(open.note()))
                    .findFirst();
            var pushed = standing.isPresent()
                    ? raise(to, push, invoice, names, standing.get(), part)
                    : setOff(to, push, invoice.id(), paid(invoice, names, open.note(), part));
            if (!(pushed instanceof SyncResult.Done)) return pushed;
            missing -= part;
        }
        if (missing <= 0) return SyncResult.Done.of("");
        var number = "A-" + invoice.number().orElseThrow();
        var unlike = done.isEmpty() ? number : number + "-" + (done.size() + 1); // Credit came once more, by hand.
        return byItsOwnNote(to, push, invoice, names, new Own(unlike, missing, settlement));
    }

    /// A note has paid a part of the invoice, became free again elsewhere and pays more of it: both services know
    /// one set-off of a note and an invoice, so a larger one takes its place. Where an attempt ends between the two
    /// steps, the next one finds the note open and sets the same amount off.
    private SyncResult raise(
            Destination to,
            SyncTask push,
            BooksView.Invoice invoice,
            Names names,
            CreditStore.SetOff standing,
            long part) {
        long amount = standing.amount() + part;
        return release(to, push.attempt().apart(Long.toString(amount)), invoice.id(), names.invoice, standing)
                .then(_ -> setOff(to, push, invoice.id(), paid(invoice, names, standing.note(), amount)));
    }

    private record Own(String number, long missing, Optional<UUID> settlement) {}

    private SyncResult byItsOwnNote(Destination to, SyncTask push, BooksView.Invoice invoice, Names names, Own own) {
        var amount = new Money(own.missing, invoice.currency());
        var pushed = to.books()
                .creditNote(
                        push.attempt(),
                        new BookCreditNote(
                                own.number,
                                names.customer,
                                invoice.issuedOn(),
                                amount.currency(),
                                List.of(new BookLine(
                                        "Credit spent on invoice "
                                                + invoice.number().orElseThrow(),
                                        amount,
                                        Money.zero(amount.currency())))));
        return pushed.then(id -> {
            var note = new CreditStore.Note(
                    id, own.settlement, Optional.empty(), false, amount, Money.zero(amount.currency()));
            database.write(tx -> credits.keep(tx, to, invoice.billed(), note));
            return setOff(to, push, invoice.id(), paid(invoice, names, id, own.missing));
        });
    }

    private static BookSetOff paid(BooksView.Invoice invoice, Names names, String note, long amount) {
        return new BookSetOff(
                note, names.invoice, names.customer, new Money(amount, invoice.currency()), invoice.issuedOn());
    }

    /// Sets an offset note against its invoice in the books, unless that is done already.
    SyncResult lower(Destination to, SyncTask push, UUID invoice, BookSetOff offset) {
        boolean isDone = database.read(tx -> credits.on(tx, to, invoice)).stream()
                .anyMatch(setOff -> setOff.note().equals(offset.noteId()));
        return isDone ? SyncResult.Done.of(offset.noteId()) : setOff(to, push, invoice, offset);
    }

    private SyncResult setOff(Destination to, SyncTask push, UUID invoice, BookSetOff setOff) {
        var step = push.attempt().apart(setOff.noteId() + " " + setOff.amount().minor());
        var pushed = to.books().setOff(step, setOff);
        return pushed.then(id -> {
            database.write(tx -> credits.add(tx, to, invoice, setOff, id));
            return pushed;
        });
    }

    /// Before an invoice ends over there, the credit on it is free again, as it is here.
    SyncResult release(Destination to, Attempt attempt, UUID invoice, String invoiceId) {
        return SyncResult.each(
                database.read(tx -> credits.on(tx, to, invoice)),
                setOff -> release(to, attempt, invoice, invoiceId, setOff));
    }

    /// One note alone is free again.
    SyncResult release(Destination to, Attempt attempt, UUID invoice, String invoiceId, String note) {
        for (var setOff : database.read(tx -> credits.on(tx, to, invoice))) {
            if (setOff.note().equals(note)) return release(to, attempt, invoice, invoiceId, setOff);
        }
        return SyncResult.Done.of(invoiceId);
    }

    private SyncResult release(
            Destination to, Attempt attempt, UUID invoice, String invoiceId, CreditStore.SetOff setOff) {
        var pushed = to.books()
                .removeSetOff(attempt.apart(setOff.note() + invoice), setOff.note(), invoiceId, setOff.remoteId());
        return pushed.then(_ -> {
            database.write(tx -> credits.remove(tx, to, invoice, setOff.note()));
            return pushed;
        });
    }
}
