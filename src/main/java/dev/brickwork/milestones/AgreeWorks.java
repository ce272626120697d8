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
            if (!line.quantity().isPositive()) {
                change(tx, caller, agreed, line, brick);
                return;
            }
            var milestone = milestone(caller, agreed, id, line, brick);
            fresh.add(agreed.repriced().contains(id) ? alike(tx, caller, agreed, line, milestone) : milestone);
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
        long left = -line.quantity().value().longValueExact();
        var kept = new ArrayList<Long>();
        for (var milestone : all) {
            long taken = Math.min(left, milestone.open());
            if (taken > 0) milestones.lapse(tx, caller, milestone.id(), taken);
            left -= taken;
            kept.add(milestone.agreed() - taken);
        }
        price(tx, caller, Agreement.of(line, all), all, kept, 0);
    }

    /// More units, and another price for all of them: the new ones cost what the others cost that are not done yet.
    private Milestone alike(Handle tx, Caller caller, Agreed agreed, Line line, Milestone fresh) {
        var all = milestones.ofTerm(tx, caller, agreed.order(), fresh.brick(), phase(agreed, line));
        var agreement = Agreement.of(line, all);
        var kept = all.stream().map(Milestone::agreed).toList();
        price(tx, caller, agreement, all, kept, fresh.total());
        return fresh.costing(
                step(agreement.gross, 0, fresh.total(), agreement.units),
                step(agreement.net, 0, fresh.total(), agreement.units));
    }

    /// What a change and all before it come to together.
    private record Agreement(long units, long gross, long net) {
        static Agreement of(Line change, List<Milestone> before) {
            long units = change.quantity().value().longValueExact();
            long gross = change.gross().total();
            long net = change.net().total();
            for (var milestone : before) {
                units += milestone.agreed();
                gross += Rounding.share(milestone.gross(), milestone.agreed(), milestone.total());
                net += Rounding.share(milestone.net(), milestone.agreed(), milestone.total());
            }
            return new Agreement(units, gross, net);
        }
    }

    /// Each gets its share, after so many units.
    private void price(
            Handle tx, Caller caller, Agreement agreement, List<Milestone> all, List<Long> kept, long firstUnits) {
        if (agreement.units <= 0) return;
        long before = firstUnits;
        for (int i = 0; i < all.size(); i++) {
            long until = before + kept.get(i);
            if (until == before) continue;
            var milestone = all.get(i);
            long gross = step(agreement.gross, before, until, agreement.units);
            long net = step(agreement.net, before, until, agreement.units);
            milestones.price(
                    tx,
                    caller,
                    milestone.id(),
                    Rounding.share(gross, milestone.total(), kept.get(i)),
                    Rounding.share(net, milestone.total(), kept.get(i)));
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
