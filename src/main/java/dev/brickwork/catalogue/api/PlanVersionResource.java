package dev.brickwork.catalogue.api;

import dev.brickwork.catalogue.PlanVersions;
import dev.brickwork.catalogue.plans.OffersInMemory;
import dev.brickwork.catalogue.plans.PublishPlan;
import dev.brickwork.catalogue.stored.PlanStore;
import dev.brickwork.catalogue.stored.PlanVersionStore;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.database.Tx;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Listing;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
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
