package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.flat;
import static dev.brickwork.pricing.Bricks.id;
import static dev.brickwork.pricing.Bricks.including;
import static dev.brickwork.pricing.Bricks.phase;
import static dev.brickwork.pricing.Bricks.phased;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.tiers;
import static dev.brickwork.pricing.Bricks.usage;
import static dev.brickwork.pricing.Bricks.withOverage;
import static dev.brickwork.pricing.Bricks.withUnlimitedAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.contract.UsageWindow;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Tiers;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Usage windows and their rating.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class UsageTest {
    private static final BrickTerms CALLS = withOverage(usage(1000, BillingFrequency.MONTHLY, flat("0.04")), "0.06");

    private static List<UsageWindow> windows(int months, BrickTerms brick) {
        return Contract.of(terms(NEW_YEAR, months, BillingFrequency.MONTHLY, brick))
                .usageWindows(Optional.empty())
                .apply(brick.id());
    }

    private static Overage rated(BrickTerms brick, String used) {
        return rated(windows(1, brick).getFirst(), Quantity.of(used));
    }

    private static Overage rated(UsageWindow window, Quantity... used) {
        return window.rate(List.of(used));
    }

    @Test
    void windows() {
        var contract = Contract.of(terms(LocalDate.of(2025, 1, 14), 3, BillingFrequency.ANNUALLY, CALLS));
        assertThat(contract.usageWindows(Optional.empty()).apply(CALLS.id()))
                .as("G-01")
                .extracting(UsageWindow::period)
                .containsExactly(
                        new Period(LocalDate.of(2025, 1, 14), LocalDate.of(2025, 2, 14)),
                        new Period(LocalDate.of(2025, 2, 14), LocalDate.of(2025, 3, 14)),
                        new Period(LocalDate.of(2025, 3, 14), LocalDate.of(2025, 4, 14)));
        var asYouGo = brick("calls", BrickType.USAGE, 0, Prices.once(flat("1")));
        assertThat(windows(3, asYouGo)).as("G-01").hasSize(3);
        assertThat(windows(14, usage(1, BillingFrequency.ALL_UPFRONT, flat("1"))))
                .as("G-01")
                .hasSize(1);
        var short14 = windows(14, usage(900, BillingFrequency.QUARTERLY, flat("1")));
        assertThat(short14).hasSize(5);
        assertThat(short14.getLast().committed()).as("G-02").isEqualTo(Quantity.of(600));
        assertThat(windows(3, Bricks.seats(1, "1"))).isEmpty();
    }

    @Test
    void overage() {
        assertThat(rated(CALLS, "1250")).as("G-03").isEqualTo(new Overage(Quantity.of(250), 1500, 0));
        assertThat(rated(CALLS, "1000")).isEqualTo(Overage.NONE);
        assertThat(rated(CALLS, "700")).as("G-08").isEqualTo(Overage.NONE);
        var ladder =
                usage(1000, BillingFrequency.MONTHLY, new PricingModel.Graduated(tiers("1000:0.04 5000:0.03 0.02")));
        assertThat(rated(ladder, "6200").gross()).as("G-03").isEqualTo(14400);
        var two = brick("calls", BrickType.USAGE, 0, Prices.once(flat("2")));
        var sum = Stream.of(6, 4, 8, 5, 3).map(Quantity::of).reduce(Quantity.ZERO, Quantity::plus);
        assertThat(rated(two, sum.toString()).gross()).as("G-05").isEqualTo(5200);
        assertThat(rated(two, "-3")).as("G-05").isEqualTo(Overage.NONE);
        assertThat(rated(CALLS, "1120").gross()).as("G-10").isEqualTo(720);
        var percentage =
                brick("calls", BrickType.USAGE, 0, Prices.once(new PricingModel.Percentage(UnitPrice.of("1.39"))));
        assertThat(rated(percentage, "250000").gross()).as("G-11").isEqualTo(3475);
        var over = withOverage(percentage, "2");
        assertThat(rated(over, "250000").gross()).isEqualTo(5000);
        var including = including(CALLS, 100);
        assertThat(rated(including, "1250").units()).isEqualTo(Quantity.of(150));
        var hundreds = new PricingModel.Packages(UnitPrice.of("5"), Quantity.of(100));
        var packages = including(brick("calls", BrickType.USAGE, 0, Prices.once(hundreds)), 100);
        assertThat(rated(packages, "201").gross()).as("P-06").isEqualTo(1000);
        var fee = brick("calls", BrickType.USAGE, 0, Prices.once(new PricingModel.Graduated(tiers("10:1/2 3"))));
        assertThat(rated(fee, "4").gross())
                .as("P-07: the fee was billed in advance")
                .isEqualTo(400);
        var unlimited = Bricks.unlimited(withUnlimitedAt(CALLS, "9"));
        assertThat(rated(unlimited, "99999")).as("P-11").isEqualTo(Overage.NONE);
    }

    /// In every model, what a window without a commitment bills at its start and at its end is the price of its
    /// units.
    @Test
    void aWindowWithoutACommitmentCostsThePriceOfItsUnits() {
        Property.holds(Property.kernelCases(4_000, 100_000), random -> {
            var model = someModel(random);
            int months = 1 + random.nextInt(14);
            var schedule = List.of(BillingFrequency.MONTHLY, BillingFrequency.ALL_UPFRONT)
                    .get(random.nextInt(2));
            var brick = random.nextBoolean()
                    ? usage(0, schedule, model)
                    : brick("calls", BrickType.USAGE, 0, Prices.once(model));
            var window = windows(months, brick).getLast();
            var used = Quantity.of(random.nextInt(25));
            var rating = rated(window, used);
            var billed = BigDecimal.valueOf(window.fee().net() + rating.net());
            assertThat(billed).as("%s units of %s", used, model).isEqualByComparingTo(model.amount(used, Currency.USD));
        });
    }

    private static PricingModel someModel(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> flat(cents(random));
            case 1 -> new PricingModel.Graduated(someTiers(random));
            case 2 -> new PricingModel.Volume(someTiers(random));
            case 3 -> new PricingModel.Stairstep(someTiers(random));
            case 4 -> new PricingModel.Packages(UnitPrice.of(cents(random)), Quantity.of(1 + random.nextInt(9)));
            default -> new PricingModel.Percentage(UnitPrice.of(String.valueOf(100 * random.nextInt(3))));
        };
    }

    private static Tiers someTiers(Random random) {
        return tiers("5:%s/%s 10:%s/%s 15:%s/%s %s/%s"
                .formatted(Stream.generate(() -> cents(random)).limit(8).toArray()));
    }

    /// Often nothing.
    private static String cents(Random random) {
        return random.nextInt(3) == 0 ? "0" : "%d.%02d".formatted(random.nextInt(200), random.nextInt(100));
    }

    /// Nothing below the fee of the window goes back, nor of what was committed to.
    @Test
    void theFeeOfAWindowIsBilledInAdvance() {
        var model = new PricingModel.Volume(tiers("5:0/100 10:0/150 15:10 5"));
        var asYouGo = windows(2, brick("calls", BrickType.USAGE, 0, Prices.once(model)))
                .getFirst();
        assertThat(asYouGo.fee().net()).as("P-07").isEqualTo(10000);
        assertThat(rated(asYouGo, Quantity.of(16))).as("P-04").isEqualTo(new Overage(Quantity.of(16), -2000, 0));
        var committed = windows(2, usage(6, BillingFrequency.MONTHLY, model)).getFirst();
        assertThat(committed.fee()).as("G-02").isEqualTo(Amounts.ZERO);
        var half = Contract.of(terms(LocalDate.of(2025, 4, 1), 3, BillingFrequency.MONTHLY, asYouGo.terms()))
                .usageWindows(Optional.of(EarlyEnd.credited(LocalDate.of(2025, 4, 16))))
                .apply(asYouGo.terms().id());
        assertThat(half.getFirst().fee().net()).as("R-08").isEqualTo(5000);
        var kept = Contract.of(terms(LocalDate.of(2025, 4, 1), 3, BillingFrequency.MONTHLY, asYouGo.terms()))
                .usageWindows(Optional.of(EarlyEnd.uncredited(LocalDate.of(2025, 4, 16), LocalDate.of(2025, 4, 10))))
                .apply(asYouGo.terms().id());
        assertThat(kept.getFirst().fee().net()).as("G-02").isEqualTo(10000);
    }

    @Test
    void ratesApplyToOverageAndAmountsDoNot() {
        var discounts = new Discounts(Optional.of(Percent.of(10)), Optional.empty(), OptionalLong.of(700));
        assertThat(rated(CALLS.withDiscounts(discounts), "1250").net())
                .as("D-10")
                .isEqualTo(1350);
        var estimate = Bricks.priced(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, CALLS.withDiscounts(discounts)));
        assertThat(estimate.totals().net()).as("D-10").isEqualTo(4000 - 400 - 700);
    }

    @Test
    void overageBillsMonthByMonth() {
        var yearly = windows(12, usage(12_000, BillingFrequency.ANNUALLY, flat("0.01")))
                .getFirst();
        assertThat(yearly.ratedOn())
                .hasSize(12)
                .startsWith(LocalDate.of(2025, 2, 1))
                .endsWith(LocalDate.of(2026, 1, 1));
        var billed = new ArrayList<Quantity>();
        var before = Overage.NONE;
        for (int month = 1; month <= 5; month++) {
            var now = rated(yearly, Quantity.of(5000L * month));
            billed.add(now.minus(before).units());
            before = now;
        }
        assertThat(billed)
                .as("G-04")
                .containsExactly(Quantity.ZERO, Quantity.ZERO, Quantity.of(3000), Quantity.of(5000), Quantity.of(5000));
        assertThat(windows(1, CALLS).getFirst().ratedOn()).containsExactly(LocalDate.of(2025, 2, 1));
    }

    @Test
    void correctionsAreTheDifferenceOfTwoRatings() {
        var window = windows(1, CALLS).getFirst();
        var difference = rated(window, Quantity.of(1150)).minus(rated(window, Quantity.of(1250)));
        assertThat(difference.net()).as("G-06").isEqualTo(-600);
    }

    @Test
    void aChangeInsideAWindowMixesAllowances() {
        var more = CALLS.withQuantity(Quantity.of(3000));
        var contract = Contract.of(terms(NEW_YEAR, 3, BillingFrequency.MONTHLY, CALLS))
                .with(Upgrades.of(LocalDate.of(2025, 1, 15), more));
        var windows = contract.usageWindows(Optional.empty()).apply(CALLS.id());
        assertThat(windows).hasSize(3);
        assertThat(windows.getFirst().committed()).as("G-07").isEqualTo(Quantity.of("2096.774194"));
        assertThat(windows.getFirst().period()).isEqualTo(new Period(NEW_YEAR, LocalDate.of(2025, 2, 1)));
        assertThat(windows.get(1).committed()).isEqualTo(Quantity.of(3000));
        assertThat(windows.getFirst().terms()).isEqualTo(more);
        var atOnce =
                Contract.of(terms(NEW_YEAR, 3, BillingFrequency.MONTHLY, CALLS)).with(Upgrades.of(NEW_YEAR, more));
        assertThat(atOnce.usageWindows(Optional.empty())
                        .apply(CALLS.id())
                        .getFirst()
                        .committed())
                .isEqualTo(Quantity.of(3000));
    }

    /// Twelve stretches in one window, each a fraction of its own: together they need no more room than one.
    @Test
    void manyChangesInsideAWindowMixTheirAllowances() {
        var contract = Contract.of(
                terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, usage(1000, BillingFrequency.ANNUALLY, flat("0.04"))));
        for (int month = 1; month <= 11; month++) {
            var more = usage(1000 + 100 * month, BillingFrequency.ANNUALLY, flat("0.04"));
            contract = contract.with(Upgrades.of(LocalDate.of(2025, month, 10 + month), more));
        }
        assertThat(contract.usageWindows(Optional.empty()).apply(id("calls")))
                .as("G-07")
                .extracting(UsageWindow::committed)
                .containsExactly(Quantity.of("1596.40361"));
    }

    /// Usage during unlimited days is never overage of the terms that follow, nor does going unlimited waive the
    /// overage before it.
    @Test
    void unlimitedDaysHaveAWindowOfTheirOwn() {
        var calls = withUnlimitedAt(CALLS, "900");
        var windows = Contract.of(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, calls))
                .with(Upgrades.of(LocalDate.of(2025, 1, 11), Bricks.unlimited(calls)))
                .with(Upgrades.of(LocalDate.of(2025, 1, 21), calls.withQuantity(Quantity.of(3100))))
                .usageWindows(Optional.empty())
                .apply(calls.id());
        assertThat(windows)
                .extracting(UsageWindow::period)
                .containsExactly(
                        new Period(NEW_YEAR, LocalDate.of(2025, 1, 11)),
                        new Period(LocalDate.of(2025, 1, 11), LocalDate.of(2025, 1, 21)),
                        new Period(LocalDate.of(2025, 1, 21), LocalDate.of(2025, 2, 1)));
        assertThat(windows)
                .as("G-07")
                .extracting(UsageWindow::committed)
                .containsExactly(Quantity.of("322.580645"), Quantity.ZERO, Quantity.of(1100));
        assertThat(windows)
                .as("P-11")
                .extracting(window -> rated(window, Quantity.of("1322.580645")).units())
                .containsExactly(Quantity.of(1000), Quantity.ZERO, Quantity.of("222.580645"));
    }

    /// A commitment for another time is another sum, and so is what is used after the brick was gone for a while.
    @Test
    void anotherTimeOrAGapBeginsAWindow() {
        var monthly = usage(1000, BillingFrequency.MONTHLY, flat("0.04"));
        var contract = Contract.of(terms(NEW_YEAR, 3, BillingFrequency.MONTHLY, monthly));
        var since = LocalDate.of(2025, 1, 11);
        var quarterly = contract.with(Upgrades.of(since, usage(1000, BillingFrequency.QUARTERLY, flat("0.04"))));
        assertThat(quarterly.usageWindows(Optional.empty()).apply(id("calls")))
                .as("G-01")
                .extracting(UsageWindow::period)
                .containsExactly(new Period(NEW_YEAR, since), new Period(since, LocalDate.of(2025, 4, 1)));
        var back = LocalDate.of(2025, 1, 21);
        var gone = contract.with(Upgrades.removing(Upgrades.of(since), Set.of(id("calls"))))
                .with(Upgrades.of(back, monthly));
        assertThat(gone.usageWindows(Optional.empty()).apply(id("calls")).subList(0, 2))
                .as("T-07")
                .extracting(UsageWindow::period)
                .containsExactly(new Period(NEW_YEAR, since), new Period(back, LocalDate.of(2025, 2, 1)));
    }

    /// 1,000 over at 6 cents with 10 % off, then 500 more at 8 cents without: what arose before a change keeps its
    /// price and its discount, and a change of the quantity alone is no change of either.
    @Test
    void overageCostsWhatItCostWhenItArose() {
        var tenOff = new Discounts(Optional.of(Percent.of(10)), Optional.empty(), OptionalLong.empty());
        var yearly = usage(1200, BillingFrequency.ANNUALLY, flat("0.04"));
        var calls = withOverage(yearly, "0.06");
        var dearer = withOverage(yearly, "0.08");
        var window = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, calls.withDiscounts(tenOff)))
                .with(Upgrades.of(
                        LocalDate.of(2025, 2, 1), calls.withDiscounts(tenOff).withQuantity(Quantity.of(2400))))
                .with(Upgrades.of(LocalDate.of(2025, 7, 1), dearer.withQuantity(Quantity.of(2400))))
                .usageWindows(Optional.empty())
                .apply(calls.id())
                .getFirst();
        assertThat(window.committed()).as("G-07").isEqualTo(Quantity.of(2300));
        assertThat(window.ratedBy(LocalDate.of(2025, 7, 1))).containsExactly(LocalDate.of(2025, 7, 1));
        assertThat(window.ratedBy(LocalDate.of(2025, 8, 1)))
                .containsExactly(LocalDate.of(2025, 7, 1), LocalDate.of(2025, 8, 1));
        assertThat(rated(window, Quantity.of(3300))).as("D-10").isEqualTo(new Overage(Quantity.of(1000), 6000, 600));
        assertThat(rated(window, Quantity.of(3300), Quantity.of(3800)))
                .as("T-07, U-08")
                .isEqualTo(new Overage(Quantity.of(1500), 6000 + 4000, 600));
        var undiscounted = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, calls.withDiscounts(tenOff)))
                .with(Upgrades.of(LocalDate.of(2025, 7, 1), calls))
                .usageWindows(Optional.empty())
                .apply(calls.id())
                .getFirst();
        assertThat(rated(undiscounted, Quantity.of(2200), Quantity.of(2700)))
                .as("D-10")
                .isEqualTo(new Overage(Quantity.of(1500), 9000, 600));
    }

    private static final Contract APRIL =
            Contract.of(terms(LocalDate.of(2025, 4, 1), 3, BillingFrequency.MONTHLY, including(CALLS, 60)));

    private static List<UsageWindow> april(EarlyEnd end) {
        return APRIL.usageWindows(Optional.of(end)).apply(CALLS.id());
    }

    @Test
    void aRecastCutsTheWindow() {
        var windows = april(EarlyEnd.credited(LocalDate.of(2025, 4, 16)));
        assertThat(windows).hasSize(1);
        assertThat(windows.getFirst().committed()).as("R-08").isEqualTo(Quantity.of(500));
        assertThat(windows.getFirst().included()).isEqualTo(Quantity.of(30));
        assertThat(windows.getFirst().ratedOn()).containsExactly(LocalDate.of(2025, 4, 16));
        assertThat(april(EarlyEnd.credited(LocalDate.of(2025, 4, 1)))).isEmpty();
    }

    /// Nothing is given back of April, so its units stay free. May is agreed to end early before it is billed: it
    /// costs half and has half.
    @Test
    void aTerminationWithoutCreditKeepsTheUnitsThatArePaid() {
        var windows = april(EarlyEnd.uncredited(LocalDate.of(2025, 4, 16), LocalDate.of(2025, 4, 10)));
        assertThat(windows).hasSize(1);
        assertThat(windows.getFirst().committed()).as("G-02").isEqualTo(Quantity.of(1000));
        assertThat(windows.getFirst().included()).isEqualTo(Quantity.of(60));
        assertThat(windows.getFirst().ratedOn()).containsExactly(LocalDate.of(2025, 4, 16));
        assertThat(april(EarlyEnd.uncredited(LocalDate.of(2025, 4, 16), LocalDate.of(2025, 4, 1))))
                .as("what has begun today has begun")
                .isEqualTo(windows);
        var changedThen = APRIL.with(Upgrades.of(LocalDate.of(2025, 4, 16), CALLS));
        assertThat(changedThen
                        .usageWindows(
                                Optional.of(EarlyEnd.uncredited(LocalDate.of(2025, 4, 16), LocalDate.of(2025, 4, 10))))
                        .apply(CALLS.id()))
                .as("what would have changed on that day has not")
                .isEqualTo(windows);
        var may = new EarlyEnd(LocalDate.of(2025, 5, 16), Optional.of(LocalDate.of(2025, 4, 30)));
        assertThat(april(may))
                .extracting(UsageWindow::committed)
                .containsExactly(Quantity.of(1000), Quantity.of("483.870968"));
    }

    @Test
    void aPhaseChangeInsideAWindow() {
        var small = usage(300, BillingFrequency.QUARTERLY, flat("1"));
        var large = usage(600, BillingFrequency.QUARTERLY, flat("1"));
        var contract =
                Contract.of(phased(NEW_YEAR, BillingFrequency.MONTHLY, phase(1, 0, 4, small), phase(2, 4, 5, large)));
        assertThat(contract.usageWindows(Optional.empty()).apply(id("calls")))
                .extracting(UsageWindow::committed)
                .containsExactly(Quantity.of(300), Quantity.of(500), Quantity.of(600));
        var estimate = Bricks.priced(contract.base());
        assertThat(Bricks.billDates(estimate)).containsExactly("2025-01-01", "2025-04-01", "2025-05-01", "2025-07-01");
        assertThat(Bricks.totals(estimate)).containsExactly(30000L, 10000L, 40000L, 60000L);
    }

    /// Windows cover exactly the time in which the brick is on the contract, without gaps or overlaps. An early end
    /// cuts them, and leaves what has begun its units when nothing of it is given back.
    @Test
    void windowsLeaveNoGap() {
        Property.holds(Property.kernelCases(4_000, 100_000), random -> {
            var contract = Contract.of(Someone.terms(random));
            if (contract.base().phases().size() > 1) return;
            if (random.nextBoolean()) contract = contract.with(Someone.upgrade(random, contract));
            for (var brick : contract.base().phases().getFirst().bricks()) {
                if (brick.type() != BrickType.USAGE) continue;
                var windows = contract.usageWindows(Optional.empty()).apply(brick.id());
                var at = contract.base().startsOn();
                for (var window : windows) {
                    assertThat(window.period().start()).isEqualTo(at);
                    at = window.period().end();
                    assertThat(window.ratedOn()).isSorted().endsWith(at);
                }
                assertThat(at).isEqualTo(contract.base().endsOn());
                var term = contract.base().term();
                var end = term.start().plusDays(random.nextLong(term.days()));
                var cut = contract.usageWindows(Optional.of(EarlyEnd.credited(end)))
                        .apply(brick.id());
                var kept = contract.usageWindows(Optional.of(EarlyEnd.uncredited(end, end)))
                        .apply(brick.id());
                var uncut = contract.upTo(end.minusDays(1)).usageWindows(Optional.empty()).apply(brick.id()).stream()
                        .filter(window -> window.period().start().isBefore(end))
                        .toList();
                for (int i = 0; i < uncut.size(); i++) {
                    var dates = uncut.get(i).period().before(end).orElseThrow();
                    assertThat(cut.get(i).period()).isEqualTo(dates);
                    assertThat(kept.get(i).period()).isEqualTo(dates);
                    assertThat(kept.get(i).included()).isEqualTo(uncut.get(i).included());
                    assertThat(cut.get(i).committed().value())
                            .isLessThanOrEqualTo(kept.get(i).committed().value());
                }
            }
        });
    }
}
