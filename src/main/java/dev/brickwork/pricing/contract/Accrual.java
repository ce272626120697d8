package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.money.Rounding;
import java.util.List;

/// Proration by the cumulative value function (rule M-05): the part of a total that is earned up to a moment,
/// rounded once. Everything that is prorated is a difference of two of its values, so parts always add up (V6, V9).
/// Totals may be negative.
///
/// An accrual whose ends coincide is a step: all of it is earned as soon as that moment has passed.
///
/// @param undone others that it takes away from its beginning on, cent by cent; empty for one that stands for itself
public record Accrual(Ratio from, Ratio to, long total, List<Accrual> undone) {
    public Accrual {
        undone = List.copyOf(undone);
        if (from.compareTo(to) > 0) throw new IllegalArgumentException("an accrual from %s to %s".formatted(from, to));
    }

    public Accrual(Ratio from, Ratio to, long total) {
        this(from, to, total, List.of());
    }

    /// With it, nothing is left of others from a position on. A share of its own rounding would leave a cent here and
    /// take one too many there.
    static Accrual undoing(List<Accrual> others, Ratio since, Ratio to) {
        long total = 0;
        for (var other : others) total -= other.after(since);
        return new Accrual(since, to, total, others);
    }

    /// Whether it is earned in the same way as another.
    boolean isAlong(Accrual other) {
        return undone.isEmpty() && other.undone.isEmpty() && from.equals(other.from) && to.equals(other.to);
    }

    public long upTo(Ratio position) {
        if (position.compareTo(from) <= 0) return 0;
        if (position.compareTo(to) >= 0) return total;
        if (undone.isEmpty()) return Rounding.share(total, position.minus(from), to.minus(from));
        long sum = 0;
        for (var other : undone) sum -= other.between(from, position);
        return sum;
    }

    public long between(Ratio start, Ratio end) {
        return upTo(end) - upTo(start);
    }

    public long after(Ratio position) {
        return total - upTo(position);
    }
}
