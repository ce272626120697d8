package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.Slice;
import dev.brickwork.pricing.terms.Terms;
import java.math.BigDecimal;
import java.util.List;

/// The price of terms over a stretch of time: gross rounded once (R1), net after the brick's discounts (R2).
record TermValue(long gross, long net, List<Slice> slices, Ratio periods) {
    static final TermValue NOTHING = new TermValue(0, 0, List.of(), Ratio.ONE);

    /// `structure(q) x months / price period` (rule P-01). One-time and milestone bricks know no time (P-12).
    static TermValue of(BrickTerms brick, Ratio months, Terms terms) {
        return of(slices(brick, terms.currency()), periods(brick, months, terms.months()), brick.discounts());
    }

    static TermValue of(BrickPrice planPrice, Ratio months, Currency currency) {
        var periods = months.dividedBy(planPrice.period().orElseThrow().months());
        return of(planPrice.model().slices(Quantity.ONE, currency), periods, Discounts.NONE);
    }

    /// The price of more units of a one-time brick that was delivered before: `structure(new) - structure(old)`.
    static TermValue added(BrickTerms brick, BrickTerms before, Currency currency) {
        var slices = TierRows.difference(slices(brick, currency), slices(before.withPrice(brick.price()), currency));
        return of(slices, Ratio.ONE, brick.discounts());
    }

    private static TermValue of(List<Slice> slices, Ratio periods, Discounts discounts) {
        var sum = BigDecimal.ZERO;
        for (var slice : slices) sum = sum.add(slice.minor());
        long gross = Rounding.grossTotal(sum, periods);
        return new TermValue(gross, discounts.netOf(gross), slices, periods);
    }

    private static List<Slice> slices(BrickTerms brick, Currency currency) {
        var price = brick.price();
        if (brick.isUnlimited()) {
            var flat = price.unlimited()
                    .orElseThrow(
                            () -> new IllegalStateException("brick %s has no unlimited price".formatted(brick.code())));
            return List.of(Slice.units(Quantity.ONE, flat, currency));
        }
        return price.model().slices(pricedUnits(brick), currency);
    }

    /// Included units come off first (P-09), except that a commitment is made beyond them (G-03).
    private static Quantity pricedUnits(BrickTerms brick) {
        if (brick.type() == BrickType.USAGE || brick.price().included().isZero()) return brick.quantity();
        return brick.quantity().minus(brick.price().included()).orZero();
    }

    private static Ratio periods(BrickTerms brick, Ratio months, int termMonths) {
        var price = brick.price();
        return switch (brick.type()) {
            case ONE_TIME, MILESTONE -> Ratio.ONE;
            case SUBSCRIPTION -> months.dividedBy(price.period().orElseThrow().months());
            case USAGE -> months.dividedBy(price.windowMonths(termMonths));
        };
    }
}
