package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.AnchoredMonths;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Slice;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// A stretch in which usage adds up against one allowance (rules G).
///
/// @param period service dates; shorter than the grid where the term, a phase or the contract ends inside it
/// @param included free units, by months where the window is short
/// @param committed units paid in advance, by months where the window is short or the commitment changed in it
///     (G-07)
/// @param advance billed at its start, for what was committed to or for no units at all (G-02, P-07)
/// @param stretches the brick as it stood from one change of its price or discounts to the next: each prices the
///     overage that arose in it, and leaves alone what was billed before (T-07, U-08)
public record UsageWindow(
        Period period,
        Quantity included,
        Quantity committed,
        Amounts advance,
        List<BrickPeriod> stretches,
        AnchoredMonths months,
        Currency currency) {
    public UsageWindow {
        stretches = List.copyOf(stretches);
    }

    /// The brick as it stands at the window's end.
    public BrickTerms terms() {
        return stretches.getLast().terms();
    }

    /// The service dates up to which usage must be known to rate the window on a date: every change before it, and
    /// the date itself.
    public List<LocalDate> ratedBy(LocalDate date) {
        var dates = new ArrayList<LocalDate>();
        for (var stretch : stretches) {
            if (stretch.period().end().isBefore(date))
                dates.add(stretch.period().end());
        }
        dates.add(date);
        return dates;
    }

    /// Rates the usage beyond the allowance, all usage of the window so far taken together (rules G-03, G-05). A
    /// window below zero counts as zero.
    ///
    /// @param used up to each date of [#ratedBy(LocalDate)]
    public Overage rate(List<Quantity> used) {
        var sum = Overage.NONE;
        for (int i = 0; i < used.size(); i++) {
            var terms = stretches.get(i).terms();
            var before = i == 0 ? Overage.NONE : rate(terms, used.get(i - 1));
            sum = sum.plus(rate(terms, used.get(i)).minus(before));
        }
        return sum;
    }

    private Overage rate(BrickTerms terms, Quantity used) {
        if (terms.isUnlimited()) return Overage.NONE;
        var over = used.minus(included).minus(committed).orZero();
        if (over.isZero()) return Overage.NONE;
        long gross = Rounding.usage(price(terms, over));
        return new Overage(over, gross, terms.discounts().byRates(gross));
    }

    /// The fee that was billed for no units where none are committed to: a volume price or a stairstep that comes
    /// to less gives some of it back (rules P-04, P-07, G-03). Nothing where units were bought (G-02).
    public Amounts fee() {
        return committed.isZero() && !terms().isUnlimited() ? advance : Amounts.ZERO;
    }

    /// In which tiers lie the units beyond the allowance, from so many to so many, and the fees among them (rule P-13).
    /// None where each of them costs the same, or a share of itself.
    public List<Slice> slices(Quantity from, Quantity to) {
        var price = terms().price();
        if (price.eachBeyond().isPresent() || price.model() instanceof PricingModel.Percentage) return List.of();
        return TierRows.difference(
                price.model().slices(committed.plus(to), currency),
                price.model().slices(committed.plus(from), currency));
    }

    /// Whether so many units have a price by themselves: not where they come to more than an amount may say (rule
    /// M-09).
    public boolean prices(Quantity used) {
        try {
            for (var stretch : stretches) rate(stretch.terms(), used);
            return true;
        } catch (AmountOutOfRange _) {
            return false;
        }
    }

    /// Whether any number of units up to this one has a price. May say no where each has one: it is quick to ask.
    public boolean surelyPrices(Quantity used) {
        var most = BigDecimal.valueOf(Money.MINOR_MAX);
        for (var stretch : stretches) {
            var terms = stretch.terms();
            if (!terms.isUnlimited() && ceiling(terms, used).compareTo(most) > 0) return false;
        }
        return true;
    }

    private BigDecimal ceiling(BrickTerms terms, Quantity used) {
        var price = terms.price();
        return price.overage()
                .map(rate -> price.model() instanceof PricingModel.Percentage
                        ? new Percent(rate.major()).of(used.value())
                        : rate.times(used, currency))
                .orElseGet(() -> price.model().ceiling(used, currency));
    }

    /// The dates on which the window is rated: the end of every anniversary month, and its own end (G-04).
    public List<LocalDate> ratedOn() {
        var dates = new ArrayList<LocalDate>();
        var from = months.position(period.start());
        int month = Math.toIntExact(Math.floorDiv(from.numerator(), from.denominator())) + 1;
        while (months.boundary(month).isBefore(period.end())) {
            dates.add(months.boundary(month));
            month++;
        }
        dates.add(period.end());
        return dates;
    }

    private BigDecimal price(BrickTerms terms, Quantity over) {
        var model = terms.price().model();
        var rate = terms.price().overage();
        if (rate.isEmpty()) {
            return model.amount(committed.plus(over), currency).subtract(model.amount(committed, currency));
        }
        return model instanceof PricingModel.Percentage
                ? new Percent(rate.get().major()).of(over.value())
                : rate.get().times(over, currency);
    }
}
