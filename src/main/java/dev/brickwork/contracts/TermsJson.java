package dev.brickwork.contracts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.DoneWork;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Tier;
import dev.brickwork.pricing.terms.Tiers;
import dev.brickwork.pricing.terms.Upgrade;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The frozen terms of closed orders as JSON. They outlive every deploy, so a shape once written stays
/// readable: new members are optional, and golden files hold the old ones.
public final class TermsJson {
    private TermsJson() {}

    public static String of(Terms terms) {
        return JsonWriter.text(json -> json.object(out -> {
            var coupons = terms.couponClock();
            out.put("coupons_count_from", coupons.startsOn());
            if (coupons.pausedDays() != 0) out.put("coupons_paused_days", coupons.pausedDays());
            out.put("starts_on", terms.startsOn())
                    .put("months", terms.months())
                    .put("frequency", terms.frequency())
                    .put("currency", terms.currency())
                    .put("is_phased", terms.isPhased())
                    .putEach("phases", terms.phases(), TermsJson::phase);
        }));
    }

    public static String of(Upgrade upgrade) {
        return JsonWriter.text(json -> json.object(out -> {
            out.put("starts_on", upgrade.startsOn()).putEach("bricks", upgrade.bricks(), TermsJson::brick);
            out.putEach(
                    "by_phase",
                    List.copyOf(upgrade.bricksByPhase().entrySet()),
                    (each, entry) -> each.object(phase -> phase.put("position", entry.getKey())
                            .putEach("bricks", entry.getValue(), TermsJson::brick)));
            out.putEach("removed", upgrade.removed(), (each, id) -> each.value(id.value()));
            if (!upgrade.done().isEmpty()) out.putEach("done", upgrade.done(), TermsJson::done);
            upgrade.plan().ifPresent(plan -> out.putObject("plan", it -> plan(it, plan)));
            upgrade.coupon().ifPresent(coupon -> out.putObject("coupon", it -> coupon(it, coupon)));
        }));
    }

    private static void done(JsonWriter json, DoneWork done) {
        json.object(out -> out.put("position", done.phasePosition())
                .put("brick_id", done.brick().value())
                .put("units", done.units())
                .put("gross", done.gross())
                .put("net", done.net()));
    }

    private static void phase(JsonWriter json, PhaseTerms phase) {
        json.object(out -> {
            out.put("position", phase.position())
                    .put("from_month", phase.fromMonth())
                    .put("months", phase.months())
                    .putObject("plan", plan -> plan(plan, phase.plan()))
                    .putEach("bricks", phase.bricks(), TermsJson::brick)
                    .put("payment_terms", phase.paymentTermsDays())
                    .put("name", phase.name());
            phase.coupon().ifPresent(coupon -> out.putObject("coupon", it -> coupon(it, coupon)));
        });
    }

    private static void plan(JsonWriter out, PlanTerms plan) {
        out.put("plan_id", plan.planId()).put("name", plan.name()).put("tax_category", plan.taxCategory());
        plan.price().ifPresent(price -> out.putObject("price", it -> price(it, price)));
    }

    static void coupon(JsonWriter out, Coupon coupon) {
        out.put("code", coupon.code()).put("rate", coupon.rate().toString()).put("months", coupon.months());
    }

    private static void brick(JsonWriter json, BrickTerms brick) {
        json.object(out -> {
            out.put("brick_id", brick.id().value())
                    .put("name", brick.name())
                    .put("code", brick.code())
                    .put("type", brick.type())
                    .put("tax_category", brick.taxCategory())
                    .put("quantity", brick.quantity().toString());
            if (brick.isUnlimited()) out.put("is_unlimited", true);
            var discounts = brick.discounts();
            discounts.renewing().ifPresent(rate -> out.put("renewing_rate", rate.toString()));
            discounts.oneTime().ifPresent(rate -> out.put("one_time_rate", rate.toString()));
            discounts.fixed().ifPresent(amount -> out.put("fixed_amount", amount));
            out.putObject("price", it -> price(it, brick.price()));
        });
    }

    private static void price(JsonWriter out, BrickPrice price) {
        switch (price.model()) {
            case PricingModel.Flat(var unit) -> out.put("model", "FLAT").put("unit_price", text(unit));
            case PricingModel.Graduated(var tiers) -> tiers(out.put("model", "GRADUATED"), tiers);
            case PricingModel.Volume(var tiers) -> tiers(out.put("model", "VOLUME"), tiers);
            case PricingModel.Stairstep(var tiers) -> tiers(out.put("model", "STAIRSTEP"), tiers);
            case PricingModel.Packages(var unit, var size) ->
                out.put("model", "PACKAGE").put("unit_price", text(unit)).put("package_size", size.toString());
            case PricingModel.Percentage(var percent) ->
                out.put("model", "PERCENTAGE").put("unit_price", text(percent));
        }
        price.period().ifPresent(period -> out.put("period_months", period.months()));
        if (!price.included().isZero()) out.put("included", price.included().toString());
        price.unlimited().ifPresent(unit -> out.put("unlimited", text(unit)));
        price.overage().ifPresent(unit -> out.put("overage", text(unit)));
        price.commitment().ifPresent(window -> out.put("commitment", window));
    }

    private static void tiers(JsonWriter out, Tiers tiers) {
        out.putEach(
                "tiers",
                tiers.steps(),
                (each, tier) -> each.object(step -> {
                    tier.upTo().ifPresent(upTo -> step.put("up_to", upTo.toString()));
                    step.put("unit_price", text(tier.unitPrice())).put("flat_price", text(tier.flatPrice()));
                }));
    }

    private static String text(UnitPrice price) {
        return price.major().toPlainString();
    }

    public static Terms terms(String stored) {
        var json = JsonReader.stored(stored);
        return new Terms(
                new CouponClock(
                        date(json, "coupons_count_from"),
                        json.path("coupons_paused_days").longValue()),
                date(json, "starts_on"),
                json.path("months").intValue(),
                BillingFrequency.valueOf(text(json, "frequency")),
                Currency.of(text(json, "currency")),
                json.path("is_phased").booleanValue(),
                each(json.path("phases"), TermsJson::phase));
    }

    public static Upgrade upgrade(String stored) {
        var json = JsonReader.stored(stored);
        Map<Integer, List<BrickTerms>> byPhase = new HashMap<>();
        for (var phase : json.path("by_phase")) {
            byPhase.put(phase.path("position").intValue(), each(phase.path("bricks"), TermsJson::brick));
        }
        return new Upgrade(
                date(json, "starts_on"),
                each(json.path("bricks"), TermsJson::brick),
                byPhase,
                new HashSet<>(each(json.path("removed"), id -> new BrickId(UUID.fromString(id.textValue())))),
                each(json.path("done"), TermsJson::done),
                maybe(json, "plan").map(TermsJson::plan),
                maybe(json, "coupon").map(TermsJson::coupon));
    }

    private static DoneWork done(JsonNode json) {
        return new DoneWork(
                json.path("position").intValue(),
                new BrickId(UUID.fromString(text(json, "brick_id"))),
                json.path("units").longValue(),
                json.path("gross").longValue(),
                json.path("net").longValue());
    }

    private static PhaseTerms phase(JsonNode json) {
        return new PhaseTerms(
                json.path("position").intValue(),
                json.path("from_month").intValue(),
                json.path("months").intValue(),
                plan(json.path("plan")),
                each(json.path("bricks"), TermsJson::brick),
                json.path("payment_terms").intValue(),
                maybe(json, "coupon").map(TermsJson::coupon),
                json.path("name").asText());
    }

    private static PlanTerms plan(JsonNode json) {
        return new PlanTerms(
                UUID.fromString(text(json, "plan_id")),
                text(json, "name"),
                text(json, "tax_category"),
                maybe(json, "price").map(TermsJson::price));
    }

    static Coupon coupon(JsonNode json) {
        return new Coupon(
                text(json, "code"),
                percent(json, "rate").orElseThrow(),
                json.path("months").intValue());
    }

    private static BrickTerms brick(JsonNode json) {
        var fixed = json.path("fixed_amount");
        return new BrickTerms(
                new BrickId(UUID.fromString(text(json, "brick_id"))),
                text(json, "name"),
                text(json, "code"),
                BrickType.valueOf(text(json, "type")),
                text(json, "tax_category"),
                Quantity.of(text(json, "quantity")),
                json.path("is_unlimited").booleanValue(),
                new Discounts(
                        percent(json, "renewing_rate"),
                        percent(json, "one_time_rate"),
                        fixed.isNumber() ? OptionalLong.of(fixed.longValue()) : OptionalLong.empty()),
                price(json.path("price")));
    }

    private static BrickPrice price(JsonNode json) {
        return new BrickPrice(
                model(json),
                maybe(json, "period_months").flatMap(months -> PricePeriod.ofMonths(months.intValue())),
                maybe(json, "included").map(it -> Quantity.of(it.textValue())).orElse(Quantity.ZERO),
                maybe(json, "unlimited").map(it -> UnitPrice.of(it.textValue())),
                maybe(json, "overage").map(it -> UnitPrice.of(it.textValue())),
                maybe(json, "commitment").map(it -> BillingFrequency.valueOf(it.textValue())));
    }

    private static PricingModel model(JsonNode json) {
        var name = text(json, "model");
        return switch (name) {
            case "FLAT" -> new PricingModel.Flat(UnitPrice.of(text(json, "unit_price")));
            case "GRADUATED" -> new PricingModel.Graduated(tiers(json));
            case "VOLUME" -> new PricingModel.Volume(tiers(json));
            case "STAIRSTEP" -> new PricingModel.Stairstep(tiers(json));
            case "PACKAGE" ->
                new PricingModel.Packages(
                        UnitPrice.of(text(json, "unit_price")), Quantity.of(text(json, "package_size")));
            case "PERCENTAGE" -> new PricingModel.Percentage(UnitPrice.of(text(json, "unit_price")));
            default -> throw new IllegalStateException("a stored price of the model " + name);
        };
    }

    private static Tiers tiers(JsonNode json) {
        return new Tiers(each(
                json.path("tiers"),
                step -> new Tier(
                        maybe(step, "up_to").map(it -> Quantity.of(it.textValue())),
                        UnitPrice.of(text(step, "unit_price")),
                        UnitPrice.of(text(step, "flat_price")))));
    }

    private static Optional<Percent> percent(JsonNode json, String name) {
        return maybe(json, name).map(it -> new Percent(new BigDecimal(it.textValue())));
    }

    private static LocalDate date(JsonNode json, String name) {
        return LocalDate.parse(text(json, name));
    }

    private static String text(JsonNode json, String name) {
        @Nullable String text = json.path(name).textValue();
        if (text == null) throw new IllegalStateException("stored terms without " + name);
        return text;
    }

    private static Optional<JsonNode> maybe(JsonNode json, String name) {
        return json.hasNonNull(name) ? Optional.of(json.get(name)) : Optional.empty();
    }

    private static <T> List<T> each(JsonNode array, Function<JsonNode, T> reader) {
        var all = new ArrayList<T>(array.size());
        for (var element : array) all.add(reader.apply(element));
        return all;
    }
}
