package dev.brickwork.catalog.api;

import dev.brickwork.catalog.PlanStore;
import dev.brickwork.catalog.PlanVersionStore;
import dev.brickwork.catalog.plans.OffersInMemory;
import dev.brickwork.catalog.plans.PlanVersions;
import dev.brickwork.catalog.plans.PublishPlan;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import java.util.Optional;

/// The published versions of plans over HTTP.
public final class PlanVersionResource {
    private final PlanStore plans;
    private final PlanVersionStore store;
    private final PlanVersions versions;
    private final PublishPlan publishing;
    private final OffersInMemory offers;

    public PlanVersionResource(
            PlanStore plans,
            PlanVersionStore store,
            PlanVersions versions,
            PublishPlan publishing,
            OffersInMemory offers) {
        this.plans = plans;
        this.store = store;
        this.versions = versions;
        this.publishing = publishing;
        this.offers = offers;
    }

    public Routes routes() {
        return new Routes()
                .post("/plans/{plan_id}/publish", Scope.CATALOG, this::publish)
                .get("/plans/{plan_id}/versions", Scope.READ, this::list)
                .get("/plans/{plan_id}/versions/{version}", Scope.READ, this::one);
    }

    private Answer publish(Tx tx, Request request) {
        var version = publishing.run(tx, PlanResource.id(request));
        offers.forget(tx, version.plan());
        return Answer.ok(json -> CatalogueJson.version(json, version));
    }

    private Answer list(Tx tx, Request request) {
        var caller = request.caller();
        var page = request.page(Listing.OLDEST_FIRST);
        var plan = plans.find(tx, PlanResource.id(request)).orElseThrow(PlanResource::none);
        var found = store.list(tx, plan.id(), page).stream()
                .map(row -> versions.keep(caller, row))
                .toList();
        return page.answer(store.count(tx, plan.id()), found, CatalogueJson::version);
    }

    private Answer one(Tx tx, Request request) {
        var number = number(request.path("version")).orElseThrow(PlanVersionResource::none);
        var row = store.numbered(tx, PlanResource.id(request), number).orElseThrow(PlanVersionResource::none);
        var version = versions.keep(request.caller(), row);
        return Answer.ok(json -> CatalogueJson.version(json, version)).version(number);
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.parseInt(text));
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    private static Refusal none() {
        return Refusal.notFound("plan version");
    }
}
