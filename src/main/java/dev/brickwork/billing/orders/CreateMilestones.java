package dev.brickwork.billing.orders;

import dev.brickwork.contracts.Milestone;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.ids.MilestoneId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Makes milestones of a closed order (rule L-01). An upgrade may take some back, or price those that are open anew
/// (rule U-08).
final class CreateMilestones {
    private final MilestoneStore milestones;

    CreateMilestones(MilestoneStore milestones) {
        this.milestones = milestones;
    }

    /// An order that has just closed.
    ///
    /// @param terms of the term that it opens or changes
    /// @param milestones its milestone lines by the id of their `order_line` row; an upgrade may take some back
    /// @param repriced those of them that change the price or discounts of units agreed before
    /// @param paymentTermsDays of an upgrade that says so itself, else those of its phases count
    record Agreed(
            SubscriptionId subscription,
            OrderId order,
            Terms terms,
            Map<UUID, Line> milestones,
            Set<UUID> repriced,
            Optional<Integer> paymentTermsDays) {
        public Agreed {
            milestones = Collections.unmodifiableMap(new LinkedHashMap<>(milestones)); // In their order.
            repriced = Set.copyOf(repriced);
        }
    }

    void run(Tx tx, Agreed agreed) {
        var fresh = new ArrayList<Milestone>();
        agreed.milestones().forEach((id, line) -> {
            var brick = line.brick().orElseThrow(() -> new IllegalStateException("a milestone without its brick"));
            if (!line.quantity().isPositive()) {
                change(tx, agreed, line, brick);
                return;
            }
            var price = agreed.repriced().contains(id)
                    ? alike(tx, agreed, line, brick)
                    : new Milestone.Share(line.gross().total(), line.net().total());
            fresh.add(milestone(tx.caller(), agreed, id, line, price));
        });
        if (!fresh.isEmpty()) milestones.insert(tx, fresh);
    }

    /// Fewer units, the newest first, or another price for those that are left (U-08). What is done already stays
    /// done, and billed as it was.
    private void change(Tx tx, Agreed agreed, Line line, BrickTerms brick) {
        var all = milestones.ofTerm(tx, agreed.order(), brick.id().value(), phase(agreed, line));
        long left = -line.quantity().value().longValueExact();
        var open = new ArrayList<Long>();
        for (var milestone : all) {
            long taken = Math.min(left, milestone.open());
            if (taken > 0) milestones.lapse(tx, milestone.id(), taken);
            left -= taken;
            open.add(milestone.open() - taken);
        }
        price(tx, Open.of(0, line, all, open), all, open, 0);
    }

    /// More units, and another price for all of them: the new ones cost what the others cost that are not done yet.
    private Milestone.Share alike(Tx tx, Agreed agreed, Line line, BrickTerms brick) {
        var all = milestones.ofTerm(tx, agreed.order(), brick.id().value(), phase(agreed, line));
        var units = all.stream().map(Milestone::open).toList();
        long fresh = line.quantity().value().longValueExact();
        var open = Open.of(fresh, line, all, units);
        price(tx, open, all, units, fresh);
        return new Milestone.Share(step(open.gross, 0, fresh, open.units), step(open.net, 0, fresh, open.units));
    }

    /// All that is left to do, and what it comes to with a change.
    private record Open(long units, long gross, long net) {
        static Open of(long freshUnits, Line change, List<Milestone> before, List<Long> open) {
            long units = freshUnits;
            for (long one : open) units += one;
            long gross = change.gross().total();
            long net = change.net().total();
            for (var milestone : before) {
                gross += milestone.openShare().gross();
                net += milestone.openShare().net();
            }
            return new Open(units, gross, net);
        }
    }

    /// Each gets its share, after so many units.
    private void price(Tx tx, Open open, List<Milestone> all, List<Long> units, long firstUnits) {
        long before = firstUnits;
        for (int i = 0; i < all.size(); i++) {
            long until = before + units.get(i);
            if (until == before) continue;
            milestones.price(
                    tx,
                    all.get(i).id(),
                    step(open.gross, before, until, open.units),
                    step(open.net, before, until, open.units));
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

    private static Milestone milestone(Caller caller, Agreed agreed, UUID orderLine, Line line, Milestone.Share price) {
        var brick = line.brick().orElseThrow();
        int position = line.key().phasePosition();
        var its = agreed.terms().phaseAt(position).orElseThrow(() -> new IllegalStateException("no phase " + position));
        int paymentTerms = agreed.paymentTermsDays().orElse(its.paymentTermsDays());
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
                its.name(),
                paymentTerms,
                line.quantity().value().longValueExact(),
                0,
                0,
                0,
                price.gross(),
                price.net(),
                caller.now(),
                List.of());
    }
}
