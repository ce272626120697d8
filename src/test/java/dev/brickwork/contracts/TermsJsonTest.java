package dev.brickwork.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.billing.orders.Samples;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Upgrades;
import dev.brickwork.pricing.calendar.BillingFrequency;
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
import dev.brickwork.pricing.terms.DoneWork;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Tier;
import dev.brickwork.pricing.terms.Tiers;
import dev.brickwork.pricing.terms.Upgrade;
import dev.brickwork.support.GoldenFile;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Frozen terms outlive every deploy: what was written once is read for ever, and nothing of it is lost. These
/// files are never written anew; a new shape gets a new file.
@Tag("fast")
final class TermsJsonTest {
    private static final LocalDate START = LocalDate.of(2025, 1, 31);

    @Test
    void termsAreWhatTheGoldenFileSays() {
        var golden = GoldenFile.read("stored/order-terms.json");
        assertThat(TermsJson.terms(golden)).as("before phases had names").isEqualTo(terms());
        var named = GoldenFile.read("stored/order-terms-named.json");
        assertThat(TermsJson.terms(named)).isEqualTo(terms());
        assertThat(JsonReader.stored(TermsJson.of(terms()))).isEqualTo(JsonReader.stored(named));
    }

    @Test
    void daysPausedBeforeTheTermAreKept() {
        var terms = terms(CouponClock.from(START).paused(7).paused(3));
        assertThat(terms.couponClock().pausedDays()).isEqualTo(10);
        assertThat(TermsJson.terms(TermsJson.of(terms))).isEqualTo(terms);
    }

    @Test
    void anUpgradeIsWhatTheGoldenFileSays() {
        var golden = GoldenFile.read("stored/upgrade-terms.json");
        assertThat(TermsJson.upgrade(golden)).isEqualTo(upgrade());
        assertThat(JsonReader.stored(TermsJson.of(upgrade()))).isEqualTo(JsonReader.stored(golden));
    }

    @Test
    void anUpgradeAfterSomeWorkIsWhatTheGoldenFileSays() {
        var golden = GoldenFile.read("stored/upgrade-terms-after-work.json");
        var upgrade = Upgrades.knowing(upgrade(), new DoneWork(2, new BrickId(new UUID(8, 6)), 3, 30000, 27000));
        assertThat(TermsJson.upgrade(golden)).isEqualTo(upgrade);
        assertThat(JsonReader.stored(TermsJson.of(upgrade))).isEqualTo(JsonReader.stored(golden));
    }

    private static Terms terms() {
        return terms(CouponClock.from(LocalDate.of(2024, 1, 31)));
    }

    private static Terms terms(CouponClock coupons) {
        var plan = new PlanTerms(
                new UUID(7, 7),
                "Team",
                "standard",
                Optional.of(Prices.monthly(new PricingModel.Flat(UnitPrice.of("99")))));
        var coupon = new Coupon("WELCOME", percent("5"), 3);
        return new Terms(
                coupons,
                START,
                14,
                BillingFrequency.QUARTERLY,
                Currency.EUR,
                true,
                List.of(
                        new PhaseTerms(1, 0, 6, plan, everyModel(), 30, Optional.of(coupon)),
                        new PhaseTerms(
                                2,
                                6,
                                8,
                                Samples.PLAN,
                                List.of(brick(1, seats(), Discounts.NONE)),
                                0,
                                Optional.empty())));
    }

    private static Upgrade upgrade() {
        var seats = brick(1, seats(), Discounts.NONE);
        return new Upgrade(
                LocalDate.of(2025, 6, 15),
                List.of(seats),
                Map.of(2, List.of(seats)),
                Set.of(new BrickId(new UUID(8, 5))),
                List.of(),
                Optional.of(Samples.PLAN),
                Optional.of(new Coupon("MORE", percent("2.5"), 999)));
    }

    private static List<BrickTerms> everyModel() {
        var all = new Discounts(Optional.of(percent("10")), Optional.of(percent("-2.5")), OptionalLong.of(500));
        return List.of(
                brick(1, seats(), all),
                brick(2, monthly(new PricingModel.Volume(tiers())), Discounts.NONE),
                brick(3, monthly(new PricingModel.Stairstep(tiers())), Discounts.NONE),
                new BrickTerms(
                        new BrickId(new UUID(8, 4)),
                        "Calls",
                        "calls",
                        BrickType.USAGE,
                        "electronic",
                        Quantity.of("1000.5"),
                        false,
                        Discounts.NONE,
                        new BrickPrice(
                                new PricingModel.Packages(UnitPrice.of("5"), Quantity.of(100)),
                                Optional.empty(),
                                Quantity.of(50),
                                Optional.empty(),
                                Optional.of(UnitPrice.of("0.000065")),
                                Optional.of(BillingFrequency.MONTHLY))),
                new BrickTerms(
                        new BrickId(new UUID(8, 5)),
                        "Turnover",
                        "turnover",
                        BrickType.USAGE,
                        "standard",
                        Quantity.ZERO,
                        false,
                        Discounts.NONE,
                        Prices.once(new PricingModel.Percentage(UnitPrice.of("1.39")))),
                new BrickTerms(
                        new BrickId(new UUID(8, 6)),
                        "Storage",
                        "storage",
                        BrickType.SUBSCRIPTION,
                        "standard",
                        Quantity.of(1),
                        true,
                        Discounts.NONE,
                        new BrickPrice(
                                new PricingModel.Flat(UnitPrice.of("0.25")),
                                Optional.of(PricePeriod.YEAR),
                                Quantity.ZERO,
                                Optional.of(UnitPrice.of("500")),
                                Optional.empty(),
                                Optional.empty())));
    }

    private static BrickTerms brick(long number, BrickPrice price, Discounts discounts) {
        return new BrickTerms(
                new BrickId(new UUID(8, number)),
                "Brick " + number,
                "brick-" + number,
                BrickType.SUBSCRIPTION,
                "standard",
                Quantity.of(12),
                false,
                discounts,
                price);
    }

    private static BrickPrice seats() {
        return monthly(new PricingModel.Graduated(tiers()));
    }

    private static BrickPrice monthly(PricingModel model) {
        return Prices.monthly(model);
    }

    private static Tiers tiers() {
        return new Tiers(List.of(
                new Tier(Optional.of(Quantity.of(10)), UnitPrice.of("25"), UnitPrice.of("100")),
                new Tier(Optional.empty(), UnitPrice.of("20"), UnitPrice.of("0"))));
    }

    private static Percent percent(String text) {
        return new Percent(new BigDecimal(text));
    }
}
