package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.money.Split;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Computes the discount that coupons take from lines, and the part of it that reductions give back (rules D-08,
/// U-09).
final class CouponShares {
    private CouponShares() {}

    /// One rounding for the order (R2), split over the lines by what each has inside the coupon's months; lines
    /// below zero neither give nor take, so an upgrade's coupon applies to positive deltas only. Replaces the
    /// lines at the given places.
    static void take(Coupon coupon, Terms terms, List<Line> lines, List<Integer> places) {
        var end = coupon.isForEver()
                ? Ratio.of(terms.months())
                : terms.anchor().position(terms.couponClock().end(coupon));
        var bases = new long[places.size()];
        long sum = 0;
        for (int i = 0; i < bases.length; i++) {
            var line = lines.get(places.get(i));
            if (line.kind() == LineKind.MILESTONE) continue;
            bases[i] = Math.max(0, added(lines, places.get(i), end));
            sum = Money.checked(sum + bases[i]);
        }
        var shares = Split.overLines(Rounding.discountTotal(sum, coupon.rate()), bases);
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] == 0) continue;
            int place = places.get(i);
            var net = lines.get(place).net();
            lines.set(
                    place,
                    lines.get(place).withCoupon(new Accrual(net.from(), net.to().min(end), shares[i])));
        }
    }

    /// The net of a line up to a position; of a brick that leaves and comes back in one order, both lines together.
    private static long added(List<Line> lines, int place, Ratio end) {
        var line = lines.get(place);
        if (line.key().isLeaving()) return 0;
        long leaving = place > 0 && lines.get(place - 1).key().equals(line.key().leaving())
                ? lines.get(place - 1).net().upTo(end)
                : 0;
        return line.net().upTo(end) + leaving;
    }

    /// A coupon runs on only with what it was given for: a reduction of `oldNet` by `reduction` gives back its
    /// part of what is left of the shares.
    static List<Accrual> givenBack(List<Line> running, Ratio since, long reduction, long oldNet) {
        if (reduction <= 0 || oldNet <= 0) return List.of();
        var back = new ArrayList<Accrual>();
        for (var share : undone(running, since)) {
            long returned = Rounding.share(-share.total(), Math.min(reduction, oldNet), oldNet);
            if (returned != 0) back.add(new Accrual(since, share.to(), -returned));
        }
        return back;
    }

    /// All that is left of the shares, where the lines are taken away. Those that end together are one, as what is left
    /// of their lines is: what costs nothing goes on to cost nothing, in each period.
    static List<Accrual> undone(List<Line> running, Ratio since) {
        var left = new TreeMap<Ratio, List<Accrual>>(); // By where they end.
        for (var line : running) {
            for (var share : line.coupons()) {
                if (share.after(since) != 0)
                    left.computeIfAbsent(share.to(), _ -> new ArrayList<>()).add(share);
            }
        }
        var back = new ArrayList<Accrual>();
        left.forEach((to, shares) -> back.add(Accrual.undoing(shares, since, to)));
        return back;
    }

    /// The shares that continue on the replacing lines: those that were given back, less the part that the
    /// reduction ends.
    static List<Accrual> kept(List<Accrual> undone, long reduction, long oldNet) {
        var kept = new ArrayList<Accrual>();
        for (var share : undone) {
            long returned = oldNet <= 0 ? 0 : Rounding.share(-share.total(), Math.clamp(reduction, 0, oldNet), oldNet);
            long left = -share.total() - returned;
            if (left != 0) kept.add(new Accrual(share.from(), share.to(), left));
        }
        return kept;
    }
}
