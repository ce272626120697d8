package dev.brickwork.billing.invoices;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.invoicing.issued.InvoiceEvents;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.outbox.Outbox;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/// Tells once that an invoice is late: at 00:00 local after its due date, while something is open (rule I-02).
/// Readers see the status by their own clock and do not wait for this.
public final class MarkPastDue {
    private static final int BATCH_COUNT = 500;
    private static final DueRows LATE = new DueRows("invoice", "id", "past_due_at");

    private final Database database;
    private final Outbox outbox;
    private final InvoiceStore invoices = new InvoiceStore();
    private final InvoiceView view;
    private final DueRowPoller poller;

    public MarkPastDue(BillingDependencies modules, InvoiceView view) {
        this.database = modules.database();
        this.outbox = modules.outbox();
        this.view = view;
        this.poller = new DueRowPoller(LATE, database);
    }

    public Sweep sweep() {
        return LATE.sweep("past-due", this::run);
    }

    private int run(Caller caller, BooleanSupplier isEnough) {
        int done = 0;
        while (true) {
            int marked = bite(caller, isEnough);
            done += marked;
            if (marked < BATCH_COUNT || isEnough.getAsBoolean()) return done;
        }
    }

    private int bite(Caller caller, BooleanSupplier isEnough) {
        try {
            return database.inTransaction(caller, tx -> mark(tx, LATE.first(tx, BATCH_COUNT)));
        } catch (DatabaseAway away) {
            throw away;
        } catch (RuntimeException oneOfThem) {
            return poller.each(caller, id -> database.inTransaction(caller, tx -> mark(tx, List.of(id))), isEnough);
        }
    }

    /// Skips invoices that another transaction has locked; the next sweep marks them.
    private int mark(Tx tx, List<UUID> ids) {
        if (ids.isEmpty()) return 0;
        var late = invoices.markPastDue(tx, ids);
        if (late.isEmpty()) return 0;
        outbox.stage(
                tx,
                view.byIds(tx, late).stream()
                        .map(invoice -> InvoiceEvents.told("invoice.past.due", invoice, tx.now()))
                        .toList());
        return late.size();
    }
}
