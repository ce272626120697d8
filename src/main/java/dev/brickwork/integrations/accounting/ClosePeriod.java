package dev.brickwork.integrations.accounting;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import java.time.Duration;

/// Closes a month and with it every one before: the table of the journal takes no more entries there. Once more changes
/// nothing.
final class ClosePeriod {
    /// Transactions that began in the last moments of a month may still be uncommitted.
    private static final Duration GRACE = Duration.ofHours(1);

    private final PeriodStore periods;

    ClosePeriod(PeriodStore periods) {
        this.periods = periods;
    }

    PeriodStore.Closed run(Tx tx, Month month) {
        if (tx.now().isBefore(month.to().plus(GRACE))) {
            throw Refusal.badRequest("the month is not over: it can be closed an hour after its end");
        }
        periods.close(tx, month);
        return periods.get(tx, month);
    }
}
