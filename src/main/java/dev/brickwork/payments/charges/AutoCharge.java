package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.payments.collection.DunningState;
import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.payments.processor.ProcessorUnavailable.Why;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// Charges invoices automatically when they are due, and again after soft declines (rule J-01).
public final class AutoCharge {
    private static final Logger LOG = System.getLogger(AutoCharge.class.getName());
    private static final DueRows ATTEMPTS = new DueRows("collection", "invoice_id", "attempt_at");
    private static final Duration WHILE_PAUSED = Duration.ofDays(1);
    private static final Duration WHILE_CHARGED = Duration.ofHours(1);
    private static final String REFUSED = "processor.refused";

    private final Database database;
    private final Outbox outbox;
    private final Invoices invoices;
    private final CollectionStore store = new CollectionStore();
    private final DunningState collecting;
    private final ChargeSavedMethod taking;
    private final DueRowPoller poller;

    public AutoCharge(PaymentDependencies modules, DunningState collecting, ChargeSavedMethod taking) {
        this.database = modules.database();
        this.outbox = modules.outbox();
        this.invoices = modules.invoices();
        this.collecting = collecting;
        this.taking = taking;
        this.poller = new DueRowPoller(ATTEMPTS, database);
    }

    public Sweep sweep() {
        return ATTEMPTS.sweepOutside("collect", this::run);
    }

    /// Charges what is due on a subscription within the request that asked for it. It must not throw: what fails is
    /// left to the sweep.
    public void atOnce(Caller caller, UUID subscription) {
        try {
            var due = database.read(caller, tx -> store.due(tx, subscription));
            var isAway = new AtomicBoolean();
            for (var invoice : due) attempt(caller, invoice, isAway);
        } catch (RuntimeException failed) {
            LOG.log(
                    Level.WARNING,
                    () -> "subscription_id=%s is charged by the next sweep".formatted(subscription),
                    failed);
        }
    }

    /// Every attempt moves the next one into the future or away, so the list runs dry.
    private int run(Caller caller, BooleanSupplier isEnough) {
        var isAway = new AtomicBoolean();
        return poller.each(
                caller,
                id -> attempt(caller, new InvoiceId(id), isAway),
                () -> isEnough.getAsBoolean() && !isAway.get());
    }

    /// One attempt of a round.
    ///
    /// @param isAway whether the processor did not answer in this round: then the rest is put off unasked, or all
    ///     other work would wait until it has been silent to every single one
    private int attempt(Caller caller, InvoiceId invoice, AtomicBoolean isAway) {
        var begun = database.inTransaction(caller, tx -> begin(tx, invoice, isAway.get()));
        begun.ifPresent(intent -> finish(caller, invoice, intent, isAway));
        return 1;
    }

    /// Resumes a charge whose process crashed before it had an answer; looks up any other. Throws when the
    /// processor does not answer now either.
    public void lookAt(Caller caller, UUID id) {
        var cutOff = taking.takeOver(caller, id);
        if (cutOff.isEmpty()) {
            taking.lookAt(caller, id);
            return;
        }
        var intent = cutOff.get();
        if (!intent.cause().isAutomatic()) {
            goOn(caller, intent);
            return;
        }
        var isAway = new AtomicBoolean();
        finish(caller, intent.invoice(), intent, isAway);
        if (isAway.get()) throw new ProcessorUnavailable(Why.AWAY, "the processor does not answer");
    }

    /// The client may still come for the answer, so a refusal is left in the charge, which it has canceled.
    private void goOn(Caller caller, Intent asked) {
        try {
            taking.finish(caller, asked.id());
        } catch (Refusal refused) {
            LOG.log(Level.INFO, () -> "charge_not_resumed id=%s cause=%s".formatted(asked.id(), refused.why()));
        }
    }

    public void unheard(Caller caller, UUID id) {
        taking.unheard(caller, id);
    }

    private void finish(Caller caller, InvoiceId invoice, Intent intent, AtomicBoolean isAway) {
        try {
            taking.finish(caller, intent.id());
        } catch (Refusal refused) {
            database.write(caller, tx -> {
                var locked = invoices.lock(tx, invoice).orElseThrow();
                switch (decide(locked, intent)) {
                    case POSTPONE -> postpone(tx, invoice, WHILE_CHARGED);
                    case AGAIN -> {} // As what was canceled has left it.
                    case SKIP -> collecting.skip(tx, invoice, refused.why());
                }
            });
        } catch (ProcessorUnavailable down) {
            if (down.why() != Why.IN_DOUBT) isAway.set(true);
            taking.cancel(caller, intent.id());
            postpone(caller, invoice, down.why() == Why.REFUSED);
        }
    }

    enum After {
        /// Another payment, for example at a form, was faster.
        POSTPONE,
        /// Some of it was paid meanwhile: the rest is charged.
        AGAIN,
        SKIP
    }

    /// Decides what follows when a charge that was begun is refused before the processor was asked.
    static After decide(LockedInvoice locked, Intent intent) {
        if (locked.isBeingCharged()) return After.POSTPONE;
        boolean isPartlyPaid = !locked.isVoided()
                && !locked.isNothingOpen()
                && locked.amounts().remaining() < intent.amount().minor();
        return isPartlyPaid ? After.AGAIN : After.SKIP;
    }

    private Optional<Intent> begin(Tx tx, InvoiceId invoice, boolean isAway) {
        var locked = invoices.lock(tx, invoice).orElseThrow();
        var due = store.series(tx, invoice).filter(its -> its.isDue(tx.now()));
        if (due.isEmpty()) return Optional.empty(); // Another process was faster, or it was ended.
        var series = due.get();
        if (locked.facts().isCollectionPaused()) {
            store.save(tx, series.at(Optional.of(tx.now().plus(WHILE_PAUSED))));
            return Optional.empty();
        }
        if (locked.isBeingCharged()) { // By another payment: should it fail, this charge is still wanted.
            store.save(tx, series.at(Optional.of(tx.now().plus(WHILE_CHARGED))));
            return Optional.empty();
        }
        if (isAway) {
            store.save(tx, series.at(Optional.of(tx.now().plus(DunningState.WHILE_UNAVAILABLE))));
            return Optional.empty();
        }
        store.save(tx, series.at(Optional.empty()));
        if (ChargeSavedMethod.decide(locked) instanceof ChargeSavedMethod.Verdict.Refused) return Optional.empty();
        var cause = series.failures() > 0 ? Intent.Cause.RETRY : Intent.Cause.AUTOMATIC;
        if (cause == Intent.Cause.RETRY && !collecting.isRetrying(tx, locked)) {
            collecting.skip(tx, invoice, "retries were turned off");
            return Optional.empty();
        }
        try {
            return Optional.of(taking.begin(tx, invoice, Optional.empty(), cause));
        } catch (Refusal refused) {
            collecting.skip(tx, invoice, refused.why());
            return Optional.empty();
        }
    }

    /// @param isRefusal whether the processor refuses the account, which the seller has to be told
    private void postpone(Caller caller, InvoiceId invoice, boolean isRefusal) {
        database.write(caller, tx -> {
            invoices.lock(tx, invoice);
            postpone(tx, invoice, DunningState.WHILE_UNAVAILABLE);
            if (isRefusal)
                outbox.stage(tx, Event.inside(REFUSED, caller.seller().value(), _ -> {}));
        });
    }

    private void postpone(Tx tx, InvoiceId invoice, Duration by) {
        store.series(tx, invoice)
                .ifPresent(
                        series -> store.save(tx, series.at(Optional.of(tx.now().plus(by)))));
    }
}
