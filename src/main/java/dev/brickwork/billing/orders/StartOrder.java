package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.payments.charges.ChargeAtOnce;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.platform.http.Request;
import dev.brickwork.sellers.Seller;
import dev.brickwork.sellers.Sellers;
import java.util.Map;
import java.util.function.Function;

/// Starts an order: prices it once more as it stands, and closes it.
public final class StartOrder {
    private static final Map<String, String> CHARGE = Fields.words(Function.identity(), "no", "yes");

    private final ContractTerms agreements;
    private final PriceOrder pricing;
    private final ChangeOrders changes;
    private final CloseOrder closing;
    private final Payers payers;
    private final Sellers sellers;
    private final ScheduleInvoices bills;
    private final ChargeAtOnce chargingAtOnce;
    private final OrderEvents events;

    public StartOrder(OrderDependencies parts, ChangeOrders changes, CloseOrder closing) {
        this.agreements = parts.agreements;
        this.pricing = parts.pricing;
        this.changes = changes;
        this.closing = closing;
        this.payers = parts.payers;
        this.sellers = parts.sellers;
        this.bills = parts.bills;
        this.chargingAtOnce = parts.chargingAtOnce;
        this.events = parts.events;
    }

    /// An order on its way: priced as it would close now.
    ///
    /// @param locked the subscription as it stands, under its lock
    /// @param now the agreement that the order changes or follows; of a first order, the order itself
    public record Priced(ContractTerm locked, ContractTerm now, Order order, Quote quote, Seller seller) {
        public Priced with(Order signed) {
            return new Priced(locked, now, signed, quote, seller);
        }
    }

    /// The first order of a subscription.
    CloseOrder.Closed first(Tx tx, Request request, SubscriptionId id) {
        var locked = agreements.lock(tx, id);
        if (!locked.base().isOpen()) throw begun(locked);
        return close(tx, price(tx, request.identity(), locked, locked.base()));
    }

    /// An upgrade, a recast or a renewal.
    CloseOrder.Closed change(Tx tx, Request request, SubscriptionId id, OrderType type, OrderId orderId) {
        var query = request.queryFields();
        var charge = query.oneOf("charge_immediately", CHARGE);
        query.check();
        var locked = lock(tx, id, type);
        var order = changes.find(tx, id, type, orderId);
        var started = close(tx, price(tx, request.identity(), locked, order));
        if (charge.filter("yes"::equals).isPresent()) chargeAtOnce(tx, id, orderId);
        return started;
    }

    public ContractTerm lock(Tx tx, SubscriptionId id, OrderType type) {
        changes.catchUp(tx, id, type);
        return agreements.lock(tx, id);
    }

    public void chargeAtOnce(Tx tx, SubscriptionId id, OrderId order) {
        chargingAtOnce.run(tx, id, order);
    }

    /// Refuses what cannot be started now.
    public Priced price(Tx tx, Identity identity, ContractTerm locked, Order order) {
        if (!order.isOpen())
            throw Refusal.badRequest("the order is %s; only an open order can be started".formatted(order.stage()));
        var seller = sellers.get(tx, tx.seller());
        if (order.id().equals(locked.termId())) return first(tx, identity, locked, seller);
        boolean isFollowing = order.type().isFollowing();
        var now = isFollowing ? agreements.last(tx, locked) : locked;
        changes.requireStartable(locked, isFollowing ? OrderType.RENEWAL : order.type(), tx.caller());
        var quote = changes.closing(tx, identity, now, order);
        return new Priced(locked, now, order, quote, seller);
    }

    private Priced first(Tx tx, Identity identity, ContractTerm now, Seller seller) {
        if (now.subscription().status() == SubscriptionStatus.INACTIVE) throw begun(now);
        var setting = new PriceOrder.Setting(
                pricing.offers(tx, identity, now.base(), PriceOrder.Purpose.CLOSE),
                payers.taxes(tx, now.subscription()),
                seller,
                PriceOrder.Purpose.CLOSE);
        return new Priced(now, now, now.base(), pricing.first(now.base().fields(), setting), seller);
    }

    private static Refusal begun(ContractTerm now) {
        return Refusal.badRequest(
                "the first order is %s already".formatted(now.base().stage()));
    }

    public CloseOrder.Closed close(Tx tx, Priced priced) {
        var closed = closing.run(tx, priced.now, priced.order, priced.quote, priced.seller);
        bills.issueDue(tx, closed.subscription().id());
        if (priced.order.id().equals(priced.locked.termId())) {
            if (closed.subscription().status() == SubscriptionStatus.ACTIVE) {
                events.subscription(tx, "subscription.started", closed.subscription(), _ -> {});
            }
        } else {
            tellRevived(tx, priced.locked, closed);
        }
        return closed;
    }

    /// A late renewal begins as it closes, and so does what follows a trial that is over (rules N-05, Z-03).
    private void tellRevived(Tx tx, ContractTerm before, CloseOrder.Closed closed) {
        boolean isBegun = closed.subscription().term().equals(closed.order().id());
        if (!closed.order().type().isFollowing() || !isBegun) return;
        if (before.subscription().status() != SubscriptionStatus.INACTIVE) events.order(tx, "order.end", before.base());
        events.renewed(tx, closed.subscription(), closed.order());
    }
}
