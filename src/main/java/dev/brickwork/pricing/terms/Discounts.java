package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// All the discounts of one brick. Three slots, so two of a kind cannot be written down; a fixed
/// amount has no way to renew, so that rule needs no check either. A negative rate is a surcharge (rule D-06).
///
/// @param fixed minor units of the order's currency (C-03), taken once for the whole term and not clamped
///     (D-03)
public record Discounts(Optional<Percent> renewing, Optional<Percent> oneTime, OptionalLong fixed) {
    public static final Discounts NONE = new Discounts(Optional.empty(), Optional.empty(), OptionalLong.empty());
    public static final Percent RATE_MIN = Percent.of(-1000);

    public Discounts {
        if (Percent.HUNDRED.compareTo(sum(renewing, oneTime)) < 0) {
            throw new IllegalArgumentException("rates above 100 % together");
        }
        if (fixed.isPresent() && (fixed.getAsLong() < 0 || fixed.getAsLong() > Money.MINOR_MAX)) {
            throw new IllegalArgumentException("a fixed discount of " + fixed.getAsLong());
        }
    }

    /// Reads a list as sent, naming every fault at its place (D-07): `path` is the list's own, as
    /// `bricks[0].discount`.
    public static Validated<Discounts> read(List<DiscountEntry> entries, String path) {
        var reading = new Reading(path);
        for (int i = 0; i < entries.size(); i++) reading.take(entries.get(i), i);
        return reading.result();
    }

    /// Both rates together: they add (D-02).
    public Percent rate() {
        return sum(renewing, oneTime);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /// The discount that the rates take from an amount, rounded once (R2).
    public long byRates(long gross) {
        return isNone() ? 0 : Rounding.discountTotal(gross, rate());
    }

    /// The net after rates and then the fixed amount (D-03); below zero when the amount exceeds the price.
    public long netOf(long gross) {
        return Money.checked(gross - byRates(gross) - fixed.orElse(0));
    }

    /// One-time rates and amounts do not renew (N-03).
    public Discounts atRenewal() {
        return new Discounts(renewing, Optional.empty(), OptionalLong.empty());
    }

    /// In the shape that is accepted on input.
    public List<DiscountEntry> entries() {
        var entries = new ArrayList<DiscountEntry>();
        renewing.ifPresent(rate -> entries.add(DiscountEntry.rate(rate, true)));
        oneTime.ifPresent(rate -> entries.add(DiscountEntry.rate(rate, false)));
        fixed.ifPresent(minor -> entries.add(DiscountEntry.amount(minor)));
        return entries;
    }

    private static Percent sum(Optional<Percent> one, Optional<Percent> other) {
        if (one.isEmpty()) return other.orElse(Percent.ZERO);
        return other.map(one.get()::plus).orElseGet(one::get);
    }

    /// The state of reading one list.
    private static final class Reading {
        private final String path;
        private final List<PricingFault> faults = new ArrayList<>();
        private Optional<Percent> renewing = Optional.empty();
        private Optional<Percent> oneTime = Optional.empty();
        private OptionalLong fixed = OptionalLong.empty();
        private int lastRate;

        Reading(String path) {
            this.path = path;
        }

        void take(DiscountEntry entry, int index) {
            var here = "%s[%d]".formatted(path, index);
            if (entry.rate().isPresent() == entry.amount().isPresent()) {
                fault(here, "exactly one of rate and amount is required");
            } else if (entry.rate().isPresent()) {
                takeRate(entry.rate().get(), entry.renews(), here);
                lastRate = index;
            } else {
                takeAmount(entry.amount().getAsLong(), entry.renews(), here);
            }
        }

        private void takeRate(Percent rate, boolean renews, String here) {
            if (rate.compareTo(RATE_MIN) < 0) fault(here + ".rate", "must not be below " + RATE_MIN);
            if (renews ? renewing.isPresent() : oneTime.isPresent()) {
                fault(here + ".rate", renews ? "only one renewing rate" : "only one one-time rate");
            } else if (renews) {
                renewing = Optional.of(rate);
            } else {
                oneTime = Optional.of(rate);
            }
        }

        private void takeAmount(long minor, boolean renews, String here) {
            if (renews) fault(here + ".renews", "a fixed amount does not renew");
            if (minor < 0) fault(here + ".amount", "must not be negative");
            if (minor > Money.MINOR_MAX) fault(here + ".amount", "must not exceed " + Money.MINOR_MAX);
            if (fixed.isPresent()) fault(here + ".amount", "only one fixed amount");
            fixed = OptionalLong.of(minor);
        }

        private void fault(String where, String message) {
            faults.add(new PricingFault(where, message));
        }

        Validated<Discounts> result() {
            if (Percent.HUNDRED.compareTo(sum(renewing, oneTime)) < 0) {
                fault("%s[%d].rate".formatted(path, lastRate), "the rates of a brick must not exceed 100 together");
            }
            return faults.isEmpty()
                    ? Validated.valid(new Discounts(renewing, oneTime, fixed))
                    : Validated.invalid(faults);
        }
    }
}
