package dev.brickwork.billing.orders;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customer;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.platform.Caller;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.sellers.Seller;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A closed order whose consequences are still to come.
///
/// @param now the agreement that it changes; of a first order, the order itself
/// @param ids of the order's lines
record Closing(ContractTerm now, Changed to, Order order, Map<LineKey, UUID> ids, Seller seller) {
    /// The subscription with all that was agreed beside the price, and who pays from now on.
    record Changed(Subscription subscription, Customer billed) {}

    Subscription changed() {
        return to.subscription;
    }

    /// One that is not the first of its subscription.
    static boolean isChange(Subscription subscription, Order order) {
        return !order.id().equals(subscription.term());
    }

    /// A renewal agreed in advance waits for the end of the running term; one that comes late revives the subscription
    /// (rule N-05).
    static boolean isFollowing(ContractTerm now, Order order, Caller caller) {
        var subscription = now.subscription();
        return isChange(subscription, order)
                && order.id().equals(order.term())
                && order.type() != OrderType.RECAST
                && now.calendarEnd().isAfter(subscription.today(caller.now()));
    }

    ChargeToBill toBill(Line line, Charge charge, int paymentTermsDays, Optional<UUID> invoice) {
        return new ChargeToBill(
                idOf(line),
                line.taxCategory(),
                charge.billOn(),
                charge.service(),
                charge.amounts(),
                paymentTermsDays,
                invoice,
                Optional.empty());
    }

    UUID idOf(Line line) {
        var id = ids.get(line.key());
        if (id == null) throw new IllegalStateException("a line without its id " + line.key());
        return id;
    }

    /// Rule S-05, on the term's own clock.
    static BillDates dates(ContractTerm term, Subscription changed, Caller caller, Seller seller) {
        return term.closing(
                changed.today(caller.now()), changed.agreed().firstCharge().orElse(seller.firstCharge()));
    }

    /// The bill dates of the order that opened the term. In a migrated term, charges that another system has billed
    /// keep their own date and are muted.
    static BillDates openingDates(ContractTerm term, BillDates dates, Seller seller) {
        return term.isMigrated() ? dates.keptBefore(seller.mutedBefore().map(term.clock()::service)) : dates;
    }
}
