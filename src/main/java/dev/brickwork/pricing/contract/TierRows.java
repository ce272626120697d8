package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.Slice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes the rows of `tiers_breakdown` (rule P-13).
final class TierRows {
    private static final int SHOWN_DECIMALS_MAX = 2;

    private TierRows() {}

    static List<TierRow> of(TermValue worth, String duration, Currency currency) {
        var rows = new ArrayList<TierRow>(worth.slices().size());
        for (var slice : worth.slices()) rows.add(row(slice, worth.periods(), duration, currency));
        return rows;
    }

    /// The marginal rows of a change: what the new terms have more (or less) of at each price than the old
    /// ones.
    static List<TierRow> marginal(TermValue fresh, TermValue before, String duration, Currency currency) {
        if (!fresh.periods().equals(before.periods())
                && !before.slices().isEmpty()
                && !fresh.slices().isEmpty()) {
            var rows = new ArrayList<>(of(fresh, duration, currency));
            for (var slice : before.slices()) rows.add(row(negated(slice), before.periods(), duration, currency));
            return rows;
        }
        var periods = fresh.slices().isEmpty() ? before.periods() : fresh.periods();
        return difference(fresh.slices(), before.slices()).stream()
                .map(slice -> row(slice, periods, duration, currency))
                .toList();
    }

    /// One list of slices less another, merged where the price is the same.
    static List<Slice> difference(List<Slice> fresh, List<Slice> before) {
        record At(UnitPrice price, boolean isFee) {}
        Map<At, Slice> merged = new LinkedHashMap<>();
        for (var slice : fresh) merged.merge(new At(slice.price(), slice.isFee()), slice, TierRows::sum);
        for (var slice : before) merged.merge(new At(slice.price(), slice.isFee()), negated(slice), TierRows::sum);
        return merged.values().stream()
                .filter(slice -> !slice.quantity().isZero())
                .toList();
    }

    private static Slice sum(Slice one, Slice other) {
        return new Slice(
                one.quantity().plus(other.quantity()),
                one.price(),
                one.isFee(),
                one.minor().add(other.minor()));
    }

    private static Slice negated(Slice slice) {
        Quantity quantity = slice.quantity().negated();
        return new Slice(quantity, slice.price(), slice.isFee(), slice.minor().negate());
    }

    private static TierRow row(Slice slice, Ratio periods, String duration, Currency currency) {
        var product = periods.numerator() == 1
                ? slice.minor()
                : slice.minor().multiply(BigDecimal.valueOf(periods.numerator()));
        var major = product.movePointLeft(currency.exponent());
        int decimals = Math.min(currency.exponent(), SHOWN_DECIMALS_MAX); // Rule C-02.
        var subTotal = periods.denominator() == 1
                ? major.setScale(decimals, RoundingMode.HALF_UP)
                : major.divide(BigDecimal.valueOf(periods.denominator()), decimals, RoundingMode.HALF_UP);
        return new TierRow(slice.quantity(), slice.price(), slice.isFee(), subTotal, duration, currency);
    }
}
