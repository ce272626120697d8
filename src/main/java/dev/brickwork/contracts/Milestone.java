package dev.brickwork.contracts;

import dev.brickwork.ids.MilestoneId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.pricing.money.Rounding;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Work that bills when it is done.
///
/// @param lapsed units that will never be billed
/// @param pricedAfter units that were done when the rest was priced anew (rule U-08)
/// @param gross of all units after those; `net` after the brick's discounts
public record Milestone(
        MilestoneId id,
        SubscriptionId subscription,
        OrderId order,
        UUID orderLine,
        UUID brick,
        String brickName,
        String brickCode,
        String taxCategory,
        Optional<Integer> phasePosition,
        String phaseName,
        int paymentTermsDays,
        long total,
        long completed,
        long lapsed,
        long pricedAfter,
        long gross,
        long net,
        Instant createdAt,
        List<Completion> completions) {
    public Milestone {
        completions = List.copyOf(completions);
        if (completed < 0 || lapsed < 0 || completed + lapsed > total) {
            throw new IllegalArgumentException("%d done, %d lapsed of %d".formatted(completed, lapsed, total));
        }
    }

    /// A part that was done, and the invoice that bills it.
    public record Completion(UUID id, long quantity, UUID invoice, Instant completedAt) {}

    Milestone with(List<Completion> known) {
        return new Milestone(
                id,
                subscription,
                order,
                orderLine,
                brick,
                brickName,
                brickCode,
                taxCategory,
                phasePosition,
                phaseName,
                paymentTermsDays,
                total,
                completed,
                lapsed,
                pricedAfter,
                gross,
                net,
                createdAt,
                known);
    }

    /// All that can be completed.
    public long agreed() {
        return total - lapsed;
    }

    public long open() {
        return agreed() - completed;
    }

    /// The amount that some units bill, before tax.
    public record Share(long gross, long net) {}

    /// The cumulative share over units, so that the last completion closes the total (rule L-01).
    public Share share(long quantity) {
        return new Share(step(gross, quantity), step(net, quantity));
    }

    /// The amount that is left to bill.
    public Share openShare() {
        return open() == 0 ? new Share(0, 0) : share(open());
    }

    private long step(long amount, long quantity) {
        long units = agreed() - pricedAfter;
        long before = completed - pricedAfter;
        return Rounding.share(amount, before + quantity, units) - Rounding.share(amount, before, units);
    }
}
