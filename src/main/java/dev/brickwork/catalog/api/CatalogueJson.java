package dev.brickwork.catalog.api;

import dev.brickwork.catalog.Brick;
import dev.brickwork.catalog.DiscountCoupon;
import dev.brickwork.catalog.Draft;
import dev.brickwork.catalog.Plan;
import dev.brickwork.catalog.PlanDocument;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.catalog.Price;
import dev.brickwork.catalog.Product;
import dev.brickwork.ids.ProductId;
import dev.brickwork.platform.http.Warning;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.terms.BrickId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Products, bricks, plans, versions and coupons on the wire.
final class CatalogueJson {
    private CatalogueJson() {}

    static void product(JsonWriter json, Product product) {
        json.object(out -> out.put("product_id", product.id().value())
                .put("name", product.name())
                .put("active", product.isActive())
                .put("created_at", product.createdAt()));
    }

    static void brick(JsonWriter json, Brick brick) {
        json.object(out -> out.put("brick_id", brick.id().value())
                .put("brick_name", brick.name())
                .put("brick_code", brick.code())
                .put("brick_type", brick.type())
                .put("unit", brick.unit())
                .put("tax_category", brick.taxCategory())
                .put("created_at", brick.createdAt()));
    }

    static void coupon(JsonWriter json, DiscountCoupon coupon, Instant now) {
        json.object(out -> out.put("code", coupon.code())
                .put("name", coupon.name())
                .put("description", coupon.description())
                .put("discount_rate", coupon.rate().toString())
                .put("duration_months", coupon.durationMonths())
                .put("expires_at", coupon.expiresAt())
                .put("max_redemptions", coupon.redemptionsMax())
                .put("redemptions", coupon.redemptions())
                .put("active", coupon.isActive())
                .put("is_expired", coupon.isExpired(now))
                .put("created_at", coupon.createdAt()));
    }

    /// In a list: the draft stays away.
    static void listedPlan(JsonWriter json, Plan plan, Optional<PlanVersion> latest) {
        json.object(out -> planFields(out, plan, latest));
    }

    /// Alone: with its draft, or null.
    static void plan(JsonWriter json, Plan plan, Optional<PlanVersion> latest, Map<BrickId, Brick> bricks) {
        json.object(out -> {
            planFields(out, plan, latest);
            out.putObject("draft", plan.draft(), (it, draft) -> draftFields(it, plan, draft, bricks));
        });
    }

    static void draft(JsonWriter json, Plan plan, Draft draft, Map<BrickId, Brick> bricks, List<Warning> warnings) {
        json.object(out -> {
            draftFields(out, plan, draft, bricks);
            Warning.write(out, warnings);
        });
    }

    static void version(JsonWriter json, PlanVersion version) {
        var document = version.document();
        json.object(out -> {
            out.put("plan_id", document.plan().value())
                    .put("plan_name", document.planName())
                    .put("version", document.number())
                    .put("private", document.isMerged())
                    .putEach(
                            "allowed_billing_frequencies",
                            document.frequencies(),
                            (each, one) -> each.value(one.name()))
                    .putEach("prices", document.prices(), Price::write)
                    .putEach("bricks", document.bricks(), CatalogueJson::planBrick)
                    .put("published_at", document.publishedAt());
        });
    }

    private static void planFields(JsonWriter json, Plan plan, Optional<PlanVersion> latest) {
        var document = latest.map(PlanVersion::document);
        json.put("plan_id", plan.id().value())
                .put("plan_name", plan.name())
                .put("product_id", plan.product().map(ProductId::value))
                .put("private", plan.isPrivate())
                .putEach("allowed_billing_frequencies", plan.frequencies(), (each, one) -> each.value(one.name()))
                .put("latest_version", plan.latest().map(Plan.Latest::number))
                .putEach("prices", document.map(PlanDocument::prices).orElse(List.of()), Price::write)
                .putEach("bricks", document.map(PlanDocument::bricks).orElse(List.of()), CatalogueJson::planBrick)
                .put("created_at", plan.createdAt());
    }

    private static void draftFields(JsonWriter json, Plan plan, Draft draft, Map<BrickId, Brick> bricks) {
        json.put("plan_id", plan.id().value())
                .putEach("prices", draft.prices(), Price::write)
                .putEach("bricks", draft.bricks(), (each, item) -> planBrick(each, PlanDocument.Item.of(item, bricks)))
                .put("updated_at", plan.draftUpdatedAt());
    }

    private static void planBrick(JsonWriter json, PlanDocument.Item item) {
        json.object(out -> out.put("brick_id", item.brick().value())
                .put("brick_name", item.name())
                .put("brick_code", item.code())
                .put("brick_type", item.type())
                .put("unit", item.unit())
                .putEach("prices", item.prices(), Price::write)
                .put("default_quantity", item.defaultQuantity()));
    }
}
