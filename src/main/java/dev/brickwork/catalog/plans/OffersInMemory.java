package dev.brickwork.catalog.plans;

import dev.brickwork.catalog.CouponStore;
import dev.brickwork.catalog.DiscountCoupon;
import dev.brickwork.catalog.Offer;
import dev.brickwork.catalog.Offers;
import dev.brickwork.catalog.PlanStore;
import dev.brickwork.ids.PlanId;
import dev.brickwork.platform.Cache;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.terms.Coupon;
import java.util.Optional;
import java.util.function.Function;

/// Offers for estimates: no statement at all while the plan and the coupon were read less than
/// [Offers#STALE_MAX] ago. What this process changed itself is seen at once.
public final class OffersInMemory {
    private static final int PLAN_COUNT_MAX = 100_000;
    private static final int COUPON_COUNT_MAX = 100_000;

    private final Database database;
    private final PlanStore plans;
    private final CouponStore coupons;
    private final PlanVersions versions;
    private final Cache<PlanKey, Offer> offers = Cache.forAtMost(Offers.STALE_MAX, PLAN_COUNT_MAX);
    private final Cache<CouponKey, DiscountCoupon> codes = Cache.forAtMost(Offers.STALE_MAX, COUPON_COUNT_MAX);

    private record PlanKey(SellerId seller, PlanId plan) {}

    private record CouponKey(SellerId seller, String code) {}

    public OffersInMemory(Database database, PlanStore plans, CouponStore coupons, PlanVersions versions) {
        this.database = database;
        this.plans = plans;
        this.coupons = coupons;
        this.versions = versions;
    }

    public Offers of(Caller caller) {
        return of(caller, Optional.empty());
    }

    /// Reads with a connection that is open already.
    public Offers of(Tx tx) {
        return of(tx.caller(), Optional.of(tx));
    }

    private Offers of(Caller caller, Optional<Tx> open) {
        return new Offers() {
            @Override
            public Optional<Offer> plan(PlanId plan) {
                return offers.get(new PlanKey(caller.seller(), plan), () -> read(caller, open, tx -> stored(tx, plan)));
            }

            @Override
            public Optional<Coupon> coupon(String code) {
                var key = new CouponKey(caller.seller(), DiscountCoupon.key(code));
                return codes.get(key, () -> read(caller, open, tx -> coupons.find(tx, code)))
                        .filter(coupon -> coupon.isValid(caller.now()))
                        .map(DiscountCoupon::coupon);
            }
        };
    }

    private <T> T read(Caller caller, Optional<Tx> open, Function<Tx, T> work) {
        return open.isPresent() ? work.apply(open.get()) : database.read(session -> work.apply(session.as(caller)));
    }

    /// The offer as stored in the database now.
    public Optional<Offer> stored(Tx tx, PlanId plan) {
        return plans.head(tx, plan)
                .map(head -> new Offer(head.frequencies(), head.latest().flatMap(id -> versions.find(tx, id))));
    }

    /// An estimate must not go on with what was just changed here.
    public void forget(Tx tx, PlanId plan) {
        tx.afterCommit(() -> offers.forget(new PlanKey(tx.seller(), plan)));
    }

    public void forget(Tx tx, String code) {
        tx.afterCommit(() -> codes.forget(new CouponKey(tx.seller(), DiscountCoupon.key(code))));
    }
}
