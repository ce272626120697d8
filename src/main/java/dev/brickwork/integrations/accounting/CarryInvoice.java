package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Attempt;
import dev.brickwork.integrations.accounting.books.BookCustomer;
import dev.brickwork.integrations.accounting.books.BookInvoice;
import dev.brickwork.integrations.accounting.books.SyncResult;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.pricing.money.Currency;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Brings an invoice over, its customer first, and what belongs to it after it; knows by what names they are there.
final class CarryInvoice {
    private static final Duration LATER = Duration.ofHours(1);

    private final Database database;
    private final SyncTaskStore pushes;

    CarryInvoice(Database database, SyncTaskStore pushes) {
        this.database = database;
        this.pushes = pushes;
    }

    /// Syncs a document that belongs to an invoice, after making sure that invoice and customer are in the books.
    SyncResult onItsInvoice(Destination to, BooksView.Invoice invoice, Function<SpendCredit.Names, SyncResult> push) {
        return first(to, invoice)
                .then(there -> there.isEmpty()
                        ? new SyncResult.Refused("its invoice is not in the books")
                        : customer(to, invoice).then(customer -> push.apply(new SpendCredit.Names(there, customer))));
    }

    /// Creates the invoice in the books first if it was issued before they were connected, or is not synced yet.
    private SyncResult first(Destination to, BooksView.Invoice invoice) {
        var there = remote(to, SyncTask.Kind.INVOICE, invoice.id());
        return there.isPresent()
                ? SyncResult.Done.of(there.get())
                : create(to, new Attempt(invoice.id(), true), invoice);
    }

    SyncResult create(Destination to, Attempt attempt, BooksView.Invoice invoice) {
        if (invoice.number().isEmpty()) return new SyncResult.Retry(LATER, "the invoice is not issued yet");
        if (invoice.isVoided()) return new SyncResult.Done("", Optional.of("it was void before it went over"));
        if (invoice.lines().isEmpty()) return new SyncResult.Done("", Optional.of("it has no lines"));
        return customer(to, invoice).then(customer -> {
            var pushed = to.books()
                    .invoice(
                            attempt,
                            new BookInvoice(
                                    invoice.number().get(),
                                    customer,
                                    invoice.issuedOn(),
                                    invoice.dueOn(),
                                    invoice.currency(),
                                    invoice.lines(),
                                    invoice.memo()));
            return named(to, SyncTask.Kind.INVOICE, invoice.id(), pushed);
        });
    }

    /// Found or made once, or once for each currency; the connector looks before it writes. Two of our customers may
    /// have one name, or one may have had the other's before: the second gets another name there.
    private SyncResult customer(Destination to, BooksView.Invoice invoice) {
        var one = to.books().hasOneCurrencyPerCustomer() ? Optional.of(invoice.currency()) : Optional.<Currency>empty();
        var known = database.read(tx -> pushes.customer(tx, to, invoice.billed(), one));
        if (known.isPresent()) return SyncResult.Done.of(known.get());
        var end = invoice.billed().toString();
        var unlike = "%s (%s)".formatted(invoice.billedName(), end.substring(end.length() - 6));
        return customer(to, invoice, invoice.billedName())
                .then(id -> database.read(tx -> pushes.isAnothers(tx, to, invoice.billed(), id))
                        ? customer(to, invoice, unlike)
                        : SyncResult.Done.of(id))
                .then(id -> {
                    database.write(tx -> pushes.nameCustomer(tx, to, invoice.billed(), invoice.currency(), id));
                    return SyncResult.Done.of(id);
                });
    }

    private static SyncResult customer(Destination to, BooksView.Invoice invoice, String name) {
        var attempt =
                new Attempt(invoice.billed(), true).apart(invoice.currency().code());
        return to.books().customer(attempt, new BookCustomer(invoice.billed(), name, invoice.currency()));
    }

    Optional<String> remote(Destination to, SyncTask.Kind kind, UUID object) {
        return database.read(tx -> pushes.remote(tx, to, kind, object));
    }

    SyncResult named(Destination to, SyncTask.Kind kind, UUID object, SyncResult pushed) {
        if (pushed instanceof SyncResult.Done done && !done.externalId().isEmpty()) {
            database.write(tx -> pushes.name(tx, to, kind, object, done.externalId()));
        }
        return pushed;
    }

    void nextInLine(
            SqlSession tx, Destination to, SyncTask push, SyncTask.Kind kind, UUID object, SyncTask.Action action) {
        pushes.add(tx, to.seller(), SyncTask.of(kind, object, action, push.cause(), push.occurredAt()));
    }
}
