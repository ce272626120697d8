package dev.brickwork.milestones;

import dev.brickwork.kernel.Caller;
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
            else if (quantity < 0) takeBack(tx, caller, agreed.subscription(), brick, -quantity);
        });
        if (!fresh.isEmpty()) milestones.insert(tx, caller, fresh);
    }

    @Override
    public void lapse(Handle tx, Caller caller, SubscriptionId subscription) {
        milestones.lapse(tx, caller, subscription);
    }

    /// The newest first; what is done already stays done.
    private void takeBack(Handle tx, Caller caller, SubscriptionId subscription, BrickTerms brick, long quantity) {
        long left = quantity;
        for (var milestone :
                milestones.open(tx, caller, subscription, brick.id().value())) {
            long taken = Math.min(left, milestone.open());
            if (taken > 0) milestones.lapse(tx, caller, milestone.id(), taken);
            left -= taken;
        }
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
                terms.isPhased() ? Optional.of(position) : Optional.empty(),
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
