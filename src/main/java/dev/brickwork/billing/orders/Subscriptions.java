package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.EstimateNew;
import dev.brickwork.billing.estimate.EstimateResource;
import dev.brickwork.contracts.Agreements;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.PauseStore;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionInvariants;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.customers.Customer;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.sellers.SellerClock;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The API of the module.
public final class Subscriptions {
    private final OrderDependencies parts;
    private final FormLinks links;
    private final AdvanceSubscription time;
    private final ChangeOrders changes;
    private final AgreeToOrder agreeing;
    private final OrderForms forms;
    private final Routes routes;
    private final List<Sweep> sweeps;
    private final FormPages pages;

    public Subscriptions(
            SubscriptionDependencies rooms, SubscriptionPorts ports, FormLinks links, InstantSource realTime) {
        this.links = links;
        parts = new OrderDependencies(rooms, ports, links);
        var creating = new CreateSubscription(parts);
        var changing = new ChangeSubscription(parts, creating);
        var closing = new CloseOrder(parts);
        var pausing = new PauseSubscription(parts);
        var ending = new TerminateSubscription(parts);
        time = new AdvanceSubscription(parts, closing, pausing, ending);
        changes = new ChangeOrders(parts, time);
        var starting = new StartOrder(parts, changes, closing);
        forms = new OrderForms(parts);
        agreeing = new AgreeToOrder(parts, starting, forms, rooms.outbox());
        var operations = new SubscriptionResource.Operations(
                creating, changing, starting, pausing, ending, new ReinstateSubscription(parts), time);
        var resource = new SubscriptionResource(parts, operations);
        var estimates = new EstimateResource(rooms.catalogue(), new EstimateNew(rooms.database(), rooms.sellers()));
        routes = new Routes()
                .include(estimates.routes())
                .include(resource.routes())
                .include(new OrderResource(parts, changes, starting, resource).routes());
        sweeps = List.of(new RepriceOpenOrders(parts, starting).sweep(), time.sweep());
        var clock = new SellerClock(rooms.database(), rooms.sellers(), realTime);
        pages = new FormPages(rooms.database(), clock, forms, ports.paper(), links);
    }

    public Routes routes() {
        return routes;
    }

    public void register(Invariants invariants) {
        SubscriptionInvariants.register(invariants);
    }

    /// Starts, ramps, pauses, resumes, renews and ends. Comes before what is billed.
    public List<Sweep> sweeps() {
        return sweeps;
    }

    /// The order forms.
    public PublicPages pages() {
        return pages;
    }

    /// Prints the order forms that were agreed to.
    public Listener listener() {
        return pages.listener();
    }

    /// Blanks the addresses that bills of an erased customer went to.
    public void forget(Tx tx, CustomerId customer) {
        parts.subscriptions.forget(tx, customer.value());
        parts.orders.forget(tx, customer.value());
    }

    /// Whether the data of its customer or its payer were erased, which is possible only while it is inactive.
    public boolean isErased(Tx tx, Subscription subscription) {
        return subscription.status() == SubscriptionStatus.INACTIVE
                && parts
                        .customers
                        .all(tx, List.of(subscription.customer(), subscription.billedCompany()))
                        .values()
                        .stream()
                        .anyMatch(Customer::isErased);
    }

    public Optional<Subscription> find(Tx tx, SubscriptionId id) {
        return parts.subscriptions.find(tx, id);
    }

    /// Applies everything that came due, for a caller that needs the current state before the sweep has run.
    public void catchUp(Tx tx, SubscriptionId id) {
        time.catchUp(tx, id);
    }

    /// Locks the row of a subscription. Every operation that changes anything of it takes this lock first.
    public Optional<Subscription> lock(Tx tx, SubscriptionId id) {
        return parts.subscriptions.lock(tx, id);
    }

    /// The term that carries the subscription; empty while its first order is open.
    public Optional<ContractTerm> agreement(Tx tx, Subscription subscription) {
        if (subscription.stage() != OrderStage.CLOSED) return Optional.empty();
        return Optional.of(parts.agreements.of(tx, subscription));
    }

    /// The term that gives service today, also where a recast lies ahead.
    public OrderId running(Tx tx, Subscription subscription) {
        var today = subscription.today(tx.now());
        return parts.agreements.on(tx, subscription, today).termId();
    }

    /// Every term of a subscription, in the order in which they were agreed. Only reads, so it needs no
    /// dependencies of this module: invoices, which are constructed before it, call it too.
    public static List<ContractTerm> terms(Tx tx, Subscription subscription) {
        return reading().all(tx, subscription);
    }

    /// Every term of many subscriptions, by their ids; without those that have not started or are not the seller's.
    public static Map<SubscriptionId, List<ContractTerm>> terms(Tx tx, Collection<SubscriptionId> subscriptions) {
        return reading().all(tx, new SubscriptionStore().all(tx, subscriptions));
    }

    private static Agreements reading() {
        return new Agreements(new SubscriptionStore(), new OrderStore(), new PauseStore());
    }

    /// Any term of a subscription, by the order that opened it.
    public ContractTerm term(Tx tx, Subscription subscription, OrderId term) {
        return parts.agreements.of(tx, subscription, term);
    }

    /// The service clocks of those terms that were ever paused; the clocks of all others show the calendar
    /// (rule K-02).
    public static Map<UUID, ServiceClock> clocks(Tx tx, Collection<UUID> terms) {
        return Agreements.clocks(tx, terms);
    }

    /// The lines of a term by the ids under which invoices know them.
    public Map<UUID, Line> lines(Tx tx, ContractTerm agreement) {
        return parts.agreements.lines(tx, agreement);
    }

    /// The first invoice of the term that would follow all that is agreed, by itself.
    ///
    /// @param subscription as it is by then: another one may take it over before
    /// @param charges what it would bill, with the line of each
    public record FirstRenewalBill(
            Subscription subscription, LocalDate billOn, int paymentTermsDays, List<Charged> charges, TaxRates taxes) {
        /// One line for the first stretch.
        public record Charged(Line line, Charge charge) {}

        public FirstRenewalBill {
            charges = List.copyOf(charges);
        }
    }

    /// Empty when the subscription does not renew by itself (rule N-04).
    public Optional<FirstRenewalBill> firstRenewalBill(Tx tx, ContractTerm running) {
        var now = parts.agreements.last(tx, running);
        var before = running.subscription();
        var subscription =
                now.sides().equals(before.sides()) ? before : now.base().taken(running);
        if (!subscription.isRenewing() || now.isTrial()) return Optional.empty();
        var taxes = parts.payers.taxes(tx, subscription);
        var quote = parts.pricing.automaticRenewal(tx, now, taxes);
        var charges = Contract.of(quote.terms()).charges(0, BillDates.AT_PERIOD_START);
        var first = charges.stream().map(Charge::billOn).min(LocalDate::compareTo);
        if (first.isEmpty()) return Optional.empty();
        Map<LineKey, Line> lines = new HashMap<>();
        for (var line : quote.estimate().lines()) lines.put(line.line().key(), line.line());
        var billed = new ArrayList<FirstRenewalBill.Charged>();
        for (var charge : charges) {
            var line = lines.get(charge.line());
            if (line != null && charge.billOn().equals(first.get())) {
                billed.add(new FirstRenewalBill.Charged(line, charge));
            }
        }
        int terms = quote.terms().phases().getFirst().paymentTermsDays();
        return Optional.of(new FirstRenewalBill(subscription, first.get(), terms, billed, taxes));
    }

    /// Who is billed by whom for what a closed order brings.
    public Subscription.BillingParties sides(Tx tx, SubscriptionId id, OrderId order) {
        return parts.orders.find(tx, id, order).orElseThrow().sides();
    }

    /// The order that waits for its buyer; a subscription has at most one.
    public Optional<OrderId> openOrder(Tx tx, SubscriptionId id) {
        return parts.orders.open(tx, id).map(Order::id);
    }

    /// An open recast; 404 when there is no such recast, 400 when it is closed.
    public OrderId openRecast(Tx tx, SubscriptionId id, OrderId recast) {
        var order = changes.find(tx, id, OrderType.RECAST, recast);
        if (!order.isOpen())
            throw Refusal.badRequest("the order is %s and can no longer be signed".formatted(order.stage()));
        return order.id();
    }

    /// An order as its buyer sees it.
    public Optional<OrderSheet> sheet(Tx tx, SubscriptionId id, OrderId orderId) {
        return parts.orders.find(tx, id, orderId).map(order -> {
            var form = forms.of(tx, order);
            return new OrderSheet(form, order.stage(), order.version(), links.path(order));
        });
    }

    /// Closes an open order with its buyer's consent.
    public Consent.Outcome agree(Tx tx, Consent consent) {
        return agreeing.run(tx, consent);
    }
}
