package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.OrderOffers;
import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.Sellers;

/// Makes a subscription with its first order, which stays open until it is started.
public final class CreateSubscription {
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final FormLinks links;
    private final PriceOrder pricing;
    private final Parties parties;
    private final Payers payers;
    private final Sellers sellers;
    private final OrderEvents events;

    public CreateSubscription(OrderDependencies parts) {
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.links = parts.links;
        this.pricing = parts.pricing;
        this.parties = parts.parties;
        this.payers = parts.payers;
        this.sellers = parts.sellers;
        this.events = parts.events;
    }

    SubscriptionId run(Tx tx, Request request) {
        var caller = request.caller();
        var body = Requests.fresh(request.json(), Requests.firstNames());
        var id = new SubscriptionId(Ids.next());
        var order = new OrderId(Ids.next());
        var offers = pricing.offers(tx, request.identity());
        var made = read(tx, request, Fields.of(body), id, order, offers);
        var first = Order.open(order, made.subscription, made.type(), made.quote, body.toString(), caller.now());
        subscriptions.insert(tx, made.subscription);
        orders.insert(tx, first, links);
        events.made(tx, first, ServiceClock.UNPAUSED);
        return id;
    }

    record Made(Subscription subscription, Quote.Opening quote) {
        OrderType type() {
            return quote.trialDays().isPresent() ? OrderType.TRIAL : OrderType.STANDARD;
        }
    }

    /// Reads the whole request: also used when the open order changes.
    Made read(Tx tx, Request request, Fields fields, SubscriptionId id, OrderId order, OrderOffers offers) {
        var caller = request.caller();
        var seller = sellers.get(tx, caller.seller());
        var found = parties.read(tx, fields);
        var agreed = OrderSettings.read(fields, OrderSettings.NOTHING);
        parties.check(tx, fields);
        var zone = fields.zone("time_zone"); // Fixed for life (rule T-01).
        var currency = seller.currencyOf(fields, Currency.USD);
        var isMigrated = fields.flag("migrated").orElse(false);
        if (fields.hasFaults() || found.isEmpty()) throw pricing.refusal(fields, offers, seller);
        var people = found.get();
        var draft = new Subscription(
                id,
                new Subscription.BillingParties(
                        people.customer().id().value(),
                        people.billed().id().value(),
                        people.entity().id()),
                currency,
                zone.or(() -> people.customer().timeZone()).orElse(seller.timeZone()),
                isMigrated,
                Subscription.Run.unknown(order),
                agreed,
                Subscription.Life.NEW,
                caller.now(),
                1);
        var taxes = payers.taxes(tx, draft, people.billed(), people.entity());
        var setting = new PriceOrder.Setting(offers, taxes, seller, PriceOrder.Purpose.OPEN);
        var quote = pricing.first(fields, setting);
        return new Made(placed(draft, quote, order), quote);
    }

    private static Subscription placed(Subscription draft, Quote.Opening quote, OrderId order) {
        var plan = quote.terms().phases().getFirst().plan();
        return draft.with(new Subscription.Run(
                order,
                plan.planId(),
                plan.name(),
                OrderStage.BUILDING,
                quote.trialDays().isPresent(),
                quote.terms().frequency(),
                quote.startsOn(),
                quote.endsOn()));
    }
}
