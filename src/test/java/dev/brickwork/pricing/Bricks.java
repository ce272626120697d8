package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Tier;
import dev.brickwork.pricing.terms.Tiers;
import dev.brickwork.pricing.terms.Upgrade;
import dev.brickwork.pricing.terms.Validated;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// Short words for terms, so that tests read like the rules.
public final class Bricks {
    public static final PlanTerms PLAN = new PlanTerms(new UUID(7, 7), "Team", "standard", Optional.empty());
    public static final LocalDate NEW_YEAR = LocalDate.of(2025, 1, 1);

    private Bricks() {}

    public static BrickId id(String code) {
        return new BrickId(UUID.nameUUIDFromBytes(code.getBytes(StandardCharsets.UTF_8)));
    }

    public static BrickTerms brick(String code, BrickType type, long quantity, BrickPrice price) {
        return new BrickTerms(
                id(code), code, code, type, "standard", Quantity.of(quantity), false, Discounts.NONE, price);
    }

    /// A monthly flat price.
    public static BrickTerms seats(long quantity, String price) {
        return brick("seats", BrickType.SUBSCRIPTION, quantity, Prices.monthly(flat(price)));
    }

    public static BrickTerms once(String code, long quantity, String price) {
        return brick(code, BrickType.ONE_TIME, quantity, Prices.once(flat(price)));
    }

    public static BrickTerms milestone(long quantity, String price) {
        return brick("rollout", BrickType.MILESTONE, quantity, Prices.once(flat(price)));
    }

    public static BrickTerms usage(long committed, BillingFrequency window, PricingModel model) {
        var price = new BrickPrice(
                model, Optional.empty(), Quantity.ZERO, Optional.empty(), Optional.empty(), Optional.of(window));
        return brick("calls", BrickType.USAGE, committed, price);
    }

    /// The brick with units that are free before the model sees any (P-09).
    public static BrickTerms including(BrickTerms brick, long units) {
        var price = brick.price();
        return brick.withPrice(new BrickPrice(
                price.model(),
                price.period(),
                Quantity.of(units),
                price.unlimited(),
                price.overage(),
                price.commitment()));
    }

    /// The brick with a price of each unit beyond the commitment (G-03).
    static BrickTerms withOverage(BrickTerms brick, String each) {
        var price = brick.price();
        return brick.withPrice(new BrickPrice(
                price.model(),
                price.period(),
                price.included(),
                price.unlimited(),
                Optional.of(UnitPrice.of(each)),
                price.commitment()));
    }

    /// The brick with a price of having no limit (P-11); its quantity still counts.
    public static BrickTerms withUnlimitedAt(BrickTerms brick, String flat) {
        var price = brick.price();
        return brick.withPrice(new BrickPrice(
                price.model(),
                price.period(),
                price.included(),
                Optional.of(UnitPrice.of(flat)),
                price.overage(),
                price.commitment()));
    }

    static BrickTerms taxed(BrickTerms brick, String category) {
        return new BrickTerms(
                brick.id(),
                brick.name(),
                brick.code(),
                brick.type(),
                category,
                brick.quantity(),
                brick.isUnlimited(),
                brick.discounts(),
                brick.price());
    }

    public static BrickTerms unlimited(BrickTerms brick) {
        return new BrickTerms(
                brick.id(),
                brick.name(),
                brick.code(),
                brick.type(),
                brick.taxCategory(),
                brick.quantity(),
                true,
                brick.discounts(),
                brick.price());
    }

    public static Discounts renewing(Percent rate) {
        return new Discounts(Optional.of(rate), Optional.empty(), OptionalLong.empty());
    }

    public static Discounts oneTime(Percent rate) {
        return new Discounts(Optional.empty(), Optional.of(rate), OptionalLong.empty());
    }

    public static Discounts fixed(long minor) {
        return new Discounts(Optional.empty(), Optional.empty(), OptionalLong.of(minor));
    }

    public static AdjustmentCredit adjustment(long total) {
        return new AdjustmentCredit(AdjustmentCredit.LABEL_DEFAULT, total);
    }

    public static PricingModel flat(String price) {
        return new PricingModel.Flat(UnitPrice.of(price));
    }

    /// `10:25.00 20.00` is up to 10 at 25.00, above at 20.00; a second price after a slash is the flat fee.
    public static Tiers tiers(String text) {
        return new Tiers(Arrays.stream(text.split(" ", -1)).map(Bricks::tier).toList());
    }

    private static Tier tier(String text) {
        int colon = text.indexOf(':');
        var bound = colon < 0 ? Optional.<Quantity>empty() : Optional.of(Quantity.of(text.substring(0, colon)));
        var prices = text.substring(colon + 1).split("/", -1);
        return new Tier(bound, UnitPrice.of(prices[0]), UnitPrice.of(prices.length > 1 ? prices[1] : "0"));
    }

    public static Terms terms(LocalDate start, int months, BillingFrequency frequency, BrickTerms... bricks) {
        return terms(start, months, frequency, Optional.empty(), bricks);
    }

    public static Terms terms(
            LocalDate start, int months, BillingFrequency frequency, Optional<Coupon> coupon, BrickTerms... bricks) {
        var phase = new PhaseTerms(1, 0, months, PLAN, List.of(bricks), 30, coupon);
        return new Terms(CouponClock.from(start), start, months, frequency, Currency.USD, false, List.of(phase));
    }

    public static Terms phased(LocalDate start, BillingFrequency frequency, PhaseTerms... phases) {
        int months = Arrays.stream(phases).mapToInt(PhaseTerms::months).sum();
        return new Terms(CouponClock.from(start), start, months, frequency, Currency.USD, true, List.of(phases));
    }

    public static PhaseTerms phase(int position, int from, int months, BrickTerms... bricks) {
        return new PhaseTerms(position, from, months, PLAN, List.of(bricks), 30, Optional.empty());
    }

    /// The terms in another currency than the dollar.
    public static Terms in(String currency, Terms terms) {
        return new Terms(
                terms.couponClock(),
                terms.startsOn(),
                terms.months(),
                terms.frequency(),
                Currency.of(currency),
                terms.isPhased(),
                terms.phases());
    }

    public static Estimate priced(Terms terms) {
        return priced(Pricing.estimate(terms, PricingContext.PLAIN));
    }

    public static Estimate priced(Terms terms, PricingContext circumstances) {
        return priced(Pricing.estimate(terms, circumstances));
    }

    public static Estimate upgraded(Contract contract, Upgrade upgrade) {
        return priced(Pricing.estimateUpgrade(contract, upgrade, PricingContext.PLAIN));
    }

    public static Estimate priced(Validated<Estimate> checked) {
        return checked.orElseThrow(faults -> new IllegalStateException(faults.toString()));
    }

    static long credit(List<Settlement> settlements) {
        return settlements.stream().mapToLong(Settlement::credit).sum();
    }

    public static List<Long> totals(Estimate estimate) {
        return estimate.schedule().stream().map(item -> item.amounts().total()).toList();
    }

    static List<Long> subTotals(Estimate estimate) {
        return estimate.schedule().stream().map(item -> item.amounts().gross()).toList();
    }

    public static List<String> billDates(Estimate estimate) {
        return estimate.schedule().stream()
                .map(item -> item.billOn().toString())
                .toList();
    }
}
