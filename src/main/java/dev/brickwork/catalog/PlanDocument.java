package dev.brickwork.catalog;

import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A published version as it is kept: one JSON document that outlives every deploy (golden test).
///
/// @param number of the version; a merged one that is not kept yet has that of the version it grew from
/// @param mergedFrom where a merged version took its bricks from: the version it grew from, then the other;
///     else empty
public record PlanDocument(
        PlanId plan,
        String planName,
        int number,
        List<PlanVersionId> mergedFrom,
        List<BillingFrequency> frequencies,
        List<Price> prices,
        List<Item> bricks,
        Instant publishedAt) {
    /// Rises when the shape changes in a way that a reader must know of.
    private static final int FORMAT = 1;

    private static final int BRICK_COUNT_MAX = 100_000;

    public PlanDocument {
        mergedFrom = List.copyOf(mergedFrom);
        frequencies = List.copyOf(frequencies);
        prices = List.copyOf(prices);
        bricks = List.copyOf(bricks);
    }

    /// A brick as it was when the version was published.
    public record Item(
            BrickId brick,
            String name,
            String code,
            BrickType type,
            Optional<String> unit,
            String taxCategory,
            Optional<Long> defaultQuantity,
            List<Price> prices) {
        public Item {
            prices = List.copyOf(prices);
        }

        /// As a draft names it, with what the brick itself says.
        public static Item of(Draft.Item drafted, Map<BrickId, Brick> bricks) {
            var brick = bricks.get(drafted.brick());
            if (brick == null) throw new IllegalStateException("a draft names a brick that is not there: " + drafted);
            return new Item(
                    brick.id(),
                    brick.name(),
                    brick.code(),
                    brick.type(),
                    brick.unit(),
                    brick.taxCategory(),
                    drafted.defaultQuantity(),
                    drafted.prices());
        }
    }

    /// This version under another number.
    public PlanDocument numbered(int other) {
        return new PlanDocument(plan, planName, other, mergedFrom, frequencies, prices, bricks, publishedAt);
    }

    public boolean isMerged() {
        return !mergedFrom.isEmpty();
    }

    public String json() {
        return JsonWriter.text(json -> json.object(out -> {
            write(out);
            out.put("published_at", publishedAt);
        }));
    }

    /// Everything but the time: what makes two merges the same.
    public String contentJson() {
        return JsonWriter.text(json -> json.object(this::write));
    }

    private void write(JsonWriter json) {
        json.put("format", FORMAT)
                .put("plan_id", plan.value())
                .put("plan_name", planName)
                .put("version", number)
                .putEach("merged_from", mergedFrom, (each, id) -> each.value(id.value()))
                .putEach("allowed_billing_frequencies", frequencies, (each, one) -> each.value(one.name()))
                .putEach("prices", prices, Price::write)
                .putEach("bricks", bricks, PlanDocument::writeItem);
    }

    private static void writeItem(JsonWriter json, Item item) {
        json.object(out -> out.put("brick_id", item.brick.value())
                .put("brick_name", item.name)
                .put("brick_code", item.code)
                .put("brick_type", item.type)
                .put("unit", item.unit)
                .put("tax_category", item.taxCategory)
                .put("default_quantity", item.defaultQuantity)
                .putEach("prices", item.prices, Price::write));
    }

    static PlanDocument stored(String json) {
        var fields = Fields.of(JsonReader.stored(json));
        int format = fields.integer("format", 1, Integer.MAX_VALUE).orElse(0);
        if (format != FORMAT) throw new IllegalStateException("a plan version of format " + format);
        var document = new PlanDocument(
                new PlanId(fields.uuid("plan_id").orElseThrow()),
                fields.text("plan_name").orElseThrow(),
                fields.integer("version", 1, Integer.MAX_VALUE).orElseThrow(),
                fields.<UUID>each("merged_from", 2, Fields::uuid).orElseThrow().stream()
                        .map(PlanVersionId::new)
                        .toList(),
                fields.<BillingFrequency>each(
                                "allowed_billing_frequencies",
                                BillingFrequency.values().length,
                                (each, name) -> each.oneOf(name, BillingFrequency.values()))
                        .orElseThrow(),
                Price.readAll(fields, "prices"),
                fields.objects("bricks", BRICK_COUNT_MAX, PlanDocument::item).orElseThrow(),
                fields.moment("published_at").orElseThrow());
        if (fields.hasFaults()) throw new IllegalStateException("a stored plan version cannot be read: " + json);
        return document;
    }

    private static Item item(Fields fields) {
        return new Item(
                new BrickId(fields.uuid("brick_id").orElseThrow()),
                fields.text("brick_name").orElseThrow(),
                fields.text("brick_code").orElseThrow(),
                fields.oneOf("brick_type", BrickType.values()).orElseThrow(),
                fields.text("unit"),
                fields.text("tax_category").orElseThrow(),
                fields.longInteger("default_quantity", 0, Long.MAX_VALUE),
                Price.readAll(fields, "prices"));
    }
}
