package dev.brickwork.contracts;

import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.Coupon;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The parts of the catalogue that an open order is priced by. They were read when the order was made or when a change
/// named them, so that a version published afterwards does not change the order (rule Q-01).
///
/// @param plans for each plan the version whose prices the order has. Where there are several, a brick is priced by the
///     first version that has it.
/// @param coupons with their rates and months as they were read
/// @param uplift of a renewal at contracted prices (rule N-02)
public record Pins(Map<PlanId, List<PlanVersionId>> plans, List<Coupon> coupons, Optional<Percent> uplift) {
    public static final Pins NONE = new Pins(Map.of(), List.of(), Optional.empty());

    public Pins {
        plans = Map.copyOf(plans);
        coupons = List.copyOf(coupons);
    }

    public Optional<Coupon> coupon(String code) {
        return coupons.stream()
                .filter(coupon -> coupon.code().equalsIgnoreCase(code))
                .findFirst();
    }

    /// These pins where a version comes before those of its plan.
    public Pins after(PlanVersionId first) {
        var all = new HashMap<PlanId, List<PlanVersionId>>();
        plans.forEach((plan, versions) -> {
            var extended = new ArrayList<>(List.of(first));
            extended.addAll(versions);
            all.put(plan, extended);
        });
        return new Pins(all, coupons, uplift);
    }

    public String json() {
        return JsonWriter.text(json -> json.object(out -> {
            out.putEach(
                    "plans",
                    List.copyOf(plans.entrySet()),
                    (each, entry) -> each.object(
                            plan -> plan.put("plan_id", entry.getKey().value())
                                    .putEach("version_ids", entry.getValue(), (ids, id) -> ids.value(id.value()))));
            out.putEach("coupons", coupons, (each, coupon) -> each.object(it -> TermsJson.coupon(it, coupon)));
            uplift.ifPresent(rate -> out.put("uplift", rate.toString()));
        }));
    }

    public static Pins stored(String text) {
        var json = JsonReader.stored(text);
        Map<PlanId, List<PlanVersionId>> plans = new HashMap<>();
        for (var plan : json.path("plans")) {
            var versions = new ArrayList<PlanVersionId>();
            for (var id : plan.path("version_ids")) versions.add(new PlanVersionId(UUID.fromString(id.textValue())));
            plans.put(new PlanId(UUID.fromString(plan.path("plan_id").textValue())), versions);
        }
        var coupons = new ArrayList<Coupon>();
        for (var coupon : json.path("coupons")) coupons.add(TermsJson.coupon(coupon));
        var uplift =
                Optional.ofNullable(json.path("uplift").textValue()).map(rate -> new Percent(new BigDecimal(rate)));
        return new Pins(plans, coupons, uplift);
    }
}
