package dev.brickwork.subscriptions;

import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.http.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Changes a subscription: anything while its first order is open, afterwards only what no new order is needed
/// for.
final class ChangeSubscription {
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final Agreements agreements;
    private final CreateSubscription creating;
    private final Parties parties;

    ChangeSubscription(
            SubscriptionStore subscriptions,
            OrderStore orders,
            Agreements agreements,
            CreateSubscription creating,
            Parties parties) {
        this.subscriptions = subscriptions;
        this.orders = orders;
        this.agreements = agreements;
        this.creating = creating;
        this.parties = parties;
    }

    /// The new version of the subscription.
    long run(Handle tx, Request request, SubscriptionId id) {
        var now = agreements.lock(tx, request.caller(), id);
        request.requireVersion(now.subscription().version());
        var after = now.base().isOpen() ? open(tx, request, now) : closed(tx, request, now);
        subscriptions.update(tx, request.caller(), after);
        return after.version() + 1;
    }

    private Subscription open(Handle tx, Request request, Agreement now) {
        var caller = request.caller();
        var body = Requests.merged(now.base().requestJson(), request.json(), Requests.firstNames());
        var made =
                creating.read(tx, request, Fields.of(body), now.subscription().id(), now.termId(), caller);
        boolean isTrial = made.quote().trialDays().isPresent();
        if (isTrial != now.isTrial()) {
            throw Refusal.badField("order_type", "The type of an order cannot be changed; delete it and make another.");
        }
        if (made.subscription().currency() != now.subscription().currency()) {
            throw Refusal.badField("currency", "The currency of a subscription is fixed.");
        }
        orders.update(tx, caller, now.base().quoted(made.quote(), body.toString()));
        return made.subscription().instead(now.subscription());
    }

    private Subscription closed(Handle tx, Request request, Agreement now) {
        var body = request.json();
        var refused = new HashMap<String, List<String>>();
        var fixed = new ArrayList<>(Requests.firstNames());
        fixed.removeAll(Agreed.ALWAYS_CHANGEABLE);
        var said = now.base().requestJson();
        for (var name : fixed) {
            if (body.has(name) && !body.get(name).equals(said.get(name))) {
                refused.put(name, List.of("The order is closed; make an upgrade or a recast."));
            }
        }
        if (!refused.isEmpty()) throw Refusal.badRequest("the order is closed; make an upgrade or a recast", refused);
        parties.requireKept(tx, request.caller(), now.subscription());
        var fields = Fields.of(Requests.fresh(body, Agreed.ALWAYS_CHANGEABLE));
        var sent = request.fields(); // With its nulls, which clear.
        var agreed = Agreed.read(sent, now.subscription().agreed());
        parties.check(tx, request.caller(), fields, agreed);
        sent.check();
        fields.check();
        return now.subscription().with(agreed);
    }
}
