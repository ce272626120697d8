package dev.brickwork.billing.milestones;

import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.ids.MilestoneId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;

/// Milestones over HTTP.
public final class MilestoneResource {
    private static final String LIST = "/subscriptions/{subscription_id}/milestones";

    private final Contracts contracts;
    private final MilestoneStore milestones = new MilestoneStore();
    private final CompleteMilestone completing;

    public MilestoneResource(Contracts contracts, CompleteMilestone completing) {
        this.contracts = contracts;
        this.completing = completing;
    }

    public Routes routes() {
        return new Routes()
                .get(LIST, Scope.READ, this::list)
                .post(LIST + "/{milestone_id}/complete", Scope.WRITE, this::complete);
    }

    private static SubscriptionId subscription(Request request) {
        return request.id("subscription_id", "subscription", SubscriptionId::new);
    }

    private Answer list(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var id = subscription(request);
        if (contracts.find(tx, id).isEmpty()) throw Refusal.notFound("subscription");
        var found = milestones.list(tx, id, page);
        return page.answer(milestones.count(tx, id), found, MilestoneJson::write);
    }

    private Answer complete(Tx tx, Request request) {
        var subscription = subscription(request);
        if (contracts.find(tx, subscription).isEmpty()) throw Refusal.notFound("subscription");
        var id = request.id("milestone_id", "milestone", MilestoneId::new);
        if (!milestones.exists(tx, subscription, id)) throw Refusal.notFound("milestone");
        var done = completing.run(tx, subscription, id, request.fields());
        return Answer.ok(json -> json.object(out -> {
            out.name("completion");
            MilestoneJson.completion(out, done.completion());
            out.name("milestone");
            MilestoneJson.write(out, done.milestone());
        }));
    }
}
