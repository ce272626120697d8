package dev.brickwork.catalog;

import dev.brickwork.ids.PlanId;
import dev.brickwork.pricing.terms.Coupon;
import java.time.Duration;
import java.util.Optional;

/// The plans and coupons that can be ordered now. Read in two ways: by an estimate from memory, up to [#STALE_MAX]
/// old, and by an order inside its transaction, exactly as stored.
public interface Offers {
    /// How long another process may go on estimating with a plan or coupon that was changed. Orders read exactly.
    Duration STALE_MAX = Duration.ofSeconds(1);

    /// None for a plan that is not there, or not this seller's.
    Optional<Offer> plan(PlanId plan);

    /// The coupon of a code in any case of letters. Unknown, inactive, expired and used up are all the same absence
    /// (rule D-09). Nothing is consumed.
    Optional<Coupon> coupon(String code);
}
