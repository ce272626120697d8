package dev.brickwork.usage;

import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.money.UnitPrice;
import dev.brickwork.kernel.pricing.terms.BrickPrice;
import dev.brickwork.kernel.pricing.terms.PricingModel;
import dev.brickwork.plumbing.json.JsonWriter;
import java.util.Optional;

/// Wire shapes of usage.
final class UsageJson {
    private UsageJson() {}

    static void entry(JsonWriter json, UsageEntry entry) {
        json.object(out -> entryFields(out, entry));
    }

    private static void entryFields(JsonWriter out, UsageEntry entry) {
        out.put("transaction_id", entry.transactionId())
                .put("subscription_id", entry.subscription())
                .put("brick_id", entry.brick())
                .putNumber("value", entry.value())
                .put("time", entry.time());
        properties(out, entry.properties());
    }

    static void version(JsonWriter json, EntryVersion version) {
        json.object(out -> {
            out.put("version", version.version()).put("state", version.state());
            out.putNumber("value", version.entry().value())
                    .put("time", version.entry().time());
            properties(out, version.entry().properties());
            out.put("recorded_at", version.recordedAt());
        });
    }

    private static void properties(JsonWriter out, Optional<String> properties) {
        if (properties.isPresent()) {
            out.putRaw("properties", properties.get());
        } else {
            out.putNull("properties");
        }
    }

    static void window(JsonWriter out, MeterWindow window, Quantity used, Optional<String> unit) {
        var allowance = window.allowance();
        var terms = window.window().terms();
        out.put("starts_at", window.startsAt())
                .put("ends_at", window.endsAt())
                .putNumber("pre_commitment", allowance.value())
                .putNumber("used", used.value())
                .putNumber(
                        "remaining",
                        allowance.minus(used).orZero().min(allowance).value())
                .put("unit", unit)
                .putNumber("overages", over(window, used).value())
                .put("overage_rate", terms.isUnlimited() ? Optional.empty() : rate(terms.price()));
    }

    private static Quantity over(MeterWindow window, Quantity used) {
        if (window.window().terms().isUnlimited()) return Quantity.ZERO;
        return used.minus(window.allowance()).orZero();
    }

    /// Where every unit beyond costs the same, what it costs.
    private static Optional<String> rate(BrickPrice price) {
        if (price.overage().isPresent()) return price.overage().map(UnitPrice::shown);
        return switch (price.model()) {
            case PricingModel.Flat(var unit) -> Optional.of(unit.shown());
            case PricingModel.Percentage(var percent) -> Optional.of(percent.shown());
            case PricingModel.Graduated _, PricingModel.Volume _, PricingModel.Stairstep _, PricingModel.Packages _ ->
                Optional.empty();
        };
    }

    static void thresholds(JsonWriter json, Thresholds thresholds) {
        json.object(out -> {
            out.name("precommitment").array(thresholds.precommitment(), UsageJson::number);
            out.name("units").array(thresholds.units(), UsageJson::number);
            out.name("money").array(thresholds.money(), (each, cents) -> each.raw(Long.toString(cents)));
            out.putTexts("notification_emails", thresholds.emails());
        });
    }

    private static void number(JsonWriter json, java.math.BigDecimal number) {
        json.raw(number.toPlainString());
    }

    /// One verdict of a batch.
    static void verdict(JsonWriter json, int index, Optional<String> transactionId, Verdict verdict) {
        json.object(out -> {
            out.put("index", index).put("transaction_id", transactionId);
            switch (verdict) {
                case Verdict.Accepted _ -> out.put("verdict", "accepted");
                case Verdict.Duplicate _ -> out.put("verdict", "duplicate");
                case Verdict.Rejected rejected ->
                    out.put("verdict", "rejected").putTexts("reasons", rejected.reasons());
            }
        });
    }
}
