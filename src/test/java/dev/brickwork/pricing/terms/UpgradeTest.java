package dev.brickwork.pricing.terms;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.billDates;
import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.flat;
import static dev.brickwork.pricing.Bricks.id;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.phase;
import static dev.brickwork.pricing.Bricks.phased;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.tiers;
import static dev.brickwork.pricing.Bricks.totals;
import static dev.brickwork.pricing.Bricks.upgraded;
import static dev.brickwork.pricing.Bricks.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.Bricks;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.EstimateLine;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.Upgrades;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upgrades are deltas.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class UpgradeTest {
    private static LocalDate day(int month, int day) {
        return LocalDate.of(2025, month, day);
    }

    private static Contract yearly(BillingFrequency frequency, BrickTerms... bricks) {
        return Contract.of(terms(NEW_YEAR, 12, frequency, bricks));
    }

    /// Rule M-07: charge 1097, credit 548, net 549, although the exact net is 548.39.
    @Test
    void aDeltaNetsWhatWasRounded() {
        var month = Contract.of(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, seats(1, "10")));
        var estimate = upgraded(month, Upgrades.of(day(1, 15), seats(2, "10")));
        assertThat(estimate.totals().total()).isEqualTo(549);
    }

    @Test
    void anUpgradeStartsInsideTheTermAndNotBeforeTheLatestChange() {
        var contract = yearly(BillingFrequency.MONTHLY, seats(1, "5"));
        assertThat(contract.faults(Upgrades.of(NEW_YEAR))).isEmpty();
        assertThat(contract.faults(Upgrades.of(day(12, 31)))).isEmpty();
        assertThat(contract.faults(Upgrades.of(LocalDate.of(2026, 1, 1))))
                .as("U-01")
                .extracting(PricingFault::path)
                .containsExactly("starts_at");
        assertThat(contract.faults(Upgrades.of(NEW_YEAR.minusDays(1)))).hasSize(1);
        var changed = contract.with(Upgrades.of(day(3, 10), seats(2, "5")));
        assertThat(changed.faults(Upgrades.of(day(3, 9))))
                .extracting(PricingFault::path)
                .containsExactly("starts_at");
        assertThat(changed.faults(Upgrades.of(day(3, 10)))).isEmpty();
        assertThat(Pricing.estimateUpgrade(contract, Upgrades.of(day(3, 9), seats(-1, "5")), PricingContext.PLAIN)
                        .faults())
                .extracting(PricingFault::path)
                .containsExactly("bricks[0].quantity");
        var byPhase = new Upgrade(
                day(3, 9),
                List.of(),
                Map.of(9, List.of(seats(1, "5"))),
                Set.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        assertThat(contract.faults(byPhase)).extracting(PricingFault::path).containsExactly("phases");
        assertThat(Pricing.estimateUpgrade(
                                contract,
                                Upgrades.of(day(3, 9), seats(99_999_999_999_999L, "99999999")),
                                PricingContext.PLAIN)
                        .faults())
                .extracting(PricingFault::path)
                .containsExactly("bricks[0].quantity");
    }

    @Test
    void onlyDeltasToTheEndOfTheTerm() {
        var estimate =
                upgraded(yearly(BillingFrequency.MONTHLY, seats(10, "5")), Upgrades.of(day(4, 1), seats(13, "5")));
        assertThat(estimate.lines().getFirst().line().quantity()).as("U-02").isEqualTo(Quantity.of(3));
        assertThat(estimate.totals().total()).as("U-02").isEqualTo(13500);
        assertThat(estimate.term()).as("U-10").isEqualTo(new Period(day(4, 1), LocalDate.of(2026, 1, 1)));
    }

    @ParameterizedTest
    @CsvSource({"GRADUATED, 8, 15, 6000", "VOLUME, 8, 15, 4000", "VOLUME, 10, 11, -1200"})
    void tieredDeltas(String model, long before, long after, long perMonth) {
        var price = Prices.monthly(PricingModelTest.model(model, "10:10 8"));
        var contract = Contract.of(
                terms(NEW_YEAR, 2, BillingFrequency.MONTHLY, brick("seats", BrickType.SUBSCRIPTION, before, price)));
        var estimate = upgraded(contract, Upgrades.of(day(2, 1), brick("seats", BrickType.SUBSCRIPTION, after, price)));
        assertThat(estimate.totals().total()).as("U-04").isEqualTo(perMonth);
    }

    /// A brick that is removed, or becomes free, leaves not a cent on later invoices, however often it changed
    /// before.
    @Test
    void whatCostsNothingAnyMoreIsNotBilledAnyMore() {
        Property.holdsOfItself(Property.kernelCases(400, 20_000), random -> {
            int months = 2 + random.nextInt(30);
            var price = "%d.%02d".formatted(random.nextInt(90), random.nextInt(100));
            var contract = Contract.of(terms(
                    LocalDate.of(2025, 1 + random.nextInt(12), 1 + random.nextInt(28)),
                    months,
                    BillingFrequency.MONTHLY,
                    seats(1 + random.nextInt(9), price)));
            var day = contract.base().startsOn();
            for (int i = 0; i < 4; i++) {
                int left =
                        Math.toIntExact(day.datesUntil(contract.base().endsOn()).count());
                day = day.plusDays(random.nextInt(left));
                boolean isFree = random.nextBoolean();
                var rate = Percent.of(isFree ? 100 : random.nextInt(100));
                var seats = seats(isFree ? 1 + random.nextInt(9) : random.nextInt(3), price)
                        .withDiscounts(Bricks.renewing(rate));
                contract = contract.with(Upgrades.of(day, seats));
                if (!isFree && seats.isOnOrder()) continue;
                var since = day;
                assertThat(priced(Pricing.estimateContract(contract, PricingContext.PLAIN))
                                .schedule())
                        .filteredOn(item -> item.billOn().isAfter(since))
                        .allMatch(item -> item.amounts().total() == 0);
            }
        });
    }

    /// A line has one tax category: what was agreed before goes with its own.
    @Test
    void whatIsTaxedOtherwiseLeavesAndComesBack() {
        var price = Prices.monthly(flat("100"));
        var plan = new PlanTerms(new UUID(8, 8), "Other", "reduced", Optional.of(Prices.monthly(flat("7"))));
        var free = new PlanTerms(new UUID(9, 9), "Free", "reduced", Optional.empty());
        var paid = new PlanTerms(new UUID(7, 7), "Team", "standard", Optional.of(Prices.monthly(flat("10"))));
        var phase = new PhaseTerms(1, 0, 12, paid, List.of(taxed(5, "standard", price)), 30, Optional.empty());
        var contract = Contract.of(new Terms(
                CouponClock.from(NEW_YEAR),
                NEW_YEAR,
                12,
                BillingFrequency.MONTHLY,
                Currency.USD,
                false,
                List.of(phase)));

        assertThat(categories(upgraded(contract, Upgrades.of(day(7, 1), taxed(2, "reduced", price)))))
                .containsExactly("standard -5 -300000", "reduced 2 120000");
        assertThat(categories(upgraded(contract, Upgrades.of(day(7, 1), taxed(0, "reduced", price)))))
                .containsExactly("standard -5 -300000");
        assertThat(categories(upgraded(contract, Upgrades.toPlan(day(7, 1), plan))))
                .containsExactly("standard -1 -6000", "reduced 1 4200");
        assertThat(categories(upgraded(contract, Upgrades.toPlan(day(7, 1), free))))
                .containsExactly("standard -1 -6000");
    }

    private static BrickTerms taxed(long quantity, String category, BrickPrice price) {
        return new BrickTerms(
                id("seats"),
                "seats",
                "seats",
                BrickType.SUBSCRIPTION,
                category,
                Quantity.of(quantity),
                false,
                Discounts.NONE,
                price);
    }

    private static List<String> categories(Estimate estimate) {
        return estimate.lines().stream()
                .map(EstimateLine::line)
                .map(line -> "%s %s %d"
                        .formatted(
                                line.taxCategory(),
                                line.quantity(),
                                line.total().net()))
                .toList();
    }

    @Test
    void marginalRowsMayBeNegative() {
        var price = Prices.monthly(PricingModelTest.model("VOLUME", "10:10 8"));
        var contract = yearly(BillingFrequency.MONTHLY, brick("s", BrickType.SUBSCRIPTION, 10, price));
        var up = upgraded(contract, Upgrades.of(day(12, 1), brick("s", BrickType.SUBSCRIPTION, 11, price)));
        assertThat(PricingModelTest.rows(up))
                .as("P-13")
                .containsExactly("11 x 8.00 = 88.00 1 month", "-10 x 10.00 = -100.00 1 month");
        var graduated = Prices.monthly(new PricingModel.Graduated(tiers("10:10 8/1")));
        var ladder = yearly(BillingFrequency.MONTHLY, brick("s", BrickType.SUBSCRIPTION, 8, graduated));
        assertThat(PricingModelTest.rows(
                        upgraded(ladder, Upgrades.of(day(12, 1), brick("s", BrickType.SUBSCRIPTION, 15, graduated)))))
                .containsExactly("2 x 10.00 = 20.00 1 month", "5 x 8.00 = 40.00 1 month", "1 x 1.00 = 1.00 1 month");
        assertThat(PricingModelTest.rows(
                        upgraded(ladder, Upgrades.of(day(12, 1), brick("s", BrickType.SUBSCRIPTION, 0, graduated)))))
                .containsExactly("-8 x 10.00 = -80.00 1 month");
        var annual = brick("s", BrickType.SUBSCRIPTION, 8, Prices.recurring(flat("120"), PricePeriod.YEAR));
        assertThat(PricingModelTest.rows(upgraded(ladder, Upgrades.of(day(12, 1), annual))))
                .as("another price period")
                .containsExactly("8 x 120.00 = 80.00 1 month", "-8 x 10.00 = -80.00 1 month");
    }

    @Test
    void deltasFollowTheBillDatesOfTheTerm() {
        var estimate =
                upgraded(yearly(BillingFrequency.QUARTERLY, seats(5, "20")), Upgrades.of(day(2, 15), seats(10, "20")));
        assertThat(totals(estimate)).as("U-05").containsExactly(15000L, 30000L, 30000L, 30000L);
        assertThat(billDates(estimate)).containsExactly("2025-02-15", "2025-04-01", "2025-07-01", "2025-10-01");
        var upfront = upgraded(
                yearly(BillingFrequency.ALL_UPFRONT, seats(5, "20")), Upgrades.of(day(2, 15), seats(10, "20")));
        assertThat(totals(upfront)).as("U-05").containsExactly(105000L);
    }

    @Test
    void aReductionIsANegativeDelta() {
        // U-06: the five seats of U-05 go on 1 August. What of it was billed before is settled against its invoice.
        var contract =
                yearly(BillingFrequency.QUARTERLY, seats(5, "20")).with(Upgrades.of(day(2, 15), seats(10, "20")));
        assertThat(totals(upgraded(contract, Upgrades.of(day(8, 1), seats(5, "20")))))
                .containsExactly(-20000L, -30000L);
    }

    @Test
    void contractedPricesStayUnlessThePlanIsNamed() {
        var contract = yearly(BillingFrequency.MONTHLY, seats(10, "20"));
        assertThat(upgraded(contract, Upgrades.of(day(12, 1), seats(11, "20")))
                        .totals()
                        .total())
                .as("U-07")
                .isEqualTo(2000);
        assertThat(upgraded(contract, Upgrades.of(day(12, 1), seats(11, "25")))
                        .totals()
                        .total())
                .as("U-07, all seats at the new price")
                .isEqualTo(11 * 2500 - 10 * 2000);
    }

    @Test
    void discountsAreReplaced() {
        var discounted = seats(1, "50").withDiscounts(Bricks.renewing(Percent.of(10)));
        var estimate = upgraded(yearly(BillingFrequency.MONTHLY, discounted), Upgrades.of(day(4, 1), seats(1, "50")));
        assertThat(estimate.totals()).as("U-08").isEqualTo(new Amounts(0, -4500, 0, 0, 0));
        assertThat(estimate.totals().total()).as("U-08").isEqualTo(4500);
    }

    @Test
    void aCouponAppliesToPositiveDeltasInItsMonths() {
        var contract = yearly(BillingFrequency.MONTHLY, seats(1, "50"));
        var coupon = new Coupon("TEN", Percent.of(10), 3);
        assertThat(upgraded(contract, Upgrades.with(Upgrades.of(day(5, 1), seats(2, "50")), coupon))
                        .totals()
                        .coupon())
                .as("U-09")
                .isZero();
        var early =
                upgraded(contract, Upgrades.with(Upgrades.of(day(3, 1), seats(2, "50"), once("o", 1, "10")), coupon));
        assertThat(early.totals().coupon()).isEqualTo(500 + 100);
        assertThat(early.couponCode()).contains("TEN");
        var mixed =
                upgraded(contract, Upgrades.with(Upgrades.of(day(3, 1), seats(0, "50"), once("o", 1, "10")), coupon));
        assertThat(mixed.totals().coupon()).isEqualTo(100);
    }

    @Test
    void aRunningCouponStaysOnItsOwnLinesAndLeavesWithThem() {
        var coupon = Optional.of(new Coupon("HALF", Percent.of(50), 6));
        var contract = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, coupon, seats(2, "10")));
        assertThat(upgraded(contract, Upgrades.of(day(4, 1), seats(4, "10"))).totals())
                .as("U-09")
                .isEqualTo(new Amounts(18000, 0, 0, 0, 0));
        var gone = upgraded(contract, Upgrades.of(day(4, 1), seats(0, "10")));
        assertThat(gone.totals()).isEqualTo(new Amounts(-18000, 0, -3000, 0, 0));
        assertThat(totals(gone))
                .containsExactly(-1000L, -1000L, -1000L, -2000L, -2000L, -2000L, -2000L, -2000L, -2000L);
        var halved = upgraded(contract, Upgrades.of(day(4, 1), seats(1, "10")));
        assertThat(halved.totals()).isEqualTo(new Amounts(-9000, 0, -1500, 0, 0));
        var below = seats(2, "10").withDiscounts(Bricks.fixed(20_000));
        assertThat(upgraded(contract, Upgrades.of(day(4, 1), below)).totals())
                .as("no more of it comes back than there was")
                .isEqualTo(new Amounts(0, 20_000, -3000, 0, 0));
    }

    @Test
    void theValueOfAnUpgradeIsItsDelta() {
        var estimate = upgraded(yearly(BillingFrequency.MONTHLY), Upgrades.of(NEW_YEAR, once("o", 1, "155.81")));
        assertThat(estimate.contractValue().withCode()).as("U-10").isEqualTo("155.81 USD");
    }

    @Test
    void upgradesStack() {
        var contract = yearly(BillingFrequency.MONTHLY, seats(1, "10"))
                .with(Upgrades.of(day(4, 1), seats(1, "10")))
                .with(Upgrades.of(day(4, 1), seats(3, "10")))
                .with(Upgrades.of(day(7, 1), seats(2, "10")));
        var all = Bricks.priced(Pricing.estimateContract(contract, PricingContext.PLAIN));
        assertThat(totals(all))
                .containsExactly(1000L, 1000L, 1000L, 3000L, 3000L, 3000L, 2000L, 2000L, 2000L, 2000L, 2000L, 2000L);
        assertThat(all.lines()).extracting(line -> line.line().key().order()).containsExactly(0, 2, 3);
        assertThat(contract.charges(3, BillDates.AT_PERIOD_START)).hasSize(6);
        assertThat(contract.charges(1, BillDates.AT_PERIOD_START)).isEmpty();
        assertThat(contract.bricksOn(day(6, 30)).getFirst().quantity()).isEqualTo(Quantity.of(3));
        assertThat(contract.bricksOn(day(7, 1)).getFirst().quantity()).isEqualTo(Quantity.of(2));
        assertThat(contract.bricksOn(day(3, 31)).getFirst().quantity()).isEqualTo(Quantity.of(1));
    }

    @Test
    void deltasPerPhase() {
        var contract = Contract.of(phased(
                NEW_YEAR,
                BillingFrequency.QUARTERLY,
                phase(1, 0, 6, seats(10, "10")),
                phase(2, 6, 6, seats(10, "12"))));
        var estimate = upgraded(contract, Upgrades.of(day(5, 1), seats(15, "10")));
        assertThat(estimate.lines())
                .as("F-05")
                .extracting(line -> line.amounts().gross())
                .containsExactly(10000L, 6 * (15000L - 12000L));
        assertThat(estimate.phases()).hasSize(2);
        assertThat(estimate.phases().getFirst().term()).isEqualTo(new Period(day(5, 1), day(7, 1)));
        assertThat(billDates(estimate)).containsExactly("2025-05-01", "2025-07-01", "2025-10-01");
        var second = new Upgrade(
                day(5, 1),
                List.of(),
                Map.of(2, List.of(seats(20, "12"))),
                Set.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        assertThat(upgraded(contract, second).lines())
                .extracting(line -> line.amounts().gross())
                .containsExactly(72000L);
        var late = upgraded(contract, Upgrades.of(day(7, 1), seats(15, "12")));
        assertThat(late.lines()).hasSize(1);
        assertThat(late.phases()).hasSize(1);
        var setup = upgraded(contract, Upgrades.of(day(5, 1), once("setup", 1, "50")));
        assertThat(totals(setup)).as("once, not once per phase").containsExactly(5000L);
        var inBoth = List.of(once("setup", 1, "50"));
        var asked = new Upgrade(
                day(5, 1),
                List.of(),
                Map.of(1, inBoth, 2, inBoth),
                Set.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        assertThat(totals(upgraded(contract, asked)))
                .as("in each phase that names it")
                .containsExactly(5000L, 5000L);
        var upfront = Contract.of(phased(
                NEW_YEAR,
                BillingFrequency.ALL_UPFRONT,
                phase(1, 0, 6, seats(10, "10")),
                phase(2, 6, 6, seats(10, "10"))));
        var one = upgraded(upfront, Upgrades.of(day(5, 1), seats(15, "10")));
        assertThat(billDates(one)).containsExactly("2025-05-01");
        assertThat(totals(one)).containsExactly(40000L);
    }

    @Test
    void oneTimeBricksAreAddedToAndNotTakenBack() {
        var contract = yearly(BillingFrequency.MONTHLY, once("o", 2, "10"));
        assertThat(totals(upgraded(contract, Upgrades.of(day(4, 10), once("o", 3, "10")))))
                .containsExactly(1000L);
        assertThat(upgraded(contract, Upgrades.of(day(4, 10), once("o", 1, "10")))
                        .lines())
                .as("P-12")
                .isEmpty();
        assertThat(upgraded(contract, Upgrades.of(day(4, 10), once("o", 0, "10")))
                        .lines())
                .as("P-12")
                .isEmpty();
        var dearer = once("o", 3, "20").withDiscounts(Bricks.oneTime(Percent.of(50)));
        assertThat(totals(upgraded(contract, Upgrades.of(day(4, 10), dearer)))).containsExactly(1000L);
        assertThat(totals(upgraded(contract, Upgrades.of(NEW_YEAR, once("o", 1, "10")))))
                .as("not yet begun")
                .containsExactly(-1000L);
        var twice = contract.with(Upgrades.of(NEW_YEAR, once("o", 0, "10")));
        var again = upgraded(twice, Upgrades.of(day(4, 10), once("o", 1, "10")));
        assertThat(totals(again)).containsExactly(1000L);
        assertThat(again.lines().getFirst().line().quantity()).isEqualTo(Quantity.ONE);
        var more = contract.with(Upgrades.of(day(4, 10), once("o", 3, "10")));
        assertThat(totals(upgraded(more, Upgrades.of(day(5, 10), once("o", 4, "10")))))
                .containsExactly(1000L);
        assertThat(upgraded(more, Upgrades.of(day(5, 10), once("o", 3, "10"))).lines())
                .isEmpty();
    }

    /// There is no number of units that "without limit" adds to those that were delivered, or the other way round.
    @Test
    void whatWasDeliveredOnceIsNotDeliveredWithoutLimit() {
        var limited = Bricks.withUnlimitedAt(once("o", 2, "10"), "500");
        var more = limited.withQuantity(Quantity.of(3));
        var contract = yearly(BillingFrequency.MONTHLY, limited);
        assertThat(upgraded(contract, Upgrades.of(day(4, 10), Bricks.unlimited(more)))
                        .lines())
                .isEmpty();
        var unlimited = yearly(BillingFrequency.MONTHLY, Bricks.unlimited(limited));
        assertThat(upgraded(unlimited, Upgrades.of(day(4, 10), more)).lines()).isEmpty();
    }

    @Test
    void milestonesChangeAsAWhole() {
        var contract = yearly(BillingFrequency.MONTHLY, Bricks.milestone(3, "100"));
        var more = upgraded(contract, Upgrades.of(day(4, 10), Bricks.milestone(5, "100")));
        assertThat(more.unscheduledTotal()).isEqualTo(20000);
        assertThat(more.lines().getFirst().amounts().gross()).isEqualTo(20000);
        assertThat(more.schedule()).isEmpty();
        assertThat(upgraded(contract, Upgrades.of(day(4, 10), Bricks.milestone(2, "100")))
                        .unscheduledTotal())
                .isEqualTo(-10000);
    }

    /// Completed units of a milestone stay billed as they were, and only the rest is priced anew (U-03, L-06).
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # done | billed | units | price | difference
            2      | 20000  | 4     | 50    | -10000
            2      | 20000  | 6     | 50    | 0
            2      | 20000  | 6     | 100   | 20000
            2      | 20000  | 3     | 100   | -10000
            3      | 30000  | 2     | 100   | -10000
            4      | 40000  | 0     | 100   | 0
            1      | 10000  | 0     | 100   | -30000
            0      | 0      | 4     | 25    | -30000
            """)
    void whatIsDoneOfAMilestoneStaysBilled(long done, long billed, int units, String price, long difference) {
        var contract = yearly(BillingFrequency.MONTHLY, Bricks.milestone(4, "100"));
        var changed = Bricks.milestone(units, price);
        int phase = contract.base().phases().getFirst().position();
        var upgrade = Upgrades.knowing(
                Upgrades.of(day(4, 10), changed), new DoneWork(phase, changed.id(), done, billed, billed));
        assertThat(upgraded(contract, upgrade).unscheduledTotal()).isEqualTo(difference);
    }

    @Test
    void commitmentsChangeInsideAWindow() {
        var contract = yearly(BillingFrequency.ANNUALLY, usage(1000, BillingFrequency.MONTHLY, flat("0.31")));
        var estimate =
                upgraded(contract, Upgrades.of(day(12, 15), usage(3000, BillingFrequency.MONTHLY, flat("0.31"))));
        assertThat(totals(estimate)).as("G-07, 17 of 31 days").containsExactly(34000L);
        var down = upgraded(contract, Upgrades.of(day(12, 1), usage(0, BillingFrequency.MONTHLY, flat("0.31"))));
        assertThat(totals(down)).as("P-14, pay as you go").containsExactly(-31000L);
        assertThat(contract.with(Upgrades.of(day(12, 1), usage(0, BillingFrequency.MONTHLY, flat("0.31"))))
                        .bricksOn(day(12, 1)))
                .hasSize(1);
        var gone = Upgrades.removing(Upgrades.of(day(12, 1)), Set.of(id("calls"), id("nothing")));
        assertThat(totals(upgraded(contract, gone))).containsExactly(-31000L);
        assertThat(contract.with(gone).bricksOn(day(12, 1))).isEmpty();
        assertThat(contract.with(gone).usageWindows(Optional.empty()).apply(id("calls")))
                .hasSize(11);
        var kept = Upgrades.removing(
                Upgrades.of(day(12, 1), usage(1000, BillingFrequency.MONTHLY, flat("0.31"))), Set.of(id("calls")));
        assertThat(upgraded(contract, kept).lines()).as("a named brick stays").isEmpty();
    }

    @Test
    void unlimitedHasNoQuantity() {
        var limited = Bricks.withUnlimitedAt(seats(10, "10"), "500");
        var contract = yearly(BillingFrequency.MONTHLY, limited);
        var estimate = upgraded(contract, Upgrades.of(day(12, 1), Bricks.unlimited(limited)));
        assertThat(estimate.lines().getFirst().line().quantity()).isEqualTo(Quantity.ZERO);
        assertThat(estimate.totals().gross()).isEqualTo(40000);
        var back = contract.with(Upgrades.of(day(12, 1), Bricks.unlimited(limited)));
        assertThat(upgraded(back, Upgrades.of(day(12, 1), limited)).totals().gross())
                .isEqualTo(-40000);
        var fewer = upgraded(back, Upgrades.of(day(12, 1), limited.withQuantity(Quantity.of(7))));
        assertThat(fewer.lines().getFirst().line().quantity()).isEqualTo(Quantity.ZERO);
        assertThat(upgraded(back, Upgrades.of(day(12, 1), Bricks.unlimited(limited.withQuantity(Quantity.of(7)))))
                        .lines())
                .as("quantity is ignored")
                .isEmpty();
    }

    @Test
    void switchingThePlanSwitchesItsPrice() {
        var free = yearly(BillingFrequency.MONTHLY, seats(1, "10"));
        var paid = new PlanTerms(new UUID(8, 8), "Pro", "standard", Optional.of(Prices.monthly(flat("30"))));
        var estimate = upgraded(free, Upgrades.toPlan(day(11, 1), paid));
        assertThat(totals(estimate)).containsExactly(3000L, 3000L);
        assertThat(estimate.lines().getFirst().line().quantity()).isEqualTo(Quantity.ONE);
        var switched = free.with(Upgrades.toPlan(day(11, 1), paid));
        assertThat(switched.planOn(day(11, 1)).name()).isEqualTo("Pro");
        assertThat(switched.planOn(day(10, 31)).name()).isEqualTo("Team");
        assertThat(totals(upgraded(switched, Upgrades.toPlan(day(11, 1), Bricks.PLAN))))
                .containsExactly(-3000L, -3000L);
        assertThat(upgraded(switched, Upgrades.toPlan(day(12, 1), paid)).lines())
                .isEmpty();
        var alike = new PlanTerms(new UUID(9, 9), "Max", "standard", paid.price());
        var again = switched.with(Upgrades.toPlan(day(12, 1), alike));
        assertThat(upgraded(switched, Upgrades.toPlan(day(12, 1), alike)).lines())
                .isEmpty();
        assertThat(again.planOn(day(11, 30)).name()).isEqualTo("Pro");
        assertThat(again.planOn(day(12, 1)).name()).isEqualTo("Max");
    }

    @Test
    void onePricedPlanReplacesAnother() {
        var old = new PlanTerms(new UUID(7, 7), "Team", "standard", Optional.of(Prices.monthly(flat("10"))));
        var fresh = new PlanTerms(new UUID(8, 8), "Pro", "standard", Optional.of(Prices.monthly(flat("30"))));
        var phase = new PhaseTerms(1, 0, 12, old, List.of(), 30, Optional.empty());
        var contract = Contract.of(phased(NEW_YEAR, BillingFrequency.MONTHLY, phase));
        var estimate = upgraded(contract, Upgrades.toPlan(day(12, 1), fresh));
        assertThat(estimate.lines().getFirst().line().quantity()).isEqualTo(Quantity.ZERO);
        assertThat(totals(estimate)).containsExactly(2000L);
        assertThat(PricingModelTest.rows(estimate))
                .containsExactly("1 x 30.00 = 30.00 1 month", "-1 x 10.00 = -10.00 1 month");
    }

    @Test
    void removingOneBrickWhileNamingAnother() {
        var contract = yearly(BillingFrequency.MONTHLY, seats(1, "10"), usage(10, BillingFrequency.MONTHLY, flat("1")));
        var upgrade = Upgrades.removing(Upgrades.of(day(12, 1), seats(2, "10")), Set.of(id("calls")));
        assertThat(totals(upgraded(contract, upgrade))).containsExactly(1000L - 1000L);
        assertThat(contract.with(upgrade).bricksOn(day(12, 1)))
                .extracting(BrickTerms::code)
                .containsExactly("seats");
        assertThat(contract.charges(0, BillDates.AT_PERIOD_START)).hasSize(24);
    }

    @Test
    void eachPhaseHasItsBricks() {
        var contract = Contract.of(phased(
                NEW_YEAR, BillingFrequency.MONTHLY, phase(1, 0, 6, seats(1, "10")), phase(2, 6, 6, seats(2, "10"))));
        assertThat(contract.bricksOn(day(6, 30)).getFirst().quantity()).isEqualTo(Quantity.of(1));
        assertThat(contract.bricksOn(day(7, 1)).getFirst().quantity()).isEqualTo(Quantity.of(2));
        assertThat(contract.bricksOn(LocalDate.of(2026, 5, 1)).getFirst().quantity())
                .as("beyond the end")
                .isEqualTo(Quantity.of(2));
        var faulty = new Upgrade(
                day(5, 1),
                List.of(),
                Map.of(1, List.of(seats(-1, "1")), 2, List.of(seats(-1, "1"))),
                Set.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        assertThat(contract.faults(faulty))
                .extracting(PricingFault::path)
                .containsExactlyInAnyOrder("phases[0].bricks[0].quantity", "phases[1].bricks[0].quantity");
    }

    @Test
    void amountsOutOfRangeAreFaultsOfUpgradesToo() {
        var huge = Prices.monthly(flat("90071992547409.91"));
        var plan = new PlanTerms(new UUID(8, 8), "Pro", "standard", Optional.of(huge));
        var contract = yearly(BillingFrequency.MONTHLY, seats(1, "10"));
        var upgrade = Upgrades.toPlan(day(11, 1), plan);
        assertThat(paths(contract, upgrade)).as("M-09").containsExactly("plan_id");
        assertThat(Pricing.estimateContract(contract.with(upgrade), PricingContext.PLAIN)
                        .faults())
                .hasSize(1);
        var one = once("x", 1, "90071992547409.91");
        var both =
                Upgrades.with(Upgrades.of(day(12, 1), one, once("y", 1, "0.01")), new Coupon("C", Percent.of(1), 999));
        assertThat(paths(contract, both)).containsExactly("bricks");
    }

    private static List<String> paths(Contract contract, Upgrade upgrade) {
        return Pricing.estimateUpgrade(contract, upgrade, PricingContext.PLAIN).faults().stream()
                .map(PricingFault::path)
                .toList();
    }
}
