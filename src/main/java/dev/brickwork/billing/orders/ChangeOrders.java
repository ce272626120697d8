package dev.brickwork.billing.orders;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.billing.estimate.DroppedDiscounts;
import dev.brickwork.billing.estimate.OrderOffers;
import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.billing.estimate.PriceOrder.Purpose;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Warning;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.sellers.Sellers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/// Makes, changes and drops the orders that change a subscription: upgrades, recasts and renewals.
public final class ChangeOrders {
    /// Fields that an update may not change. Pricing checks that an order which follows a term starts at its end.
    private static final Map<OrderType, List<String>> FIXED = Map.of(
            OrderType.UPGRADE, List.of("contract_length", "billing_frequency", "currency"),
            OrderType.RECAST, List.of("starts_at", "currency"),
            OrderType.RENEWAL, List.of("currency"),
            OrderType.STANDARD, List.of("currency"));

    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final FormLinks links;
    private final ContractTerms agreements;
    private final PriceOrder pricing;
    private final Parties parties;
    private final Payers payers;
    private final Sellers sellers;
    private final OrderEvents events;
    private final AdvanceSubscription time;

    public ChangeOrders(OrderDependencies parts, AdvanceSubscription time) {
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.links = parts.links;
        this.agreements = parts.agreements;
        this.pricing = parts.pricing;
        this.parties = parts.parties;
        this.payers = parts.payers;
        this.sellers = parts.sellers;
        this.events = parts.events;
        this.time = time;
    }

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// Whether a change may be made of a subscription that stands like this.
    static Verdict decide(
            SubscriptionStatus status,
            OrderType type,
            boolean isFirstOpen,
            boolean isPaused,
            boolean isTerminated,
            boolean isAnotherOpen) {
        if (isFirstOpen) return new Verdict.Refused("the first order is still open; change or start it");
        if (isTerminated && status != SubscriptionStatus.INACTIVE) {
            return new Verdict.Refused("the subscription is being terminated; reinstate it first");
        }
        if (isPaused) return new Verdict.Refused("the subscription is paused; resume it first");
        if (status == SubscriptionStatus.INACTIVE && (type != OrderType.RENEWAL || isTerminated)) {
            return new Verdict.Refused(
                    isTerminated
                            ? "the subscription was terminated; reinstate it while its term runs, or make a new one"
                            : "the subscription is inactive; only a renewal revives it");
        }
        if (isAnotherOpen) return new Verdict.Refused(OrderStore.anotherIsOpen().why());
        return new Verdict.Allowed();
    }

    private static Verdict decide(ContractTerm now, OrderType type, boolean isAnotherOpen, Caller caller) {
        var today = now.subscription().today(caller.now());
        return decide(
                now.subscription().status(),
                type,
                now.base().isOpen(),
                now.isPausedOn(today),
                now.subscription().termination().isPresent(),
                isAnotherOpen);
    }

    /// A request that is refused as things stand is told first what is wrong with it by itself: it would have to be
    /// mended in any case.
    private static void require(Verdict verdict, OrderType type, Fields fields) {
        if (!(verdict instanceof Verdict.Refused(var why))) return;
        OrderSettings.read(fields, OrderSettings.NOTHING);
        PriceOrder.checkForm(fields, type);
        fields.check();
        throw Refusal.badRequest(why);
    }

    /// An open order may have been overtaken by a pause or a termination.
    void requireStartable(ContractTerm now, OrderType type, Caller caller) {
        if (decide(now, type, false, caller) instanceof Verdict.Refused(var why)) throw Refusal.badRequest(why);
    }

    /// Whether an order finds the subscription at rest, and which term it changes, is a matter of today and not of the
    /// sweep. A renewal follows the term that is over.
    void catchUp(Tx tx, SubscriptionId id, OrderType type) {
        time.catchUp(tx, id, type.isFollowing() ? LocalDate.MIN : LocalDate.MAX);
    }

    /// Prices a request without writing anything (rule W-03). No transaction: the reads are single statements.
    Priced estimate(Tx tx, Request request, SubscriptionId id, OrderType type) {
        var running = running(tx, id, type);
        var offers = pricing.recentOffers(tx, request.identity());
        return estimate(tx, request, running, type, request.json(), offers, type == OrderType.RECAST);
    }

    /// Prices an open order as it stands. One that is closed is part of what runs and would be priced on top of itself.
    Priced estimate(Tx tx, Request request, SubscriptionId id, OrderType type, OrderId orderId) {
        var running = running(tx, id, type);
        var order = find(tx, id, type, orderId);
        if (!order.isOpen())
            throw Refusal.badRequest("the order is %s; only an open order can be estimated".formatted(order.stage()));
        var body = order.requestJson().isObject() ? order.requestJson() : JsonNodeFactory.instance.objectNode();
        var offers = pricing.offers(tx, request.identity(), order, Purpose.ESTIMATE);
        return estimate(tx, request, running, type, body, offers, false);
    }

    /// A recast that is made may leave the plan out, one that is only estimated may not. An upgrade
    /// moves on the clock of its term; a new term has a clock of its own. A renewal of which nothing is said is the
    /// one that happens by itself, which a trial has not (rule Z-03).
    private Priced estimate(
            Tx tx,
            Request request,
            ContractTerm running,
            OrderType type,
            JsonNode body,
            OrderOffers offers,
            boolean needsPlan) {
        var caller = request.caller();
        var now = current(tx, running, type);
        if (type == OrderType.RENEWAL && body.isEmpty() && !now.isTrial()) {
            requireStartable(now, type, caller);
            var renewal = pricing.automaticRenewal(tx, now, payers.taxes(tx, now.subscription()));
            return new Priced(renewal.estimate(), List.of());
        }
        var fields = Fields.of(completed(now, type, Requests.fresh(body, Requests.names(type))));
        if (needsPlan && !fields.isSent("plan_id")) fields.fault("plan_id", Fields.REQUIRED);
        require(decide(now, type, false, caller), type, fields);
        var setting = setting(tx, now, fields, offers, Purpose.ESTIMATE);
        var quote = pricing.change(tx, now, type, fields, setting);
        var clock = type == OrderType.UPGRADE ? now.clock() : now.clockFrom(quote.startsOn());
        return new Priced(quote.estimate().on(clock), warnings(now, type, body));
    }

    /// A renewal follows the term that is over.
    private ContractTerm running(Tx tx, SubscriptionId id, OrderType type) {
        var now = agreements.find(tx, id);
        return type.isFollowing() ? now : time.today(tx, now);
    }

    /// A renewal follows the term that is agreed last.
    private ContractTerm current(Tx tx, ContractTerm now, OrderType type) {
        return type == OrderType.RENEWAL ? agreements.last(tx, now) : now;
    }

    /// Prices an order that stays open.
    private Quote quote(Tx tx, ContractTerm now, OrderType type, Fields fields, OrderOffers offers) {
        return pricing.change(tx, now, type, fields, setting(tx, now, fields, offers, Purpose.OPEN));
    }

    /// Prices an order that closes now.
    Quote closing(Tx tx, Identity identity, ContractTerm now, Order order) {
        var body = order.requestJson().<ObjectNode>deepCopy();
        follow(now, order.type(), body);
        var fields = Fields.of(body);
        var offers = pricing.offers(tx, identity, order, Purpose.CLOSE);
        var setting = setting(tx, now, fields, offers, Purpose.CLOSE);
        return pricing.change(tx, now, order.type(), fields, setting);
    }

    private PriceOrder.Setting setting(Tx tx, ContractTerm now, Fields fields, OrderOffers offers, Purpose purpose) {
        return new PriceOrder.Setting(
                offers, payers.taxesAfter(tx, now, fields), () -> sellers.get(tx, tx.seller()), purpose);
    }

    /// An estimate, and what its reader should know of it.
    record Priced(Estimate estimate, List<Warning> warnings) {}

    /// An order, the clock that shows its dates, and what its author should know of it.
    record Made(Order order, ServiceClock clock, List<Warning> warnings) {}

    Made create(Tx tx, Request request, SubscriptionId id, OrderType asked) {
        var caller = request.caller();
        catchUp(tx, id, asked);
        var locked = agreements.lock(tx, id);
        var now = current(tx, locked, asked);
        // A trial has nothing to renew: what follows it is its first real order (rule Z-03).
        var type = asked == OrderType.RENEWAL && now.isTrial() ? OrderType.STANDARD : asked;
        var body = completed(now, type, Requests.fresh(request.json(), Requests.names(type)));
        var fields = Fields.of(body);
        require(decide(locked, asked, orders.open(tx, id).isPresent(), caller), type, fields);
        check(tx, now, fields);
        var quote = quote(tx, now, type, fields, pricing.offers(tx, request.identity()));
        var order = order(now, type, quote, body, caller);
        orders.insert(tx, order, links);
        touch(tx, locked.subscription());
        var clock = now.clockOf(order);
        events.made(tx, order, clock);
        return new Made(order, clock, warnings(now, type, body));
    }

    private static List<Warning> warnings(ContractTerm now, OrderType type, JsonNode body) {
        return type == OrderType.UPGRADE ? DroppedDiscounts.of(now, body) : List.of();
    }

    /// A recast that names a day of a pause begins with the service after it: there is none before (rule K-02).
    private static ObjectNode completed(ContractTerm now, OrderType type, ObjectNode body) {
        if (type == OrderType.RECAST) {
            var resumed = Fields.of(body).date("starts_at").flatMap(now::resumedAfter);
            resumed.ifPresent(day -> body.put("starts_at", day.toString()));
        }
        return type.isFollowing() ? PriceOrder.completed(now, body) : body;
    }

    /// An order that follows a term starts when that ends, also where a pause has moved the end (rule K-05).
    private static void follow(ContractTerm now, OrderType type, ObjectNode body) {
        if (type.isFollowing()) body.put("starts_at", now.calendarEnd().toString());
    }

    /// Notes the faults beside the price; pricing tells them together with its own.
    private void check(Tx tx, ContractTerm now, Fields fields) {
        OrderSettings.read(fields, now.subscription().agreed());
        parties.requireKept(tx, now.subscription());
        parties.checkChange(tx, fields);
    }

    private static Order order(ContractTerm now, OrderType type, Quote quote, ObjectNode body, Caller caller) {
        var id = new OrderId(Ids.next());
        return type == OrderType.UPGRADE
                ? Order.upgrade(id, now, quote, body.toString(), caller.now())
                : Order.open(id, now.subscription(), type, quote, body.toString(), caller.now());
    }

    Made change(Tx tx, Request request, SubscriptionId id, OrderType type, OrderId orderId) {
        catchUp(tx, id, type);
        var locked = agreements.lock(tx, id);
        var before = find(tx, id, type, orderId);
        request.requireVersion(before.version());
        if (!before.isOpen())
            throw Refusal.badRequest("the order is %s and can no longer be changed".formatted(before.stage()));
        var sent = request.json();
        var now = current(tx, locked, type);
        var body = Requests.merged(before.requestJson(), sent, Requests.names(before.type()));
        // Who sends back what was read moves nothing, though the end of the term may have moved since.
        if (body.path("starts_at").equals(before.requestJson().path("starts_at"))) follow(now, before.type(), body);
        var pins = before.pins();
        // Without plan_id the contracted version stands again: bricks and plan go together.
        if (type == OrderType.UPGRADE && sent.hasNonNull("bricks") && !sent.hasNonNull("plan_id")) {
            if (body.remove("plan_id") != null) pins = pins.after(contracted(now));
        }
        var fields = Fields.of(body);
        if (type == OrderType.UPGRADE && sent.hasNonNull("plan_id") && !sent.hasNonNull("bricks")) {
            fields.fault("plan_id", "plan_id is honoured only when bricks is also sent.");
        }
        checkFixed(before, sent, locked, fields);
        check(tx, now, fields);
        var offers = pricing.offers(tx, request.identity(), pins, sent, body);
        var quote = quote(tx, now, before.type(), fields, offers);
        var after = before.on(now).quoted(quote, body.toString());
        if (!after.isLike(before)) {
            orders.update(tx, after);
            touch(tx, locked.subscription());
            after = find(tx, id, type, orderId);
        }
        return new Made(after, now.clockOf(after), warnings(now, before.type(), body));
    }

    private static PlanVersionId contracted(ContractTerm now) {
        return new PlanVersionId(now.orders().getLast().quoted().plan().id());
    }

    /// Notes what was sent with another value than it has.
    private static void checkFixed(Order before, JsonNode sent, ContractTerm now, Fields fields) {
        for (var name : FIXED.getOrDefault(before.type(), List.of())) {
            if (!sent.hasNonNull(name)) continue;
            var value = sent.get(name);
            int months = now.terms().months();
            var current = switch (name) {
                case "currency" -> before.origin().currency().code();
                case "billing_frequency" -> now.terms().frequency().name();
                case "contract_length" -> String.valueOf(months);
                default -> before.requestJson().path(name).asText();
            };
            boolean isSame = name.equals("contract_length")
                    ? value.isNumber() && value.decimalValue().compareTo(BigDecimal.valueOf(months)) == 0
                    : current.equals(value.textValue());
            if (!isSame) fields.fault(name, "Cannot be changed on this order: it is %s.".formatted(current));
        }
    }

    /// Softly: it stays readable.
    Order delete(Tx tx, Request request, SubscriptionId id, OrderType type, OrderId orderId) {
        var caller = request.caller();
        var locked = agreements.lock(tx, id);
        var before = find(tx, id, type, orderId);
        if (!before.isOpen())
            throw Refusal.badRequest("the order is %s; only an open order can be deleted".formatted(before.stage()));
        var after = before.in(OrderStage.CLOSED_DELETE, caller.now());
        orders.update(tx, after);
        touch(tx, locked.subscription());
        events.dropped(tx, after);
        return after;
    }

    /// The path pair is checked together: an order of another subscription is not there.
    public Order find(Tx tx, SubscriptionId id, OrderType type, OrderId order) {
        return orders.find(tx, id, order)
                .filter(found -> isKind(tx, found, type))
                .orElseThrow(() -> PriceOrder.noOrder(type));
    }

    /// Under `renewal` stands also what turns a trial into a subscription; a first order follows nothing.
    private boolean isKind(Tx tx, Order order, OrderType type) {
        if (order.type() == type) return true;
        return type == OrderType.RENEWAL
                && order.type() == OrderType.STANDARD
                && order.life().sequence().orElseGet(() -> orders.closedCount(tx, order.subscription()) + 1) > 1;
    }

    /// An open change is a change of the subscription too: its tag moves.
    private void touch(Tx tx, Subscription subscription) {
        subscriptions.update(tx, subscription);
    }
}
