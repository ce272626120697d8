package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import java.util.List;

/// Estimates over HTTP. They write nothing, so a key that may read may ask.
public final class EstimateResource {
    private final Catalogue catalogue;
    private final EstimateNew estimateNew;

    public EstimateResource(Catalogue catalogue, EstimateNew estimateNew) {
        this.catalogue = catalogue;
        this.estimateNew = estimateNew;
    }

    public Routes routes() {
        return new Routes()
                .calculate("/subscriptions/estimate", Scope.READ, this::fresh)
                .cpuBoundReads();
    }

    private Answer fresh(Request request) {
        var offers = catalogue.offers(request.caller(), request.identity());
        var estimate = estimateNew.run(request.seller(), request.fields(), offers);
        return Answer.ok(json -> EstimateJson.write(json, estimate, List.of()));
    }
}
