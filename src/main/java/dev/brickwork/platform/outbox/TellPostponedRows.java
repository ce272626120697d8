package dev.brickwork.platform.outbox;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.jobs.Sweep;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/// Tells the seller of rows that were due and failed, for example a renewal or an invoice whose amounts are beyond what
/// can be said (rule M-09): each once for each day on which it fails.
public final class TellPostponedRows {
    private static final DueRows UNTOLD = new DueRows("held_up", "object_id", "tell_at");

    private final Database database;
    private final Outbox outbox;
    private final DueRowPoller poller;

    public TellPostponedRows(Database database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
        this.poller = new DueRowPoller(UNTOLD, database);
    }

    public Sweep sweep() {
        return UNTOLD.sweep("held up", this::run);
    }

    private int run(Caller caller, BooleanSupplier isEnough) {
        return poller.each(caller, object -> database.inTransaction(caller, tx -> tell(tx, object)), isEnough);
    }

    private int tell(Tx tx, UUID object) {
        var problems = tx.query("""
                UPDATE held_up
                SET tell_at = NULL
                WHERE seller_id = :seller AND object_id = :object AND tell_at <= :now
                RETURNING kind, until
                """)
                .bind("object", object)
                .map((row, _) -> {
                    var kind = Columns.text(row, "kind");
                    return new Problem(
                            Problem.Kind.HELD_UP,
                            kind,
                            object,
                            kind.equals("subscription") ? Optional.of(object) : Optional.empty(),
                            "What is due of this %s failed; it is tried again at %s. The log of the service has the reason."
                                    .formatted(kind.replace('_', ' '), Columns.instant(row, "until")));
                })
                .list();
        outbox.stage(tx, problems.stream().map(Problem::event).toList());
        return problems.size();
    }
}
