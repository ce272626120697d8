package dev.brickwork.payments.charges;

import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.Booking;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.collection.DunningState;
import dev.brickwork.payments.collection.Outcome;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Money;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.UUID;

/// Writes down what the processor said about a charge, however often and in whatever order its answers come:
/// success is final, and money that was taken is booked even when we had given it up.
public final class SettleCharge {
    private static final Logger LOG = System.getLogger(SettleCharge.class.getName());

    private final Database database;
    private final Invoices invoices;
    private final Booking booking;
    private final IntentStore intents = new IntentStore();
    private final DunningState collecting;

    public SettleCharge(PaymentDependencies modules, Booking booking, DunningState collecting) {
        this.database = modules.database();
        this.invoices = modules.invoices();
        this.booking = booking;
        this.collecting = collecting;
    }

    sealed interface Verdict {
        /// The money is there.
        record Book(String processorId, Money amount) implements Verdict {}

        /// Nothing was taken, and nothing will be.
        record Fail(Outcome outcome, ChargeResult.Reason reason, String error) implements Verdict {}

        /// It is still under way.
        ///
        /// @param doubt why it is unknown what became of it
        record Keep(Optional<String> processorId, Optional<String> doubt) implements Verdict {}

        /// Nothing was asked of the processor yet.
        record Cancel() implements Verdict {}

        /// It changes nothing.
        record Ignore() implements Verdict {}
    }

    static Verdict decide(Intent intent, ChargeResult result) {
        if (intent.state() == Intent.State.SUCCEEDED) return new Verdict.Ignore();
        return switch (result) {
            case ChargeResult.Succeeded(var id, var amount) -> {
                boolean isSameCurrency = amount.currency() == intent.amount().currency();
                yield isSameCurrency
                        ? new Verdict.Book(id, amount)
                        : new Verdict.Keep(Optional.of(id), Optional.of("it was taken in another currency"));
            }
            case ChargeResult.Processing(var id) -> new Verdict.Keep(Optional.of(id), Optional.empty());
            case ChargeResult.Unknown(var why) ->
                unlessUnasked(intent, new Verdict.Keep(Optional.empty(), Optional.of(why)));
            case ChargeResult.RequiresAction action ->
                unlessUnasked(
                        intent,
                        new Verdict.Fail(Outcome.of(result), ChargeResult.Reason.CONFIRMATION, action.message()));
            case ChargeResult.Declined declined ->
                unlessUnasked(intent, new Verdict.Fail(Outcome.of(result), declined.reason(), declined.message()));
        };
    }

    /// A charge that the processor was never asked for ends, whatever is heard of it.
    private static Verdict unlessUnasked(Intent intent, Verdict verdict) {
        if (!intent.isProcessing()) return new Verdict.Ignore();
        boolean wasAsked = intent.method().isPresent() || intent.cause() == Intent.Cause.PAGE;
        return wasAsked ? verdict : new Verdict.Cancel();
    }

    public Intent run(Caller caller, UUID id, ChargeResult result) {
        return database.inTransaction(caller, tx -> run(tx, id, result));
    }

    Intent run(Tx tx, UUID id, ChargeResult result) {
        var before = intents.find(tx, id).orElseThrow();
        var locked = invoices.lock(tx, before.invoice()).orElseThrow();
        var intent = intents.lock(tx, id).orElseThrow();
        switch (decide(intent, result)) {
            case Verdict.Book(var processorId, var amount) -> {
                if (!amount.equals(intent.amount())) {
                    LOG.log(Level.WARNING, "payment {0}: the processor took another amount than was asked for", id);
                }
                intents.succeed(tx, intent, processorId);
                booking.book(tx, locked, intent, amount.minor(), processorId);
                collecting.succeeded(tx, intent, amount);
            }
            case Verdict.Fail(var outcome, var reason, var error) -> {
                if (intent.isHeld())
                    invoices.failCharge(tx, locked, intent.amount().minor());
                intents.fail(tx, intent, outcome, error);
                if (!booking.hasFailed(tx, intent)) {
                    if (isRefused(intent, result)) collecting.refused(tx, intent, error);
                    else if (isOfAmount(intent, reason)) collecting.skip(tx, intent.invoice(), error);
                    else collecting.failed(tx, locked, intent, outcome, error);
                    booking.fail(tx, locked, intent, reason, error);
                }
            }
            case Verdict.Keep(var processorId, var doubt) -> {
                doubt.ifPresent(why -> LOG.log(Level.WARNING, "payment {0} may have been taken or not: {1}", id, why));
                var outcome = doubt.isPresent() ? Outcome.UNKNOWN : Outcome.PROCESSING;
                boolean isNews = processorId.isPresent() && intent.processorId().isEmpty();
                intents.keep(tx, intent, processorId, outcome);
                if (isNews || intent.looks() == 0) collecting.underWay(tx, intent, outcome);
            }
            case Verdict.Cancel _ -> cancel(tx, locked, intent);
            case Verdict.Ignore _ -> {}
        }
        return intents.find(tx, id).orElseThrow();
    }

    /// Whether an automatic charge failed only because the processor refuses the seller's account: no decline of a
    /// method. A client that asked for a charge has its answer.
    static boolean isRefused(Intent intent, ChargeResult result) {
        return intent.cause().isAutomatic()
                && result instanceof ChargeResult.Declined declined
                && declined.reason() == ChargeResult.Reason.ACCOUNT;
    }

    /// Whether an automatic charge failed because the processor takes no such amount: no method would do.
    private static boolean isOfAmount(Intent intent, ChargeResult.Reason reason) {
        return intent.cause().isAutomatic() && reason == ChargeResult.Reason.AMOUNT;
    }

    /// Nothing was asked of the processor.
    void cancel(Caller caller, UUID id) {
        database.write(caller, tx -> {
            var before = intents.find(tx, id).orElseThrow();
            var locked = invoices.lock(tx, before.invoice()).orElseThrow();
            var intent = intents.lock(tx, id).orElseThrow();
            if (intent.isProcessing()) cancel(tx, locked, intent);
        });
    }

    /// The payer pays otherwise: cancels a charge of the invoice that the processor was not asked for yet.
    void giveWay(Tx tx, LockedInvoice locked) {
        intents.unasked(tx, locked.id()).ifPresent(intent -> cancel(tx, locked, intent));
    }

    private void cancel(Tx tx, LockedInvoice locked, Intent intent) {
        if (intent.isHeld()) invoices.failCharge(tx, locked, intent.amount().minor());
        intents.cancel(tx, intent);
        if (intent.cause().isAutomatic()) collecting.again(tx, intent.invoice());
    }
}
