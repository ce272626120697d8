package dev.brickwork.platform.jobs;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Everything of one kind that comes due: invoices to issue, terms to renew, pauses to end.
public interface Sweep {
    /// A stable name, also the actor in the audit: `sweep:issue`.
    String name();

    /// The earliest moment at which something of this seller comes due, past moments included; empty when
    /// nothing will.
    Optional<Instant> nextDue(SqlSession tx, SellerId seller);

    /// Sellers that have something due now, among those that follow real time. One indexed query, bounded.
    List<DueSeller> dueSellers(SqlSession tx, Instant realNow);

    /// A seller with work that waits.
    ///
    /// @param since the moment of what has waited longest
    record DueSeller(SellerId seller, Instant since) {}

    /// Whether the sweep calls another system, which may be slow: on real time no other sweep waits for it, and a
    /// run of it is a [TimeSlice] of what is due.
    default boolean callsOut() {
        return false;
    }

    /// Does what is due at `caller.now()`, what has waited longest first, in bounded transactions of its own. Safe to
    /// run in any number of processes at once, and again after a crash. Returns how many things it did.
    ///
    /// @param isEnough whether to leave the rest for the next turn; asked only after something was done
    int run(Caller caller, BooleanSupplier isEnough);
}
