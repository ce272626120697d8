package dev.brickwork.catalog.api;

import dev.brickwork.catalog.Brick;
import dev.brickwork.catalog.BrickStore;
import dev.brickwork.catalog.Draft;
import dev.brickwork.catalog.Plan;
import dev.brickwork.catalog.PlanStore;
import dev.brickwork.catalog.ProductStore;
import dev.brickwork.catalog.plans.OffersInMemory;
import dev.brickwork.catalog.plans.PlanVersions;
import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.ProductId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Change;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.sellers.Sellers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Plans and their drafts over HTTP.
public final class PlanResource {
    private static final int NAME_LENGTH_MAX = 255;

    private final Sellers sellers;
    private final PlanStore plans;
    private final PlanVersions versions;
    private final BrickStore bricks;
    private final ProductStore products;
    private final OffersInMemory offers;

    public PlanResource(
            Sellers sellers,
            PlanStore plans,
            PlanVersions versions,
            BrickStore bricks,
            ProductStore products,
            OffersInMemory offers) {
        this.sellers = sellers;
        this.plans = plans;
        this.versions = versions;
        this.bricks = bricks;
        this.products = products;
        this.offers = offers;
    }

    public Routes routes() {
        return new Routes()
                .get("/plans", Scope.READ, this::list)
                .post("/plans", Scope.CATALOG, this::create)
                .get("/plans/{plan_id}", Scope.READ, this::one)
                .patch("/plans/{plan_id}", Scope.CATALOG, this::change)
                .put("/plans/{plan_id}/draft", Scope.CATALOG, this::putDraft);
    }

    private Answer list(Tx tx, Request request) {
        var query = request.queryFields();
        var page = request.page(query, Listing.OLDEST_FIRST);
        var filter = new PlanStore.Filter(query.uuid("product_id").map(ProductId::new), query.queryFlag("private"));
        query.check();
        var found = plans.list(tx, filter, page);
        var latest = versions.findAll(
                tx,
                found.stream()
                        .flatMap(plan -> plan.latest().stream())
                        .map(Plan.Latest::id)
                        .toList());
        return page.answer(
                plans.count(tx, filter),
                found,
                (json, plan) -> CatalogueJson.listedPlan(
                        json, plan, plan.latest().map(Plan.Latest::id).map(latest::get)));
    }

    private Answer one(Tx tx, Request request) {
        return shown(tx, plans.find(tx, id(request)).orElseThrow(PlanResource::none));
    }

    private Answer create(Tx tx, Request request) {
        var fields = request.fields();
        var name = fields.require("plan_name", field -> fields.filledText(field, NAME_LENGTH_MAX));
        var product = product(tx, fields, "product_id");
        var isPrivate = fields.flag("private").orElse(false);
        var frequencies = frequencies(fields, "allowed_billing_frequencies").orElse(List.of(BillingFrequency.values()));
        fields.check();
        var plan = new Plan(
                new PlanId(Ids.next()),
                name.orElseThrow(),
                product,
                isPrivate,
                frequencies,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                request.caller().now(),
                1);
        plans.insert(tx, plan);
        return shown(tx, plan);
    }

    private Answer change(Tx tx, Request request) {
        var before = plans.lock(tx, id(request)).orElseThrow(PlanResource::none);
        request.requireVersion(before.version());
        var fields = request.fields();
        Change<ProductId> product = fields.change("product_id", field -> product(tx, fields, field));
        var after = new Plan(
                before.id(),
                fields.changeable("plan_name", field -> fields.filledText(field, NAME_LENGTH_MAX))
                        .orElse(before.name()),
                product.over(before.product()),
                fields.changeable("private", fields::flag).orElse(before.isPrivate()),
                fields.changeable("allowed_billing_frequencies", field -> frequencies(fields, field))
                        .orElse(before.frequencies()),
                before.draft(),
                before.draftUpdatedAt(),
                before.latest(),
                before.createdAt(),
                before.version());
        fields.check();
        if (after.equals(before)) return shown(tx, before);
        plans.update(tx, after);
        offers.forget(tx, after.id());
        return shown(tx, plans.find(tx, before.id()).orElseThrow(PlanResource::none));
    }

    private Answer putDraft(Tx tx, Request request) {
        var plan = plans.lock(tx, id(request)).orElseThrow(PlanResource::none);
        request.requireVersion(plan.version());
        var fields = request.fields();
        var draft = Draft.read(fields, sellers.get(tx, request.seller())::currency);
        var known = bricksOf(tx, draft);
        for (int i = 0; i < draft.bricks().size(); i++) {
            if (!known.containsKey(draft.bricks().get(i).brick())) {
                fields.fault("bricks[%d].brick_id".formatted(i), "There is no such brick.");
            }
        }
        fields.check();
        plans.saveDraft(tx, plan.id(), draft);
        var saved = plans.find(tx, plan.id()).orElseThrow();
        var warnings = saved.latest()
                .flatMap(last -> versions.find(tx, last.id()))
                .map(onSale -> DraftWarnings.of(draft, onSale.document()))
                .orElse(List.of());
        return Answer.ok(json -> CatalogueJson.draft(json, saved, draft, known, warnings))
                .version(saved.version());
    }

    private Answer shown(Tx tx, Plan plan) {
        var latest = plan.latest().flatMap(last -> versions.find(tx, last.id()));
        var known = plan.draft().map(draft -> bricksOf(tx, draft)).orElse(Map.of());
        return Answer.ok(json -> CatalogueJson.plan(json, plan, latest, known)).version(plan.version());
    }

    private Map<BrickId, Brick> bricksOf(Tx tx, Draft draft) {
        return bricks.findAll(tx, draft.bricks().stream().map(Draft.Item::brick).toList());
    }

    private Optional<ProductId> product(Tx tx, Fields fields, String name) {
        var id = fields.uuid(name).map(ProductId::new);
        if (id.isPresent() && products.find(tx, id.get()).isEmpty()) {
            fields.fault(name, "There is no such product.");
        }
        return id;
    }

    private static Optional<List<BillingFrequency>> frequencies(Fields fields, String name) {
        var read = fields.<BillingFrequency>eachOnce(
                name, BillingFrequency.values().length, (each, field) -> each.oneOf(field, BillingFrequency.values()));
        if (read.filter(List::isEmpty).isPresent()) fields.fault(name, "At least one is required.");
        return read;
    }

    static PlanId id(Request request) {
        return request.id("plan_id", "plan", PlanId::new);
    }

    static Refusal none() {
        return Refusal.notFound("plan");
    }
}
