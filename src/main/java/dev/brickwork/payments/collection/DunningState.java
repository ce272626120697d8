package dev.brickwork.payments.collection;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.collection.CollectionStore.Entry;
import dev.brickwork.payments.collection.CollectionStore.Kind;
import dev.brickwork.payments.collection.CollectionStore.Series;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.sellers.Sellers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Updates the charge series of an invoice and its collection log with the result of a charge (rule J-01). Runs in
/// the transaction that settles the charge, under the invoice's lock.
public final class DunningState {
    public static final Duration WHILE_UNAVAILABLE = Duration.ofHours(1);

    private final Sellers sellers;
    private final Invoices invoices;
    private final CollectionStore store = new CollectionStore();

    public DunningState(PaymentDependencies modules) {
        this.sellers = modules.sellers();
        this.invoices = modules.invoices();
    }

    public void underWay(Tx tx, Intent intent, Outcome outcome) {
        log(tx, intent, outcome, Optional.empty(), Optional.empty());
    }

    public void succeeded(Tx tx, Intent intent, Money amount) {
        var entry = new Entry(
                tx.now(),
                kind(intent),
                Outcome.SUCCEEDED,
                Optional.of(amount.minor()),
                Optional.of(intent.id()),
                Optional.empty(),
                Optional.empty());
        store.log(tx, intent.invoice(), entry);
        store.series(tx, intent.invoice())
                .ifPresent(series -> store.save(tx, new Series(intent.invoice(), 0, Optional.empty())));
    }

    public void failed(Tx tx, LockedInvoice locked, Intent intent, Outcome outcome, String error) {
        var series = store.series(tx, intent.invoice());
        if (series.isEmpty() || locked.isNothingOpen()) { // Money came from elsewhere meanwhile (rule I-14).
            log(tx, intent, outcome, Optional.of(error), Optional.empty());
            return;
        }
        boolean isCounted =
                intent.cause().isAutomatic() && series.get().attemptAt().isEmpty(); // Not begun anew since.
        var failure = new Failure(outcome, error);
        if (isCounted) afterAutomatic(tx, locked, intent, failure, series.get());
        else afterAsked(tx, locked, intent, failure, series.get());
    }

    private record Failure(Outcome outcome, String error) {}

    private void afterAutomatic(Tx tx, LockedInvoice locked, Intent intent, Failure failure, Series series) {
        int failures = series.failures() + 1;
        var next = Dunning.after(failures, failure.outcome, isRetrying(tx, locked), tx.now());
        Optional<Instant> attemptAt = next instanceof Dunning.Next.Retry(var at) ? Optional.of(at) : Optional.empty();
        store.save(tx, new Series(intent.invoice(), failures, attemptAt));
        log(tx, intent, failure.outcome, Optional.of(failure.error), attemptAt);
        if (next instanceof Dunning.Next.GiveUp(var why)) giveUp(tx, intent.invoice(), why);
    }

    /// A charge by hand failed: if retries are running, the next one counts from this failure.
    private void afterAsked(Tx tx, LockedInvoice locked, Intent intent, Failure failure, Series series) {
        boolean isRunning = series.failures() > 0 && !locked.facts().isGivenUp();
        Optional<Instant> attemptAt = isRunning && isRetrying(tx, locked)
                ? Dunning.postponed(series.failures(), tx.now())
                : series.attemptAt();
        store.save(tx, series.at(attemptAt));
        log(tx, intent, failure.outcome, Optional.of(failure.error), attemptAt);
    }

    /// The processor refuses the seller's account: no decline, so the charge is tried again an hour later.
    public void refused(Tx tx, Intent intent, String error) {
        var next = store.series(tx, intent.invoice())
                .filter(series -> series.attemptAt().isEmpty()) // Not begun anew since.
                .map(series -> series.at(Optional.of(tx.now().plus(WHILE_UNAVAILABLE))));
        next.ifPresent(series -> store.save(tx, series));
        log(tx, intent, Outcome.SKIPPED, Optional.of(error), next.flatMap(Series::attemptAt));
    }

    private void giveUp(Tx tx, InvoiceId invoice, String why) {
        invoices.giveUp(tx, invoices.lock(tx, invoice).orElseThrow(), Optional.of(tx.now()));
        invoices.remember(tx, invoice, "COLLECTION_GIVEN_UP", Optional.of(why));
        store.log(tx, invoice, Entry.plain(tx.caller(), Kind.GIVEN_UP, Outcome.NONE, why));
    }

    /// An attempt ended before the processor was asked for money, for example because its process crashed: it is
    /// due again now.
    public void again(Tx tx, InvoiceId invoice) {
        store.series(tx, invoice)
                .filter(series -> series.attemptAt().isEmpty())
                .ifPresent(series -> store.save(tx, series.at(Optional.of(tx.now()))));
    }

    /// Nothing was charged, and nothing will be until something changes.
    public void skip(Tx tx, InvoiceId invoice, String why) {
        var series = store.series(tx, invoice);
        if (series.isEmpty()) return; // Ended meanwhile, by auto-pay off or a refund.
        store.save(tx, series.get().at(Optional.empty()));
        store.log(tx, invoice, series.get().skipped(tx.caller(), why));
    }

    /// A new default method restarts the stalled series of a company's open invoices (rule J-01). If one is being
    /// charged, its new attempt waits for the end of that: should it fail, the new method is still to be tried.
    public void restart(Tx tx, UUID company) {
        for (var invoice : store.stalled(tx, company)) {
            var locked = invoices.lock(tx, invoice).orElseThrow();
            if (locked.isVoided() || locked.isNothingOpen()) continue;
            if (store.series(tx, invoice).isEmpty()) continue; // Ended meanwhile.
            store.end(tx, invoice);
            if (store.begin(tx, List.of(invoice)) == 0) continue; // No longer charged automatically.
            if (locked.facts().isGivenUp()) invoices.giveUp(tx, locked, Optional.empty());
            store.log(
                    tx,
                    invoice,
                    Entry.plain(tx.caller(), Kind.RESTARTED, Outcome.NONE, "a new default payment method was chosen"));
        }
    }

    /// Whether failed charges are retried: as the subscription says, else as the seller does.
    public boolean isRetrying(Tx tx, LockedInvoice locked) {
        return locked.subscription()
                .flatMap(subscription -> store.autoPay(tx, subscription))
                .flatMap(CollectionStore.AutoPay::isRetrying)
                .orElseGet(() -> sellers.get(tx, tx.seller()).isRetryingCharges());
    }

    private void log(Tx tx, Intent intent, Outcome outcome, Optional<String> message, Optional<Instant> nextAttemptAt) {
        var entry = new Entry(
                tx.now(),
                kind(intent),
                outcome,
                Optional.of(intent.amount().minor()),
                Optional.of(intent.id()),
                message,
                nextAttemptAt);
        store.log(tx, intent.invoice(), entry);
    }

    private static Kind kind(Intent intent) {
        return intent.cause() == Intent.Cause.RETRY ? Kind.RETRY : Kind.CHARGE;
    }
}
