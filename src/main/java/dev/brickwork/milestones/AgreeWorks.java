package dev.brickwork.milestones;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.pricing.BrickTerms;
import dev.brickwork.kernel.pricing.Line;
import dev.brickwork.kernel.pricing.PhaseTerms;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.subscriptions.Works;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Milestones follow the orders: a closed order creates them, an upgrade may take some back, a recast lets
/// them lapse.
final class AgreeWorks implements Works {
    private final MilestoneStore milestones = new MilestoneStore();

    @Override
    public void agreed(Handle tx, Caller caller, Agreed agreed) {
        var fresh = new ArrayList<Milestone>();
        agreed.milestones().forEach((id, line) -> {
            var brick = line.brick().orElseThrow(() -> new IllegalStateException("a milestone without its brick"));
            long quantity = line.quantity().value().longValueExact();
            if (quantity > 0) fresh.add(milestone(caller, agreed, id, line, brick));
            else change(tx, caller, agreed, line, brick);
        });
        if (!fresh.isEmpty()) milestones.insert(tx, caller, fresh);
    }

    @Override
    public void lapse(Handle tx, Caller caller, SubscriptionId subscription) {
        milestones.lapse(tx, caller, subscription);
    }

    /// Fewer units, the newest first, or another price for those that are left (U-08). What is done already stays
    /// done, and billed as it was.
    private void change(Handle tx, Caller caller, Agreed agreed, Line line, BrickTerms brick) {
        var all = milestones.ofTerm(tx, caller, agreed.order(), brick.id().value(), phase(agreed, line));
        long units = line.quantity().value().longValueExact();
        long gross = line.gross().total();
        long net = line.net().total();
        long left = -units;
        var kept = new ArrayList<Long>();
        for (var milestone : all) {
            long taken = Math.min(left, milestone.open());
            if (taken > 0) milestones.lapse(tx, caller, milestone.id(), taken);
            left -= taken;
            kept.add(milestone.agreed() - taken);
            units += milestone.agreed();
            gross += Rounding.share(milestone.gross(), milestone.agreed(), milestone.total());
            net += Rounding.share(milestone.net(), milestone.agreed(), milestone.total());
        }
        if (units <= 0) return;
        long before = 0;
        for (int i = 0; i < all.size(); i++) {
            long until = before + kept.get(i);
            if (until == before) continue;
            var milestone = all.get(i);
            long keptGross = step(gross, before, until, units);
            long keptNet = step(net, before, until, units);
            milestones.price(
                    tx,
                    caller,
                    milestone.id(),
                    Rounding.share(keptGross, milestone.total(), kept.get(i)),
                    Rounding.share(keptNet, milestone.total(), kept.get(i)));
            before = until;
        }
    }

    /// The cumulative share of some units, so that all of them close the total (M-05).
    private static long step(long amount, long from, long until, long units) {
        return Rounding.share(amount, until, units) - Rounding.share(amount, from, units);
    }

    private static Optional<Integer> phase(Agreed agreed, Line line) {
        return agreed.terms().isPhased() ? Optional.of(line.key().phasePosition()) : Optional.empty();
    }

    private static Milestone milestone(Caller caller, Agreed agreed, UUID orderLine, Line line, BrickTerms brick) {
        int position = line.key().phasePosition();
        var terms = agreed.terms();
        int paymentTerms = terms.phases().stream()
                .filter(phase -> phase.position() == position)
                .findFirst()
                .map(PhaseTerms::paymentTermsDays)
                .orElseThrow(() -> new IllegalStateException("no phase " + position));
        return new Milestone(
                new MilestoneId(Ids.next()),
                agreed.subscription(),
                agreed.order(),
                orderLine,
                brick.id().value(),
                brick.name(),
                brick.code(),
                line.taxCategory(),
                phase(agreed, line),
                paymentTerms,
                line.quantity().value().longValueExact(),
                0,
                0,
                line.gross().total(),
                line.net().total(),
                caller.now(),
                List.of());
    }
}
