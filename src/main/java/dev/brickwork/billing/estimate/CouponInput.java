package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.Offers;
import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.terms.Coupon;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Coupon codes of a request: the first of a list counts, the others are not looked at (rule D-09). Phases
/// often repeat a code; it is looked up once.
final class CouponInput {
    private static final String NAME = "discount_coupons";
    private static final int COUPON_COUNT_MAX = 20;

    private final Offers offers;
    private final Map<String, Optional<Coupon>> found = new HashMap<>();

    CouponInput(Offers offers) {
        this.offers = offers;
    }

    static Optional<List<String>> read(Fields fields) {
        return fields.texts(NAME, COUPON_COUNT_MAX, Fields.TEXT_LENGTH_MAX);
    }

    /// The coupon to apply. A code that cannot be used is a fault at its list, the same for every reason.
    Optional<Coupon> first(List<String> codes, Fields at) {
        if (codes.isEmpty()) return Optional.empty();
        var coupon = found.computeIfAbsent(codes.getFirst(), offers::coupon);
        if (coupon.isEmpty()) at.fault(NAME, Catalogue.NO_COUPON);
        return coupon;
    }
}
