package dev.brickwork.delivery.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.delivery.documents.InvoicePaper.Per;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.json.JsonReader;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// The frozen terms of an order beside its amounts: the time that a price is for, its discounts and coupon, and the
/// units of its version of the plan. Only for reading; every figure comes from elsewhere.
///
/// @param units of the bricks as they are now: one may have come by an upgrade, or with the plan of a phase
/// @param phase the one that is asked about; each may have a plan, prices, discounts and a coupon of its own (rule
/// F-01)
record AgreedTerms(JsonNode json, JsonNode plan, JsonNode units, Optional<Integer> phase) {
    private static final int YEAR_MONTHS = 12;

    /// Those of the orders that lines belong to, by the ids of these.
    static Map<String, AgreedTerms> of(SqlSession tx, SellerId seller, List<FrozenLine> lines) {
        var orders =
                lines.stream().flatMap(line -> line.order().stream()).distinct().toArray(String[]::new);
        var bricks = lines.stream().flatMap(line -> line.brick().stream()).distinct();
        return orders.length == 0 ? Map.of() : of(tx, seller, bricks, orders);
    }

    /// An open order may be on a version of its plan that is made when it closes.
    static Map<String, AgreedTerms> of(SqlSession tx, SellerId seller, Stream<UUID> bricks, String... orders) {
        var all = new HashMap<String, AgreedTerms>();
        tx.query("""
                SELECT o.id, o.terms, v.document,
                    (SELECT jsonb_object_agg(b.id, b.unit)
                     FROM brick b
                     WHERE b.seller_id = o.seller_id AND b.id = ANY (:bricks) AND b.unit IS NOT NULL) AS units
                FROM orders o
                LEFT JOIN plan_version v ON v.seller_id = o.seller_id AND v.id = o.plan_version_id
                WHERE o.seller_id = :seller AND o.id = ANY (:orders::uuid[]) AND o.terms IS NOT NULL
                """)
                .bind("seller", seller.value())
                .bind("orders", orders)
                .bind("bricks", bricks.toArray(UUID[]::new))
                .map((row, _) -> Map.entry(
                        Columns.uuid(row, "id").toString(),
                        new AgreedTerms(
                                JsonReader.stored(Columns.text(row, "terms")),
                                stored(row, "document"),
                                stored(row, "units"),
                                Optional.empty())))
                .forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return all;
    }

    private static JsonNode stored(ResultSet row, String column) throws SQLException {
        return Columns.maybeText(row, column).map(JsonReader::stored).orElseGet(JsonNodeFactory.instance::missingNode);
    }

    AgreedTerms in(int position) {
        return new AgreedTerms(json, plan, units, Optional.of(position));
    }

    /// In the phase of a service date.
    AgreedTerms on(LocalDate day) {
        return json.path("phases")
                .valueStream()
                .filter(it -> !LocalDate.parse(json.path("starts_on").asText())
                        .plusMonths(it.path("from_month").intValue())
                        .isAfter(day))
                .reduce((_, later) -> later)
                .map(it -> in(it.path("position").intValue()))
                .orElse(this);
    }

    /// The unit that the quantity of a brick counts, such as seats: as published with the plan of the order.
    Optional<String> unit(UUID brick) {
        var published = brick(Stream.of(plan), brick);
        return published.isPresent()
                ? published.map(it -> it.path("unit").textValue())
                : Optional.ofNullable(units.path(brick.toString()).textValue());
    }

    Optional<Per> per(Optional<UUID> brick) {
        return price(brick)
                .filter(price -> price.path("period_months").isInt())
                .map(price -> price.path("period_months").intValue() == YEAR_MONTHS ? Per.YEAR : Per.MONTH);
    }

    boolean isByThePackage(Optional<UUID> brick) {
        return price(brick).filter(price -> isModel(price, "PACKAGE")).isPresent();
    }

    /// A share of a value in percent, which is no price of anything (rule G-11).
    Optional<BigDecimal> share(Optional<UUID> brick) {
        return price(brick)
                .filter(price -> isModel(price, "PERCENTAGE"))
                .map(price -> new BigDecimal(price.path("unit_price").asText()));
    }

    private static boolean isModel(JsonNode price, String model) {
        return price.path("model").asText().equals(model);
    }

    /// The rates in percent that the brick carries.
    List<BigDecimal> rates(UUID brick) {
        return brick(parts(), brick)
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
        if (brick.isPresent()) return brick(parts(), brick.get()).map(it -> it.path("price"));
        return parts().map(part -> part.path("plan").path("price"))
                .filter(JsonNode::isObject)
                .findFirst();
    }

    private static Optional<JsonNode> brick(Stream<JsonNode> parts, UUID id) {
        return parts.flatMap(part -> part.path("bricks").valueStream())
                .filter(brick -> brick.path("brick_id").asText().equals(id.toString()))
                .findFirst();
    }

    /// The parts of the terms by precedence: changes by upgrades in the phase, the phase, the terms themselves.
    private Stream<JsonNode> parts() {
        var phases = Stream.concat(
                json.path("by_phase").valueStream(), json.path("phases").valueStream());
        return Stream.concat(
                phases.filter(it -> phase.isEmpty() || it.path("position").intValue() == phase.get()), Stream.of(json));
    }
}
