package dev.brickwork.catalog.plans;

import dev.brickwork.catalog.Brick;
import dev.brickwork.catalog.BrickStore;
import dev.brickwork.catalog.Draft;
import dev.brickwork.catalog.Plan;
import dev.brickwork.catalog.PlanDocument;
import dev.brickwork.catalog.PlanStore;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.catalog.PlanVersionStore;
import dev.brickwork.catalog.Price;
import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.PricePeriod;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Freezes the draft of a plan as its next version. Running subscriptions keep theirs.
public final class PublishPlan {
    private final PlanStore plans;
    private final PlanVersionStore versions;
    private final BrickStore bricks;

    public PublishPlan(PlanStore plans, PlanVersionStore versions, BrickStore bricks) {
        this.plans = plans;
        this.versions = versions;
        this.bricks = bricks;
    }

    sealed interface Verdict {
        record Publishable(PlanDocument document) implements Verdict {}

        record Refused(String why) implements Verdict {}

        /// The draft has faults, each at its path.
        record Faulty(Fields faults) implements Verdict {}
    }

    /// @param number the next one of the plan, which merged versions count in
    static Verdict decide(Plan plan, int number, Map<BrickId, Brick> bricks, Instant now) {
        if (plan.draft().isEmpty()) return new Verdict.Refused("the plan has no draft to publish");
        var draft = plan.draft().get();
        var faults = faults(draft, bricks);
        if (faults.hasFaults()) return new Verdict.Faulty(faults);
        return new Verdict.Publishable(document(plan, draft, number, bricks, now));
    }

    private static Fields faults(Draft draft, Map<BrickId, Brick> bricks) {
        var faults = Fields.none();
        if (draft.bricks().isEmpty() && draft.prices().isEmpty()) {
            faults.fault("bricks", "A version needs a brick or a price of its own.");
        }
        new PriceFaults(faults, Optional.empty()).collect(draft.prices(), "prices");
        var seen = new HashSet<BrickId>();
        for (int i = 0; i < draft.bricks().size(); i++) {
            var item = draft.bricks().get(i);
            var path = "bricks[%d].".formatted(i);
            var brick = Optional.ofNullable(bricks.get(item.brick()));
            if (brick.isEmpty()) faults.fault(path + "brick_id", "There is no such brick.");
            if (!seen.add(item.brick())) faults.fault(path + "brick_id", "The brick is listed twice.");
            if (item.prices().isEmpty()) faults.fault(path + "prices", "At least one price is required.");
            brick.ifPresent(known ->
                    new PriceFaults(faults, Optional.of(known.type())).collect(item.prices(), path + "prices"));
        }
        return faults;
    }

    private static PlanDocument document(Plan plan, Draft draft, int number, Map<BrickId, Brick> bricks, Instant now) {
        return new PlanDocument(
                plan.id(),
                plan.name(),
                number,
                List.of(),
                plan.frequencies(),
                draft.prices().stream().map(PublishPlan::recurring).toList(),
                draft.bricks().stream()
                        .map(item -> PlanDocument.Item.of(item, bricks))
                        .toList(),
                now);
    }

    /// A plan's own price is one per month unless it says per year: the version writes down what was meant.
    private static Price recurring(Price price) {
        return price.period().isPresent() ? price : price.withPeriod(PricePeriod.MONTH);
    }

    public PlanVersion run(Tx tx, PlanId id) {
        var plan = plans.lock(tx, id).orElseThrow(() -> Refusal.notFound("plan"));
        var named = plan.draft().map(Draft::bricks).orElse(List.of()).stream()
                .map(Draft.Item::brick)
                .toList();
        int number = versions.nextNumber(tx, id);
        return switch (decide(plan, number, bricks.findAll(tx, named), tx.now())) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Faulty(var faults) -> {
                faults.check();
                throw new IllegalStateException("a faulty draft without a fault");
            }
            case Verdict.Publishable(var document) -> {
                var version = new PlanVersionId(Ids.next());
                versions.insert(tx, version, document);
                plans.savePublished(tx, plan, new Plan.Latest(document.number(), version));
                yield new PlanVersion(version, document);
            }
        };
    }
}
