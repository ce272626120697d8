package dev.brickwork.pricing.terms;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.totals;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.pricing.Bricks;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Discounts and coupons.
@Tag("fast")
final class DiscountsTest {
    @Test
    void theOrderOfApplication() {
        // D-01: 8000 + 2000, 25 % on line 1, 1000 off, 8.25 % tax, credit 500.
        var first = new Discounts(Optional.empty(), Optional.of(Percent.of(25)), OptionalLong.of(1000));
        var terms = terms(
                NEW_YEAR, 1, BillingFrequency.MONTHLY, once("a", 1, "80").withDiscounts(first), once("b", 1, "20"));
        var tax = TaxRates.always(List.of(TaxComponent.of("Sales tax", new Percent(new BigDecimal("8.25")))));
        var estimate = priced(terms, PricingContext.PLAIN.taxedBy(tax).crediting(Bricks.adjustment(500)));
        assertThat(estimate.totals()).isEqualTo(new Amounts(10000, 3000, 0, 578, 500));
        assertThat(estimate.totals().total()).as("D-01").isEqualTo(7078);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            # rule | renewing | one-time | fixed | gross | net
            D-02   | 10       | 2.5      | -     | 12345 | 10802
            D-03   | 10       | 2.5      | 500   | 12345 | 10302
            D-06   | -10      | -        | -     | 10000 | 11000
            D-03   | -        | -        | 12000 | 10000 | -2000
            D-02   | 60       | 40       | -     | 9999  | 0
            none   | -        | -        | -     | 9999  | 9999
            """)
    void nets(
            String rule,
            @Nullable BigDecimal renewing,
            @Nullable BigDecimal oneTime,
            @Nullable Long fixed,
            long gross,
            long net) {
        var discounts = new Discounts(
                Optional.ofNullable(renewing).map(Percent::new),
                Optional.ofNullable(oneTime).map(Percent::new),
                fixed == null ? OptionalLong.empty() : OptionalLong.of(fixed));
        assertThat(discounts.netOf(gross)).as(rule).isEqualTo(net);
    }

    @Test
    void discountsSpreadOverPeriods() {
        var estimate = priced(
                terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, seats(1, "10").withDiscounts(Bricks.fixed(1000))));
        assertThat(totals(estimate))
                .as("D-04")
                .containsExactly(917L, 916L, 917L, 917L, 916L, 917L, 917L, 916L, 917L, 917L, 916L, 917L);
        var twoYears = priced(terms(
                NEW_YEAR, 24, BillingFrequency.ANNUALLY, seats(1, "10").withDiscounts(Bricks.oneTime(Percent.of(5)))));
        assertThat(totals(twoYears)).as("D-05").containsExactly(11400L, 11400L);
        var free = priced(terms(
                NEW_YEAR,
                12,
                BillingFrequency.MONTHLY,
                seats(1, "10").withDiscounts(Bricks.renewing(Percent.HUNDRED))));
        assertThat(totals(free)).as("S-08").hasSize(12).containsOnly(0L);
    }

    private static Optional<Coupon> coupon(long rate, int months) {
        return Optional.of(new Coupon("WELCOME", Percent.of(rate), months));
    }

    @Test
    void couponsCoverTheFirstMonthsOfTheSubscription() {
        var estimate = priced(terms(
                NEW_YEAR,
                12,
                BillingFrequency.MONTHLY,
                coupon(10, 3),
                seats(1, "100"),
                once("setup", 1, "50"),
                Bricks.milestone(1, "70")));
        assertThat(estimate.totals().coupon()).as("D-08, without milestones").isEqualTo(3500);
        assertThat(estimate.schedule().stream().map(item -> item.amounts().coupon()))
                .containsExactly(1500L, 1000L, 1000L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
        assertThat(estimate.couponCode()).contains("WELCOME");
        var forEver = priced(terms(NEW_YEAR, 24, BillingFrequency.ANNUALLY, coupon(50, 999), seats(1, "100")));
        assertThat(totals(forEver)).containsExactly(60000L, 60000L);
        var renewed = counted(CouponClock.from(NEW_YEAR.minusMonths(1)));
        assertThat(priced(renewed).totals().coupon())
                .as("counts from the subscription's start")
                .isEqualTo(2000);
        var paused = counted(new CouponClock(LocalDate.of(2024, 10, 31), 2));
        assertThat(priced(paused).totals().coupon())
                .as("K-05: three months end on 31 January, moved by two days")
                .isEqualTo(1036);
        var over = counted(CouponClock.from(NEW_YEAR.minusMonths(3)));
        assertThat(priced(over).totals().coupon()).isZero();
    }

    /// A year with a coupon of three months, which are counted by this clock.
    private static Terms counted(CouponClock coupons) {
        var year = terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, coupon(10, 3), seats(1, "100"));
        return new Terms(
                coupons, year.startsOn(), year.months(), year.frequency(), year.currency(), false, year.phases());
    }

    @Test
    void aCouponIsRoundedOncePerOrder() {
        var bricks = new BrickTerms[3];
        for (int i = 0; i < 3; i++) bricks[i] = once("o" + i, 1, "1.05");
        var estimate = priced(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, coupon(10, 1), bricks));
        assertThat(estimate.lines().stream().map(line -> line.amounts().coupon()))
                .containsExactly(11L, 11L, 10L);
    }

    @Test
    void aCouponLeavesLinesBelowZeroAlone() {
        var below = seats(1, "10").withDiscounts(Bricks.fixed(5000));
        var estimate = priced(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, coupon(10, 1), below, once("o", 1, "100")));
        assertThat(estimate.lines().stream().map(line -> line.amounts().coupon()))
                .containsExactly(0L, 1000L);
    }

    private static DiscountEntry rate(String rate, boolean renews) {
        return DiscountEntry.rate(new Percent(new BigDecimal(rate)), renews);
    }

    private static List<String> faults(DiscountEntry... entries) {
        return Discounts.read(List.of(entries), "bricks[0].discount").faults().stream()
                .map(PricingFault::path)
                .toList();
    }

    @Test
    void everyFaultOfAListIsNamedAtItsPlace() {
        assertThat(faults(rate("1", false), rate("2", false))).as("D-07").containsExactly("bricks[0].discount[1].rate");
        assertThat(faults(rate("1", true), rate("2", true))).containsExactly("bricks[0].discount[1].rate");
        assertThat(faults(rate("60", true), rate("41", false)))
                .as("D-02")
                .containsExactly("bricks[0].discount[1].rate");
        assertThat(faults(rate("101", true))).containsExactly("bricks[0].discount[0].rate");
        assertThat(faults(rate("-1000.1", true))).as("D-06").containsExactly("bricks[0].discount[0].rate");
        assertThat(faults(DiscountEntry.amount(1), DiscountEntry.amount(1)))
                .containsExactly("bricks[0].discount[1].amount");
        assertThat(faults(DiscountEntry.amount(-1))).containsExactly("bricks[0].discount[0].amount");
        assertThat(faults(DiscountEntry.amount(Long.MAX_VALUE))).containsExactly("bricks[0].discount[0].amount");
        assertThat(faults(new DiscountEntry(Optional.empty(), OptionalLong.of(5), true)))
                .containsExactly("bricks[0].discount[0].renews");
        assertThat(faults(new DiscountEntry(Optional.empty(), OptionalLong.empty(), true)))
                .containsExactly("bricks[0].discount[0]");
        assertThat(faults(new DiscountEntry(Optional.of(Percent.ZERO), OptionalLong.of(5), false)))
                .containsExactly("bricks[0].discount[0]");
        assertThat(faults(DiscountEntry.amount(-1), rate("1", true), rate("200", true), rate("101", false)))
                .as("all at once")
                .containsExactly(
                        "bricks[0].discount[0].amount", "bricks[0].discount[2].rate", "bricks[0].discount[3].rate");
    }

    @Test
    void aListIsReadAndShownInTheSameShape() {
        var entries = List.of(rate("10", true), rate("-1000", false), DiscountEntry.amount(0));
        var read = Discounts.read(entries, "d").orElseThrow(faults -> new IllegalStateException(faults.toString()));
        assertThat(read.entries()).isEqualTo(entries);
        assertThat(read.atRenewal()).as("N-03").isEqualTo(Bricks.renewing(Percent.of(10)));
        assertThat(Discounts.read(List.of(), "d")).isEqualTo(Validated.valid(Discounts.NONE));
        assertThat(Discounts.NONE.entries()).isEmpty();
        assertThat(faults(rate("60", true), rate("40", false)))
                .as("exactly 100")
                .isEmpty();
        assertThatThrownBy(() -> Bricks.renewing(Percent.of(101))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Bricks.fixed(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Coupon("C", Percent.of(101), 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Coupon("C", Percent.of(-1), 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Coupon("C", Percent.of(1), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bricksAreCheckedWithTheirPaths() {
        var many = new ArrayList<BrickTerms>();
        for (int i = 0; i < 201; i++) many.add(once("o" + i, 1, "1"));
        assertThat(paths(many.toArray(BrickTerms[]::new))).containsExactly("bricks");
        assertThat(paths(many.subList(0, 200).toArray(BrickTerms[]::new))).isEmpty();
        assertThat(paths(seats(1, "1"), seats(2, "1"))).as("P-14").containsExactly("bricks[1].brick_id");
        assertThat(paths(seats(-1, "1"))).containsExactly("bricks[0].quantity");
        assertThat(paths(seats(1, "1").withQuantity(Quantity.of("1.5")))).containsExactly("bricks[0].quantity");
        assertThat(paths(seats(100_000_000_000_000L, "0"))).containsExactly("bricks[0].quantity");
        assertThat(paths(seats(99_999_999_999_999L, "0"))).isEmpty();
        assertThat(paths(Bricks.unlimited(seats(1, "1")))).as("P-11").containsExactly("bricks[0].is_unlimited");
        assertThat(paths(seats(10_000_000_000_000L, "1000000"), once("o", 1, "1")))
                .as("M-09")
                .containsExactly("bricks[0].quantity");
        assertThat(paths(once("x", 1, "90071992547409.91"), once("y", 1, "0.01")))
                .as("M-09")
                .containsExactly("bricks");
        assertThat(paths(once("x", 1, "90071992547409.91"))).isEmpty();
        assertThat(priced(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, seats(0, "5"), once("o", 0, "5")))
                        .lines())
                .as("P-14")
                .isEmpty();
    }

    private static List<String> paths(BrickTerms... bricks) {
        return Pricing.estimate(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, bricks), PricingContext.PLAIN)
                .faults()
                .stream()
                .map(PricingFault::path)
                .toList();
    }

    @Test
    void whatIsOutOfRangeTogetherIsAFaultToo() {
        var coupon = Optional.of(new Coupon("C", Percent.of(1), 1));
        var terms = terms(
                NEW_YEAR, 1, BillingFrequency.MONTHLY, coupon, once("x", 1, "90071992547409.91"), once("y", 1, "1"));
        assertThat(Pricing.estimate(terms, PricingContext.PLAIN).faults())
                .extracting(PricingFault::path)
                .containsExactly("bricks");
        var dear = new PlanTerms(
                Bricks.PLAN.planId(),
                "Team",
                "standard",
                Optional.of(Prices.monthly(Bricks.flat("90071992547409.91"))));
        var phase = new PhaseTerms(1, 0, 2, dear, List.of(), 30, Optional.empty());
        assertThat(Pricing.estimate(Bricks.phased(NEW_YEAR, BillingFrequency.MONTHLY, phase), PricingContext.PLAIN)
                        .faults())
                .extracting(PricingFault::path)
                .containsExactly("plan_id");
        assertThat(Bricks.fixed(9_007_199_254_740_991L).fixed()).hasValue(9_007_199_254_740_991L);
    }
}
