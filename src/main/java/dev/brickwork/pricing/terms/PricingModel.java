package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// How a brick turns a quantity into an exact amount for one price period (rules P-02 to P-08).
public sealed interface PricingModel {
    /// One price for every unit.
    record Flat(UnitPrice price) implements PricingModel {}

    /// Each tier prices only the units that fall inside it; every tier entered adds its flat fee (P-03).
    record Graduated(Tiers tiers) implements PricingModel {}

    /// The tier that the whole quantity reaches prices every unit and adds its flat fee (P-04).
    record Volume(Tiers tiers) implements PricingModel {}

    /// The flat price of the tier that the whole quantity reaches (P-05).
    record Stairstep(Tiers tiers) implements PricingModel {}

    /// A price for each package begun (P-06).
    record Packages(UnitPrice price, Quantity size) implements PricingModel {
        public Packages {
            if (!size.isPositive()) throw new IllegalArgumentException("a package of " + size);
        }
    }

    /// A percentage of a monetary value in minor units (G-11); the catalogue writes the percent as the unit
    /// price.
    record Percentage(UnitPrice percent) implements PricingModel {}

    /// The exact price of a quantity for one price period, in minor units.
    default BigDecimal amount(Quantity quantity, Currency currency) {
        return switch (this) {
            case Flat(var price) -> price.times(quantity, currency);
            case Percentage(var percent) -> new Percent(percent.major()).of(quantity.value());
            case Graduated _, Volume _, Stairstep _, Packages _ -> sum(slices(quantity, currency));
        };
    }

    /// An amount that no quantity up to this one exceeds.
    default BigDecimal ceiling(Quantity quantity, Currency currency) {
        return switch (this) {
            case Flat _, Packages _, Percentage _ -> amount(quantity, currency);
            case Graduated(var tiers) -> ceiling(tiers, quantity, currency);
            case Volume(var tiers) -> ceiling(tiers, quantity, currency);
            case Stairstep(var tiers) -> ceiling(tiers, quantity, currency);
        };
    }

    private static BigDecimal ceiling(Tiers tiers, Quantity quantity, Currency currency) {
        var sum = BigDecimal.ZERO;
        for (var step : tiers.steps()) {
            sum = sum.add(step.unitPrice().times(quantity, currency))
                    .add(step.flatPrice().times(Quantity.ONE, currency));
        }
        return sum;
    }

    /// The amount in its parts: one slice per tier touched, one per flat fee (P-13).
    default List<Slice> slices(Quantity quantity, Currency currency) {
        return switch (this) {
            case Flat(var price) -> List.of(Slice.units(quantity, price, currency));
            case Graduated(var tiers) -> graduated(tiers, quantity, currency);
            case Volume(var tiers) -> volume(tiers.holding(quantity), quantity, currency);
            case Stairstep(var tiers) ->
                List.of(Slice.fee(tiers.holding(quantity).flatPrice(), currency));
            case Packages(var price, var size) -> List.of(Slice.units(packages(quantity, size), price, currency));
            case Percentage(var percent) -> List.of(new Slice(quantity, percent, false, amount(quantity, currency)));
        };
    }

    /// All prices raised together (N-02).
    default PricingModel uplifted(Percent uplift) {
        return switch (this) {
            case Flat(var price) -> new Flat(price.uplifted(uplift));
            case Graduated(var tiers) -> new Graduated(tiers.uplifted(uplift));
            case Volume(var tiers) -> new Volume(tiers.uplifted(uplift));
            case Stairstep(var tiers) -> new Stairstep(tiers.uplifted(uplift));
            case Packages(var price, var size) -> new Packages(price.uplifted(uplift), size);
            case Percentage(var percent) -> new Percentage(percent.uplifted(uplift));
        };
    }

    private static List<Slice> graduated(Tiers tiers, Quantity quantity, Currency currency) {
        var slices = new ArrayList<Slice>();
        var below = Quantity.ZERO;
        int last = tiers.steps().size() - 1;
        for (int i = 0; i <= last; i++) {
            var step = tiers.steps().get(i);
            var top = i == last ? quantity : step.upTo().orElseThrow().min(quantity);
            var units = top.minus(below);
            if (units.isPositive()) slices.add(Slice.units(units, step.unitPrice(), currency));
            if (!step.flatPrice().isZero()) slices.add(Slice.fee(step.flatPrice(), currency));
            below = top;
            if (quantity.compareTo(top) <= 0) break;
        }
        return slices;
    }

    private static List<Slice> volume(Tier tier, Quantity quantity, Currency currency) {
        var slices = new ArrayList<Slice>();
        if (quantity.isPositive()) slices.add(Slice.units(quantity, tier.unitPrice(), currency));
        if (!tier.flatPrice().isZero()) slices.add(Slice.fee(tier.flatPrice(), currency));
        return slices;
    }

    private static Quantity packages(Quantity quantity, Quantity size) {
        return new Quantity(quantity.value().divide(size.value(), 0, RoundingMode.CEILING));
    }

    private static BigDecimal sum(List<Slice> slices) {
        var sum = BigDecimal.ZERO;
        for (var slice : slices) sum = sum.add(slice.minor());
        return sum;
    }
}
