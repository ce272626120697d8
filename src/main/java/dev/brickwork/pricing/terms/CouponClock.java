package dev.brickwork.pricing.terms;

import java.time.LocalDate;

/// Where coupons count their months from (rules D-08, N-03): the first day of the subscription, or the first after
/// its trial (Z-03). Days paused before the term move what is left of them, not where they began (K-05).
public record CouponClock(LocalDate startsOn, long pausedDays) {
    public static CouponClock from(LocalDate startsOn) {
        return new CouponClock(startsOn, 0);
    }

    public CouponClock paused(long days) {
        return new CouponClock(startsOn, pausedDays + days);
    }

    public LocalDate end(Coupon coupon) {
        return startsOn.plusMonths(coupon.months()).plusDays(pausedDays);
    }
}
