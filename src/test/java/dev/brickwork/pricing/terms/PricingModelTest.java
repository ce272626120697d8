package dev.brickwork.pricing.terms;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.flat;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.tiers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.pricing.Bricks;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Someone;
import dev.brickwork.pricing.Upgrades;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The price structures.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class PricingModelTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | model     | price                              | quantity | minor
            P-03   | GRADUATED | 5:0/100 10:0/50 15:5 1             | 22       | 18200
            P-02   | GRADUATED | 100:1 2                            | 100      | 10000
            P-02   | GRADUATED | 100:1 2                            | 100.5    | 10100
            P-02   | GRADUATED | 100:1 2                            | 101      | 10200
            P-03   | GRADUATED | 5:0/100 10:0/50 15:5 1             | 5        | 10000
            P-03   | GRADUATED | 5:0/100 10:0/50 15:5 1             | 6        | 15000
            P-04   | VOLUME    | 15:10 5                            | 15       | 15000
            P-04   | VOLUME    | 15:10 5                            | 16       | 8000
            P-04   | VOLUME    | 15:10/7 5/3                        | 16       | 8300
            P-04   | VOLUME    | 15:10/7 5/3                        | 0        | 700
            P-05   | STAIRSTEP | 1000:0/100 5000:0/200 0/300        | 1500     | 20000
            P-05   | STAIRSTEP | 1000:0/100 5000:0/200 0/300        | 4500     | 20000
            P-05   | STAIRSTEP | 1000:0/100 5000:0/200 0/300        | 1000     | 10000
            P-05   | STAIRSTEP | 1000:0/100 5000:0/200 0/300        | 5001     | 30000
            P-06   | PACKAGE   | 5 100                              | 101      | 1000
            P-06   | PACKAGE   | 5 100                              | 100      | 500
            P-06   | PACKAGE   | 5 100                              | 0        | 0
            P-07   | GRADUATED | 10:1/2 3                           | 0        | 200
            P-08   | GRADUATED | 200000:0.01                        | 300000   | 300000
            P-08   | VOLUME    | 100000:0.02 200000:0.01            | 300000   | 300000
            M-02   | FLAT      | 0.000065                           | 70000    | 455
            G-11   | PERCENT   | 1.39                               | 250000   | 3475
            """)
    void amounts(String rule, String model, String price, String quantity, BigDecimal minor) {
        assertThat(model(model, price).amount(Quantity.of(quantity), Currency.USD))
                .as(rule)
                .isEqualByComparingTo(minor);
    }

    static PricingModel model(String name, String price) {
        return switch (name) {
            case "GRADUATED" -> new PricingModel.Graduated(tiers(price));
            case "VOLUME" -> new PricingModel.Volume(tiers(price));
            case "STAIRSTEP" -> new PricingModel.Stairstep(tiers(price));
            case "PACKAGE" -> {
                var words = price.split(" ", -1);
                yield new PricingModel.Packages(UnitPrice.of(words[0]), Quantity.of(words[1]));
            }
            case "PERCENT" -> new PricingModel.Percentage(UnitPrice.of(price));
            default -> flat(price);
        };
    }

    private static long lineTotal(BrickTerms brick, int months) {
        return priced(terms(NEW_YEAR, months, BillingFrequency.MONTHLY, brick))
                .totals()
                .gross();
    }

    @Test
    void lineTotals() {
        assertThat(lineTotal(seats(50, "39"), 4)).as("P-01").isEqualTo(780000);
        var yearly = brick("fee", BrickType.SUBSCRIPTION, 1, Prices.recurring(flat("1000"), PricePeriod.YEAR));
        assertThat(lineTotal(yearly, 14)).as("T-05").isEqualTo(116667);
        var included = Bricks.including(seats(8, "10"), 5);
        assertThat(lineTotal(included, 1)).as("P-09").isEqualTo(3000);
        assertThat(lineTotal(included.withQuantity(Quantity.of(3)), 1))
                .as("P-09")
                .isZero();
        var unlimited = Bricks.withUnlimitedAt(seats(77, "10"), "500");
        var estimate = priced(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, Bricks.unlimited(unlimited)));
        assertThat(estimate.totals().gross()).as("P-11").isEqualTo(600000);
        assertThat(estimate.lines().getFirst().line().quantity()).as("P-11").isEqualTo(Quantity.ZERO);
        var packages = Bricks.including(
                brick("p", BrickType.SUBSCRIPTION, 201, Prices.monthly(model("PACKAGE", "5 100"))), 100);
        assertThat(lineTotal(packages, 1)).as("P-06").isEqualTo(1000);
    }

    @Test
    void thePlanHasAPriceOfItsOwn() {
        var estimate = priced(planAlone(Prices.monthly(flat("99"))));
        var line = estimate.lines().getFirst().line();
        assertThat(estimate.totals().gross()).as("P-10").isEqualTo(59400);
        assertThat(line.brick()).isEmpty();
        assertThat(line.quantity()).isEqualTo(Quantity.ONE);
        assertThat(line.taxCategory()).isEqualTo("standard");
        assertThat(line.kind()).isEqualTo(LineKind.PLAN);
    }

    @Test
    void thePriceOfAPlanIsForATime() {
        assertThatThrownBy(() -> planAlone(Prices.once(flat("99")))).isInstanceOf(IllegalArgumentException.class);
    }

    /// Six months of a plan without bricks.
    private static Terms planAlone(BrickPrice price) {
        var plan = new PlanTerms(Bricks.PLAN.planId(), "Team", "standard", Optional.of(price));
        var phase = new PhaseTerms(1, 0, 6, plan, List.of(), 30, Optional.empty());
        return new Terms(
                CouponClock.from(NEW_YEAR), NEW_YEAR, 6, BillingFrequency.MONTHLY, Currency.USD, false, List.of(phase));
    }

    @Test
    void rowsOfTiers() {
        var graduated = brick("s", BrickType.SUBSCRIPTION, 12, Prices.monthly(model("GRADUATED", "10:25 20/5.5")));
        assertThat(rows(graduated, 14))
                .as("P-13")
                .containsExactly(
                        "10 x 25.00 = 3500.00 14 months", "2 x 20.00 = 560.00 14 months", "1 x 5.50 = 77.00 14 months");
        assertThat(rows(seats(50, "39"), 4)).as("M-02").containsExactly("50 x 39.00 = 7800.00 4 months");
        assertThat(rows(seats(70_000, "0.000065"), 1)).as("M-02").containsExactly("70000 x 0.000065 = 4.55 1 month");
        assertThat(rows(seats(3, "0.333333"), 1)).containsExactly("3 x 0.333333 = 1.00 1 month");
        var yearly = brick("fee", BrickType.SUBSCRIPTION, 1, Prices.recurring(flat("1000"), PricePeriod.YEAR));
        assertThat(rows(yearly, 14)).containsExactly("1 x 1000.00 = 1166.67 14 months");
        assertThat(rows(Bricks.once("setup", 2, "500"), 12)).containsExactly("2 x 500.00 = 1000.00 1 day");
        var stairs = brick(
                "st", BrickType.SUBSCRIPTION, 1500, Prices.monthly(model("STAIRSTEP", "1000:0/100 5000:0/200 0/300")));
        assertThat(rows(stairs, 2)).containsExactly("1 x 200.00 = 400.00 2 months");
    }

    @Test
    void rowsOfAChange() {
        var price = Prices.monthly(model("GRADUATED", "10:25 20/5.5"));
        var contract = Contract.of(
                terms(NEW_YEAR, 4, BillingFrequency.MONTHLY, brick("s", BrickType.SUBSCRIPTION, 12, price)));
        var march = NEW_YEAR.plusMonths(2);
        assertThat(rows(Bricks.upgraded(contract, Upgrades.of(march, brick("s", BrickType.SUBSCRIPTION, 15, price)))))
                .as("the fee stays")
                .containsExactly("3 x 20.00 = 120.00 2 months");
        assertThat(rows(Bricks.upgraded(contract, Upgrades.of(march, brick("s", BrickType.SUBSCRIPTION, 0, price)))))
                .containsExactly(
                        "-10 x 25.00 = -500.00 2 months",
                        "-2 x 20.00 = -80.00 2 months",
                        "-1 x 5.50 = -11.00 2 months");
    }

    static List<String> rows(BrickTerms brick, int months) {
        return rows(priced(terms(NEW_YEAR, months, BillingFrequency.MONTHLY, brick)));
    }

    static List<String> rows(Estimate estimate) {
        return estimate.lines().getFirst().line().tiers().stream()
                .map(row ->
                        "%s x %s = %s %s".formatted(row.quantity(), row.price(), row.subTotal(), row.durationText()))
                .toList();
    }

    @Test
    void oneTimeBricksAreNotProrated() {
        var contract = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, seats(1, "10")));
        var upgrade = Upgrades.of(NEW_YEAR.plusDays(23), Bricks.once("setup", 2, "500"));
        var estimate = Bricks.upgraded(contract, upgrade);
        assertThat(Bricks.totals(estimate)).as("P-12").containsExactly(100000L);
        assertThat(estimate.schedule().getFirst().service().days()).isEqualTo(1);
    }

    @Test
    void absentQuantities() {
        var catalogue = Quantity.of(4);
        assertThat(BrickType.SUBSCRIPTION.quantityWhenAbsent(catalogue))
                .as("P-14")
                .isEqualTo(Quantity.ONE);
        assertThat(BrickType.ONE_TIME.quantityWhenAbsent(catalogue)).isEqualTo(Quantity.ONE);
        assertThat(BrickType.USAGE.quantityWhenAbsent(catalogue)).isEqualTo(Quantity.ZERO);
        assertThat(BrickType.MILESTONE.quantityWhenAbsent(catalogue)).isEqualTo(catalogue);
    }

    @Test
    void everyFaultOfALadderIsNamed() {
        assertThat(Tiers.faults(List.of(), "tiers"))
                .extracting(PricingFault::path)
                .containsExactly("tiers");
        assertThat(Tiers.faults(tiers("10:1").steps(), "p.tiers"))
                .as("P-08")
                .extracting(PricingFault::path)
                .containsExactly("p.tiers[0].up_to");
        var open = new Tier(Optional.empty(), UnitPrice.ZERO, UnitPrice.ZERO);
        var ten = new Tier(Optional.of(Quantity.of(10)), UnitPrice.ZERO, UnitPrice.ZERO);
        assertThat(Tiers.faults(List.of(ten, ten, open, ten, open), "t"))
                .extracting(PricingFault::path)
                .containsExactly("t[1].up_to", "t[2].up_to", "t[3].up_to");
        assertThat(Tiers.faults(List.of(ten, open), "t")).isEmpty();
        assertThat(Tiers.faults(Collections.nCopies(101, open), "t"))
                .extracting(PricingFault::path)
                .contains("t");
        var zero = new Tier(Optional.of(Quantity.ZERO), UnitPrice.ZERO, UnitPrice.ZERO);
        assertThat(Tiers.faults(List.of(zero, open), "t")).isNotEmpty();
        assertThatThrownBy(() -> new Tiers(List.of(ten, ten))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PricingModel.Packages(UnitPrice.ZERO, Quantity.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Bricks.including(seats(1, "1"), -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> brick("s", BrickType.SUBSCRIPTION, 1, Prices.once(flat("1"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void upliftsRaiseEveryPrice() {
        var ten = Percent.of(10);
        var price = new BrickPrice(
                model("GRADUATED", "10:10/1 20/2"),
                Optional.of(PricePeriod.MONTH),
                Quantity.ONE,
                Optional.of(UnitPrice.of("100")),
                Optional.of(UnitPrice.of("3")),
                Optional.of(BillingFrequency.MONTHLY));
        assertThat(price.uplifted(ten))
                .as("N-02")
                .isEqualTo(new BrickPrice(
                        model("GRADUATED", "10:11/1.1 22/2.2"),
                        Optional.of(PricePeriod.MONTH),
                        Quantity.ONE,
                        Optional.of(UnitPrice.of("110")),
                        Optional.of(UnitPrice.of("3.3")),
                        Optional.of(BillingFrequency.MONTHLY)));
        assertThat(price.uplifted(Percent.ZERO)).isEqualTo(price);
        assertThat(model("VOLUME", "10:10 20").uplifted(ten)).isEqualTo(model("VOLUME", "10:11 22"));
        assertThat(model("STAIRSTEP", "10:0/10 0/20").uplifted(ten)).isEqualTo(model("STAIRSTEP", "10:0/11 0/22"));
        assertThat(model("PACKAGE", "5 100").uplifted(ten)).isEqualTo(model("PACKAGE", "5.5 100"));
        assertThat(model("PERCENT", "2").uplifted(ten)).isEqualTo(model("PERCENT", "2.2"));
        assertThat(flat("2").uplifted(Percent.of(-50))).isEqualTo(flat("1"));
    }

    /// Nothing is billed twice and nothing is lost where one tier ends and the next begins.
    @Test
    void slicesAddUpToTheQuantity() {
        Property.holds(Property.kernelCases(5_000, 100_000), random -> {
            var tiers = Someone.tiers(random);
            var quantity = Someone.quantity(random, tiers);
            var slices = new PricingModel.Graduated(tiers)
                    .slices(quantity, Currency.USD).stream()
                            .filter(slice -> !slice.isFee())
                            .toList();
            assertThat(slices.stream().map(Slice::quantity).reduce(Quantity.ZERO, Quantity::plus))
                    .isEqualTo(quantity);
            assertThat(slices).allSatisfy(slice -> assertThat(slice.quantity()).isGreaterThan(Quantity.ZERO));
            assertGraduatedByUnits(tiers, random);
        });
    }

    /// A whole quantity priced one unit after the other costs the same: each unit belongs to the tier that
    /// holds its number.
    private static void assertGraduatedByUnits(Tiers tiers, Random random) {
        int units = random.nextInt(60);
        var sum = BigDecimal.ZERO;
        var entered = new LinkedHashSet<Tier>();
        entered.add(tiers.steps().getFirst());
        for (int unit = 1; unit <= units; unit++) {
            var step = holding(tiers, unit);
            entered.add(step);
            sum = sum.add(step.unitPrice().major());
        }
        for (var step : entered) sum = sum.add(step.flatPrice().major());
        assertThat(new PricingModel.Graduated(tiers).amount(Quantity.of(units), Currency.USD))
                .isEqualByComparingTo(sum.movePointRight(2));
    }

    private static Tier holding(Tiers tiers, int unit) {
        for (var step : tiers.steps()) {
            if (step.upTo().isEmpty() || step.upTo().get().value().compareTo(BigDecimal.valueOf(unit)) >= 0)
                return step;
        }
        return tiers.steps().getLast();
    }
}
