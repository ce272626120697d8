package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.money.Money;
import dev.brickwork.kernel.money.Ratio;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.money.Split;
import java.util.ArrayList;
import java.util.List;

/// What coupons take from lines, and what reductions give back of it (rules D-08, U-09).
final class CouponShares {
    private CouponShares() {}

    /// One rounding for the order (R2), split over the lines by what each has inside the coupon's months; lines
    /// below zero neither give nor take, so an upgrade's coupon applies to positive deltas only. Replaces the
    /// lines at the given places.
    static void take(Coupon coupon, Terms terms, List<Line> lines, List<Integer> places) {
        var end = coupon.isForEver()
                ? Ratio.of(terms.months())
                : terms.anchor().position(terms.couponsCountFrom().plusMonths(coupon.months()));
        var bases = new long[places.size()];
        long sum = 0;
        for (int i = 0; i < bases.length; i++) {
            var line = lines.get(places.get(i));
            if (line.kind() == LineKind.MILESTONE) continue;
            bases[i] = Math.max(0, line.net().upTo(end));
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

    /// A coupon runs on only with what it was given for: a reduction of `oldNet` by `reduction` gives back its
    /// part of what is left of the shares.
    static List<Accrual> givenBack(List<Line> running, Ratio since, long reduction, long oldNet) {
        if (reduction <= 0 || oldNet <= 0) return List.of();
        var back = new ArrayList<Accrual>();
        for (var line : running) {
            for (var share : line.coupons()) {
                long returned = Rounding.share(share.after(since), Math.min(reduction, oldNet), oldNet);
                if (returned != 0) back.add(new Accrual(share.from().max(since), share.to(), -returned));
            }
        }
        return back;
    }
}
