package dev.brickwork.payments.collection;

import dev.brickwork.invoices.Held;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.invoices.Invoices;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.payments.PaymentRooms;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.collection.CollectionStore.Entry;
import dev.brickwork.payments.collection.CollectionStore.Kind;
import dev.brickwork.payments.collection.CollectionStore.Series;
import dev.brickwork.sellers.Sellers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// What charges do to the series of an invoice and to its log (rule J-01). Runs in the transaction that settles them,
/// under the invoice's lock.
public final class Collecting {
    public static final Duration WHILE_UNAVAILABLE = Duration.ofHours(1);

    private final Sellers sellers;
    private final Invoices invoices;
    private final CollectionStore store = new CollectionStore();

    public Collecting(PaymentRooms rooms) {
        this.sellers = rooms.sellers();
        this.invoices = rooms.invoices();
    }

    public void underWay(Handle tx, Caller caller, Intent intent, Outcome outcome) {
        log(tx, caller, intent, outcome, Optional.empty(), Optional.empty());
    }

    public void succeeded(Handle tx, Caller caller, Intent intent, Money amount) {
        var entry = new Entry(
                caller.now(),
                kind(intent),
                Outcome.SUCCEEDED,
                Optional.of(amount.minor()),
                Optional.of(intent.id()),
                Optional.empty(),
                Optional.empty());
        store.log(tx, caller, intent.invoice(), entry);
        store.series(tx, caller, intent.invoice())
                .ifPresent(series -> store.save(tx, caller, new Series(intent.invoice(), 0, Optional.empty())));
    }

    public void failed(Handle tx, Caller caller, Held held, Intent intent, Outcome outcome, String error) {
        var series = store.series(tx, caller, intent.invoice());
        if (series.isEmpty() || held.isNothingOpen()) { // Money came from elsewhere meanwhile (rule I-14).
            log(tx, caller, intent, outcome, Optional.of(error), Optional.empty());
            return;
        }
        boolean isCounted =
                intent.cause().isAutomatic() && series.get().attemptAt().isEmpty(); // Not begun anew since.
        var failure = new Failure(outcome, error);
        if (isCounted) afterAutomatic(tx, caller, held, intent, failure, series.get());
        else afterAsked(tx, caller, held, intent, failure, series.get());
    }

    private record Failure(Outcome outcome, String error) {}

    private void afterAutomatic(Handle tx, Caller caller, Held held, Intent intent, Failure failure, Series series) {
        int failures = series.failures() + 1;
        var next = Dunning.after(failures, failure.outcome, isRetrying(tx, caller, held), caller.now());
        Optional<Instant> attemptAt = next instanceof Dunning.Next.Retry(var at) ? Optional.of(at) : Optional.empty();
        store.save(tx, caller, new Series(intent.invoice(), failures, attemptAt));
        log(tx, caller, intent, failure.outcome, Optional.of(failure.error), attemptAt);
        if (next instanceof Dunning.Next.GiveUp(var why)) giveUp(tx, caller, intent.invoice(), why);
    }

    /// Somebody tried by hand while a series runs: its next try counts from this failure.
    private void afterAsked(Handle tx, Caller caller, Held held, Intent intent, Failure failure, Series series) {
        boolean isRunning = series.failures() > 0 && !held.facts().isGivenUp();
        Optional<Instant> attemptAt = isRunning && isRetrying(tx, caller, held)
                ? Dunning.postponed(series.failures(), caller.now())
                : series.attemptAt();
        store.save(tx, caller, series.at(attemptAt));
        log(tx, caller, intent, failure.outcome, Optional.of(failure.error), attemptAt);
    }

    /// The seller's account does not work: no decline, and tried again when it does.
    public void refused(Handle tx, Caller caller, Intent intent, String error) {
        var next = store.series(tx, caller, intent.invoice())
                .filter(series -> series.attemptAt().isEmpty()) // Not begun anew since.
                .map(series -> series.at(Optional.of(caller.now().plus(WHILE_UNAVAILABLE))));
        next.ifPresent(series -> store.save(tx, caller, series));
        log(tx, caller, intent, Outcome.SKIPPED, Optional.of(error), next.flatMap(Series::attemptAt));
    }

    private void giveUp(Handle tx, Caller caller, InvoiceId invoice, String why) {
        invoices.giveUp(tx, caller, invoices.lock(tx, caller, invoice).orElseThrow(), Optional.of(caller.now()));
        invoices.remember(tx, caller, invoice, "COLLECTION_GIVEN_UP", Optional.of(why));
        store.log(tx, caller, invoice, Entry.plain(caller, Kind.GIVEN_UP, Outcome.NONE, why));
    }

    /// An attempt ended before the processor was asked for money, be it that its process died: it is made anew.
    public void again(Handle tx, Caller caller, InvoiceId invoice) {
        store.series(tx, caller, invoice)
                .filter(series -> series.attemptAt().isEmpty())
                .ifPresent(series -> store.save(tx, caller, series.at(Optional.of(caller.now()))));
    }

    /// Nothing was charged, and nothing will be until something changes.
    public void skip(Handle tx, Caller caller, InvoiceId invoice, String why) {
        var series = store.series(tx, caller, invoice);
        if (series.isEmpty()) return; // Somebody ended it meanwhile, and has said so.
        store.save(tx, caller, series.get().at(Optional.empty()));
        store.log(tx, caller, invoice, series.get().skipped(caller, why));
    }

    /// A new default method begins the series of everything that is owed anew (rule J-01). What is being charged waits
    /// for the end of that: should it fail, the new method is still to be tried.
    public void restart(Handle tx, Caller caller, UUID company) {
        for (var invoice : store.stalled(tx, caller, company)) {
            var held = invoices.lock(tx, caller, invoice).orElseThrow();
            if (held.isVoided() || held.isNothingOpen()) continue;
            if (store.series(tx, caller, invoice).isEmpty()) continue; // Somebody ended it meanwhile.
            store.end(tx, caller, invoice);
            if (store.begin(tx, caller, List.of(invoice)) == 0) continue; // Nothing is charged by itself any more.
            if (held.facts().isGivenUp()) invoices.giveUp(tx, caller, held, Optional.empty());
            store.log(
                    tx,
                    caller,
                    invoice,
                    Entry.plain(caller, Kind.RESTARTED, Outcome.NONE, "a new default payment method was chosen"));
        }
    }

    /// By the order, else by the seller.
    public boolean isRetrying(Handle tx, Caller caller, Held held) {
        return held.subscription()
                .flatMap(subscription -> store.autoPay(tx, caller, subscription))
                .flatMap(CollectionStore.AutoPay::isRetrying)
                .orElseGet(() -> sellers.get(tx, caller.seller()).isRetryingCharges());
    }

    private void log(
            Handle tx,
            Caller caller,
            Intent intent,
            Outcome outcome,
            Optional<String> message,
            Optional<Instant> nextAttemptAt) {
        var entry = new Entry(
                caller.now(),
                kind(intent),
                outcome,
                Optional.of(intent.amount().minor()),
                Optional.of(intent.id()),
                message,
                nextAttemptAt);
        store.log(tx, caller, intent.invoice(), entry);
    }

    private static Kind kind(Intent intent) {
        return intent.cause() == Intent.Cause.RETRY ? Kind.RETRY : Kind.CHARGE;
    }
}
