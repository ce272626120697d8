package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.money.Ratio;
import dev.brickwork.kernel.money.Rounding;

/// The cumulative value function (rule M-05): what of a total is earned up to a position in time,
/// rounded once. Everything that is prorated is a difference of two of its values, so parts always add up (V6, V9).
/// Totals may be negative.
///
/// An accrual whose ends coincide is a step: all of it is earned as soon as that moment has passed.
public record Accrual(Ratio from, Ratio to, long total) {
    public Accrual {
        if (from.compareTo(to) > 0) throw new IllegalArgumentException("an accrual from %s to %s".formatted(from, to));
    }

    public long upTo(Ratio position) {
        if (position.compareTo(from) <= 0) return 0;
        if (position.compareTo(to) >= 0) return total;
        return Rounding.share(total, position.minus(from), to.minus(from));
    }

    public long between(Ratio start, Ratio end) {
        return upTo(end) - upTo(start);
    }

    public long after(Ratio position) {
        return total - upTo(position);
    }
}
