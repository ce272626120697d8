package dev.brickwork.subscriptions.quotes;

import dev.brickwork.catalogue.Catalogue;
import dev.brickwork.kernel.pricing.terms.PricingCost;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
import java.util.List;

/// Estimates over HTTP. They write nothing, so a key that may read may ask.
public final class EstimateResource {
    private static final int CELLS_SMALL_MAX = 1_000; // Some two milliseconds.

    private final Catalogue catalogue;
    private final EstimateNew estimateNew;

    public EstimateResource(Catalogue catalogue, EstimateNew estimateNew) {
        this.catalogue = catalogue;
        this.estimateNew = estimateNew;
    }

    public Routes routes() {
        return new Routes().calculateBySize("/subscriptions/estimate", Scope.READ, this::fresh);
    }

    private Routes.Calculation.Work fresh(Request request) {
        var offers = catalogue.offers(request.caller(), request.identity());
        var fields = request.fields();
        var terms = estimateNew.read(request.seller(), fields, offers);
        return new Routes.Calculation.Work(
                PricingCost.of(terms).cells() > CELLS_SMALL_MAX,
                () -> Answer.ok(json -> EstimateJson.write(json, EstimateNew.price(terms, fields), List.of())));
    }
}
