package dev.brickwork.catalog.api;

import dev.brickwork.catalog.CouponStore;
import dev.brickwork.catalog.DiscountCoupon;
import dev.brickwork.catalog.plans.OffersInMemory;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.Coupon;
import java.util.Optional;
import java.util.regex.Pattern;

/// Coupons over HTTP.
public final class CouponResource {
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int NAME_LENGTH_MAX = 255;
    private static final int DESCRIPTION_LENGTH_MAX = 1000;
    private static final int REDEMPTIONS_MAX = 1_000_000_000;
    private static final int PERCENT_INTEGER_DIGITS_MAX = 14;
    private static final int PERCENT_DECIMALS_MAX = 6;

    private final CouponStore coupons;
    private final OffersInMemory offers;

    public CouponResource(CouponStore coupons, OffersInMemory offers) {
        this.coupons = coupons;
        this.offers = offers;
    }

    public Routes routes() {
        return new Routes()
                .get("/discount-coupons", Scope.READ, this::list)
                .post("/discount-coupons", Scope.CATALOG, this::create)
                .get("/discount-coupons/{code}", Scope.READ, this::one)
                .patch("/discount-coupons/{code}", Scope.CATALOG, this::change);
    }

    private Answer list(Tx tx, Request request) {
        var query = request.queryFields();
        var page = request.page(query, Listing.OLDEST_FIRST);
        var filter = new CouponStore.Filter(query.queryFlag("active"), query.queryFlag("valid"));
        query.check();
        var found = coupons.list(tx, filter, page);
        return page.answer(
                coupons.count(tx, filter),
                found,
                (json, coupon) ->
                        CatalogueJson.coupon(json, coupon, request.caller().now()));
    }

    private Answer one(Tx tx, Request request) {
        return shown(request, coupons.find(tx, request.path("code")).orElseThrow(CouponResource::none));
    }

    private Answer create(Tx tx, Request request) {
        var fields = request.fields();
        var code = fields.require(
                "code", field -> fields.matching(field, CODE, "1 to 64 letters, digits, '.', '_' or '-'."));
        var rate = fields.require("discount_rate", field -> rate(fields, field));
        var months = fields.integer("duration_months", 1, Coupon.MONTHS_FOR_EVER);
        var name = fields.text("name", NAME_LENGTH_MAX);
        var description = fields.text("description", DESCRIPTION_LENGTH_MAX);
        var expiresAt = fields.moment("expires_at");
        var max = fields.integer("max_redemptions", 1, REDEMPTIONS_MAX);
        var active = fields.flag("active").orElse(true);
        code.filter(it -> coupons.find(tx, it).isPresent()).ifPresent(_ -> fields.fault("code", CouponStore.TAKEN));
        fields.check();
        var coupon = new DiscountCoupon(
                code.orElseThrow(),
                name,
                description,
                rate.orElseThrow(),
                months.orElse(Coupon.MONTHS_FOR_EVER),
                expiresAt,
                max,
                0,
                active,
                request.caller().now(),
                1);
        coupons.insert(tx, coupon);
        return shown(request, coupon);
    }

    private Answer change(Tx tx, Request request) {
        var before = coupons.lock(tx, request.path("code")).orElseThrow(CouponResource::none);
        request.requireVersion(before.version());
        var fields = request.fields();
        requireUnchanged(fields, before);
        var max = fields.change("max_redemptions", field -> fields.integer(field, 1, REDEMPTIONS_MAX))
                .over(before.redemptionsMax());
        if (max.filter(limit -> limit < before.redemptions()).isPresent()) {
            fields.fault("max_redemptions", "It was already redeemed %d times.".formatted(before.redemptions()));
        }
        var after = new DiscountCoupon(
                before.code(),
                fields.change("name", field -> fields.text(field, NAME_LENGTH_MAX))
                        .over(before.name()),
                fields.change("description", field -> fields.text(field, DESCRIPTION_LENGTH_MAX))
                        .over(before.description()),
                before.rate(),
                before.durationMonths(),
                fields.change("expires_at", fields::moment).over(before.expiresAt()),
                max,
                before.redemptions(),
                fields.changeable("active", fields::flag).orElse(before.isActive()),
                before.createdAt(),
                before.version());
        fields.check();
        if (after.equals(before)) return shown(request, before);
        coupons.update(tx, after);
        offers.forget(tx, after.code());
        return shown(request, coupons.find(tx, before.code()).orElseThrow(CouponResource::none));
    }

    /// Orders were made with these.
    private static void requireUnchanged(Fields fields, DiscountCoupon before) {
        fields.text("code")
                .filter(code -> !code.equals(before.code()))
                .ifPresent(_ -> fields.fault("code", "The code of a coupon cannot be changed."));
        fields.changeable("discount_rate", field -> rate(fields, field))
                .filter(rate -> !rate.equals(before.rate()))
                .ifPresent(_ -> fields.fault("discount_rate", "The rate of a coupon cannot be changed."));
        fields.changeable("duration_months", field -> fields.integer(field, 1, Coupon.MONTHS_FOR_EVER))
                .filter(months -> months != before.durationMonths())
                .ifPresent(_ -> fields.fault("duration_months", "The duration of a coupon cannot be changed."));
    }

    private static Optional<Percent> rate(Fields fields, String name) {
        var rate = fields.decimal(name, PERCENT_INTEGER_DIGITS_MAX, PERCENT_DECIMALS_MAX)
                .map(Percent::new);
        if (rate.isEmpty()) return rate;
        boolean isInside = rate.get().compareTo(Percent.ZERO) > 0 && rate.get().compareTo(Percent.HUNDRED) <= 0;
        if (!isInside) fields.fault(name, "Must be more than 0 and at most 100.");
        return rate;
    }

    private static Answer shown(Request request, DiscountCoupon coupon) {
        return Answer.ok(json ->
                        CatalogueJson.coupon(json, coupon, request.caller().now()))
                .version(coupon.version());
    }

    private static Refusal none() {
        return Refusal.notFound("coupon");
    }
}
