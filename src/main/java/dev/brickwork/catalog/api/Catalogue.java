package dev.brickwork.catalog.api;

import dev.brickwork.catalog.Brick;
import dev.brickwork.catalog.BrickStore;
import dev.brickwork.catalog.CouponStore;
import dev.brickwork.catalog.DiscountCoupon;
import dev.brickwork.catalog.Offer;
import dev.brickwork.catalog.Offers;
import dev.brickwork.catalog.PlanStore;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.catalog.PlanVersionStore;
import dev.brickwork.catalog.ProductStore;
import dev.brickwork.catalog.plans.MergePlanVersions;
import dev.brickwork.catalog.plans.OffersInMemory;
import dev.brickwork.catalog.plans.PlanVersions;
import dev.brickwork.catalog.plans.PublishPlan;
import dev.brickwork.ids.PlanId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.sellers.Sellers;
import java.util.Collection;
import java.util.Optional;

/// Facade of the catalogue: plans with their versions, offers, and coupons.
public final class Catalogue {
    /// One text for every reason a code can fail, so that nothing can be learned by guessing (rule D-09).
    public static final String NO_COUPON = "There is no such coupon, or it cannot be used.";

    private final BrickStore bricks = new BrickStore();
    private final CouponStore coupons = new CouponStore();
    private final PlanVersions versions;
    private final OffersInMemory offers;
    private final MergePlanVersions mergePlanVersions;
    private final CouponMisses misses;
    private final Routes routes;

    public Catalogue(Database database, Sellers sellers, int couponMissesPerHour) {
        var versionStore = new PlanVersionStore();
        var plans = new PlanStore();
        var products = new ProductStore();
        var publishing = new PublishPlan(plans, versionStore, bricks);
        this.versions = new PlanVersions(versionStore);
        this.offers = new OffersInMemory(database, plans, coupons, versions);
        this.mergePlanVersions = new MergePlanVersions(versionStore, plans);
        this.misses = new CouponMisses(couponMissesPerHour);
        this.routes = new Routes()
                .include(new ProductResource(products).routes())
                .include(new BrickResource(bricks).routes())
                .include(new PlanResource(sellers, plans, versions, bricks, products, offers).routes())
                .include(new PlanVersionResource(plans, versionStore, versions, publishing, offers).routes())
                .include(new CouponResource(coupons, offers).routes());
    }

    public Routes routes() {
        return routes;
    }

    /// For estimates: from memory, at most [Offers#STALE_MAX] old.
    public Offers offers(Caller caller, Identity identity) {
        return guarded(caller, identity, offers.of(caller));
    }

    /// Cached offers for an estimate that holds a connection already: what is not in memory is read on it, since a
    /// second connection for every request would use up the pool.
    public Offers recentOffers(Tx tx, Identity identity) {
        return guarded(tx.caller(), identity, offers.of(tx));
    }

    /// For orders: the current state, read inside their transaction.
    public Offers offers(Tx tx, Identity identity) {
        return guarded(tx.caller(), identity, new Offers() {
            @Override
            public Optional<Offer> plan(PlanId plan) {
                return offers.stored(tx, plan);
            }

            @Override
            public Optional<Coupon> coupon(String code) {
                return coupons.find(tx, code)
                        .filter(coupon -> coupon.isValid(tx.now()))
                        .map(DiscountCoupon::coupon);
            }
        });
    }

    /// The latest published version of a plan.
    public Optional<PlanVersion> latest(Tx tx, PlanId plan) {
        return offers.stored(tx, plan).flatMap(Offer::version);
    }

    /// A test seller has nothing to guess, and its tests miss often: only live ones are counted.
    private Offers guarded(Caller caller, Identity identity, Offers open) {
        if (identity.isTest()) return open;
        return new Offers() {
            @Override
            public Optional<Offer> plan(PlanId plan) {
                return open.plan(plan);
            }

            @Override
            public Optional<Coupon> coupon(String code) {
                misses.requireRoom(caller.seller());
                var coupon = open.coupon(code);
                if (coupon.isEmpty()) misses.missed(caller.seller());
                return coupon;
            }
        };
    }

    /// Published and merged versions by id.
    public PlanVersions versions() {
        return versions;
    }

    /// The prices for an order that names bricks of two plan versions. Writes nothing, for estimates.
    public PlanVersion merged(Caller caller, PlanVersion into, PlanVersion from, Collection<BrickId> named) {
        return MergePlanVersions.merged(into, from, named, caller.now());
    }

    /// Merges two plan versions and stores the result as a private version for an order to point at.
    public PlanVersion merge(Tx tx, PlanVersion into, PlanVersion from, Collection<BrickId> named) {
        return mergePlanVersions.run(tx, into, from, named);
    }

    public Optional<Brick> brick(Tx tx, BrickId id) {
        return bricks.find(tx, id);
    }

    /// Uses a coupon up by one when an order closes; 400 when it cannot be used any more (rule D-09).
    ///
    /// @param field where the request had the code
    public void redeem(Tx tx, String code, String field) {
        if (!coupons.redeem(tx, code)) throw Refusal.badField(field, NO_COUPON);
        offers.forget(tx, code);
    }
}
