package dev.brickwork.billing.orders;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.pricing.terms.PricingCost;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;

/// Changes a subscription: anything while its first order is open, afterwards only what no new order is needed
/// for.
public final class ChangeSubscription {
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final ContractTerms agreements;
    private final CreateSubscription creating;
    private final Parties parties;
    private final PriceOrder pricing;

    public ChangeSubscription(OrderDependencies parts, CreateSubscription creating) {
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.agreements = parts.agreements;
        this.creating = creating;
        this.parties = parts.parties;
        this.pricing = parts.pricing;
    }

    /// The new version of the subscription.
    ///
    /// @param shown the subscription as a client reads it
    long run(Tx tx, Request request, SubscriptionId id, Function<ContractTerm, JsonNode> shown) {
        var now = agreements.lock(tx, id);
        request.requireVersion(now.subscription().version());
        var after = now.base().isOpen() ? open(tx, request, now) : closed(tx, request, now, shown);
        after.ifPresent(changed -> subscriptions.update(tx, changed));
        return now.subscription().version() + (after.isPresent() ? 1 : 0);
    }

    /// None when nothing changes, here and below.
    private Optional<Subscription> open(Tx tx, Request request, ContractTerm now) {
        var body = Requests.merged(now.base().requestJson(), request.json(), Requests.firstNames());
        var pins = now.base().pins();
        var offers = pricing.offers(tx, request.identity(), pins, request.json(), body);
        var id = now.subscription().id();
        var made = creating.read(tx, request, Fields.of(body), id, now.termId(), offers);
        var currency = made.subscription().currency();
        var order = now.base().anew(made.type(), currency, made.quote(), body.toString());
        var after = made.subscription().instead(now.subscription());
        if (order.isLike(now.base()) && after.equals(now.subscription())) return Optional.empty();
        orders.update(tx, order);
        return Optional.of(after);
    }

    private Optional<Subscription> closed(
            Tx tx, Request request, ContractTerm now, Function<ContractTerm, JsonNode> shown) {
        var fields = Fields.of(changeable(request.json())); // With its nulls, which clear.
        checkFixed(fields, request.json(), now, shown);
        parties.requireKept(tx, now.subscription());
        var agreed = OrderSettings.read(fields, now.subscription().agreed());
        parties.check(tx, fields);
        if (fields.isSent("renewal_contract_period")) checkRenewal(fields, now, agreed);
        fields.check();
        return Optional.of(now.subscription().with(agreed)).filter(after -> !after.equals(now.subscription()));
    }

    /// A renewal is automatic, so the size of what will be priced is checked when its length is agreed.
    private static void checkRenewal(Fields fields, ContractTerm now, OrderSettings agreed) {
        agreed.renewalMonths()
                .flatMap(months -> PricingCost.ofRenewal(now.terms(), months).fault())
                .ifPresent(why -> fields.fault("renewal_contract_period", why));
    }

    /// The rest is compared only: taken over, what is shown of the seller's settings would become the subscription's.
    private static JsonNode changeable(JsonNode sent) {
        var changeable = JsonNodeFactory.instance.objectNode();
        for (var name : OrderSettings.ALWAYS_CHANGEABLE) if (sent.has(name)) changeable.set(name, sent.get(name));
        return changeable;
    }

    /// Fields that need an order may be sent with the value that the client has read, but not with another one.
    private static void checkFixed(
            Fields fields, JsonNode sent, ContractTerm now, Function<ContractTerm, JsonNode> shown) {
        var fixed = new ArrayList<>(Requests.firstNames());
        fixed.removeAll(OrderSettings.ALWAYS_CHANGEABLE);
        var said = now.base().requestJson();
        fixed.removeIf(name -> !sent.has(name) || isSame(sent.get(name), said.path(name)));
        if (fixed.isEmpty()) return;
        var current = shown.apply(now);
        fixed.removeIf(name -> isSame(sent.get(name), current.path(name)));
        for (var name : fixed) fields.fault(name, "The order is closed; make an upgrade or a recast.");
    }

    private static boolean isSame(JsonNode sent, JsonNode known) {
        if (sent.isNull()) return known.isNull() || known.isMissingNode();
        if (!sent.isNumber() || !known.isNumber()) return sent.equals(known);
        return sent.decimalValue().compareTo(known.decimalValue()) == 0;
    }
}
