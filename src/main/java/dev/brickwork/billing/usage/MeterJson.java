package dev.brickwork.billing.usage;

import dev.brickwork.metering.MeterWindow;
import dev.brickwork.metering.Thresholds;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.PricingModel;
import java.math.BigDecimal;
import java.util.Optional;

/// Wire shapes of what is metered: windows and thresholds.
public final class MeterJson {
    private MeterJson() {}

    public static void window(JsonWriter out, MeterWindow window, Quantity used, Optional<String> unit) {
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
                .put(
                        "overage_rate",
                        terms.isUnlimited()
                                ? Optional.empty()
                                : rate(terms.price(), window.window().currency()));
    }

    private static Quantity over(MeterWindow window, Quantity used) {
        if (window.window().terms().isUnlimited()) return Quantity.ZERO;
        return used.minus(window.allowance()).orZero();
    }

    /// Where every unit beyond costs the same, what it costs.
    private static Optional<String> rate(BrickPrice price, Currency currency) {
        if (price.overage().isPresent()) return price.overage().map(each -> each.shown(currency));
        return switch (price.model()) {
            case PricingModel.Flat(var unit) -> Optional.of(unit.shown(currency));
            case PricingModel.Percentage(var percent) -> Optional.of(percent.shownAsPercent());
            case PricingModel.Graduated _, PricingModel.Volume _, PricingModel.Stairstep _, PricingModel.Packages _ ->
                Optional.empty();
        };
    }

    public static void thresholds(JsonWriter json, Thresholds thresholds) {
        json.object(out -> {
            out.name("precommitment").array(thresholds.precommitment(), MeterJson::number);
            out.name("units").array(thresholds.units(), MeterJson::number);
            out.name("money").array(thresholds.money(), (each, cents) -> each.raw(Long.toString(cents)));
            out.putTexts("notification_emails", thresholds.emails());
        });
    }

    private static void number(JsonWriter json, BigDecimal number) {
        json.raw(number.toPlainString());
    }
}
