package dev.brickwork.billing.milestones;

import dev.brickwork.contracts.Order;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.terms.Terms;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Work that is billed when it is done: closing an order creates its milestones, a recast lets the open ones lapse
/// (rules L-01, L-06).
public interface OrderMilestones {
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

    void agreed(Tx tx, Agreed agreed);

    /// Completed units of a brick with their amounts, in a phase where the order has phases.
    record Done(UUID brick, Optional<Integer> phasePosition, long units, long gross, long net) {}

    /// The completed work in the term of an order.
    List<Done> done(Tx tx, OrderId term);

    /// Cancels the milestones that are open when a recast begins: they are never billed.
    void lapse(Tx tx, Order recast);
}
