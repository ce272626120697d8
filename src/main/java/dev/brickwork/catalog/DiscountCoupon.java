package dev.brickwork.catalog;

import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.Coupon;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// A percentage off for the first months of a subscription (rule D-08).
public record DiscountCoupon(
        String code,
        Optional<String> name,
        Optional<String> description,
        Percent rate,
        int durationMonths,
        Optional<Instant> expiresAt,
        Optional<Integer> redemptionsMax,
        int redemptions,
        boolean isActive,
        Instant createdAt,
        long version) {
    /// How codes are compared: the case of letters does not count (rule D-09). Codes are ASCII, so this agrees
    /// with the `lower` of a database that knows no language.
    public static String key(String code) {
        return code.toLowerCase(Locale.ROOT);
    }

    public boolean isExpired(Instant now) {
        return expiresAt.filter(end -> !end.isAfter(now)).isPresent();
    }

    private boolean isUsedUp() {
        return redemptionsMax.filter(max -> redemptions >= max).isPresent();
    }

    /// Could an order use it now?
    public boolean isValid(Instant now) {
        return isActive && !isExpired(now) && !isUsedUp();
    }

    public Coupon coupon() {
        return new Coupon(code, rate, durationMonths);
    }
}
