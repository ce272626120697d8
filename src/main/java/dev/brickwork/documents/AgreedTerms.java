package dev.brickwork.documents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.documents.InvoicePaper.Per;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// What the frozen terms of an order say beside the amounts: what time a price is for, which discounts it carries,
/// which coupon. Only for reading; every figure comes from the invoice itself.
record AgreedTerms(JsonNode json) {
    private static final int YEAR_MONTHS = 12;

    Optional<Per> per(Optional<UUID> brick) {
        return price(brick)
                .filter(price -> price.path("period_months").isInt())
                .map(price -> price.path("period_months").intValue() == YEAR_MONTHS ? Per.YEAR : Per.MONTH);
    }

    /// The rates in percent that the brick carries.
    List<BigDecimal> rates(UUID brick) {
        return brick(brick)
                .map(it -> Stream.of("renewing_rate", "one_time_rate")
                        .filter(it::hasNonNull)
                        .map(name -> new BigDecimal(it.path(name).asText()))
                        .toList())
                .orElse(List.of());
    }

    Optional<String> coupon() {
        return parts().map(part -> part.path("coupon").path("code"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .findFirst();
    }

    private Optional<JsonNode> price(Optional<UUID> brick) {
        if (brick.isPresent()) return brick(brick.get()).map(it -> it.path("price"));
        return parts().map(part -> part.path("plan").path("price"))
                .filter(JsonNode::isObject)
                .findFirst();
    }

    private Optional<JsonNode> brick(UUID id) {
        return parts().flatMap(part -> part.path("bricks").valueStream())
                .filter(brick -> brick.path("brick_id").asText().equals(id.toString()))
                .findFirst();
    }

    /// The terms themselves, their phases, and what an upgrade changes in each phase.
    private Stream<JsonNode> parts() {
        var all = new ArrayList<JsonNode>();
        all.add(json);
        json.path("phases").forEach(all::add);
        json.path("by_phase").forEach(all::add);
        return all.stream();
    }
}
