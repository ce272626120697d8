package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.flat;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.upgraded;
import static dev.brickwork.pricing.Bricks.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upgrades that give a commitment another window: each of its windows is paid at its start, before the change by the
/// old ones and after it by the new ones (rules G-02, U-05).
@Tag("fast")
@Tag("full")
@Tag("soak")
final class WindowChangeTest {
    /// Units of 4 cents in a calendar year; what the whole contract bills on the first of each month and on the day of
    /// the change, those dates on which it comes to nothing left out. The stretch that the change cuts off has been
    /// billed and is given back.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MONTHLY      | 1000 | QUARTERLY    | 3000  | 2025-04-01 | 2025-01-01 4000, 2025-02-01 4000, 2025-03-01 4000, 2025-04-01 12000, 2025-07-01 12000, 2025-10-01 12000
            MONTHLY      | 1000 | QUARTERLY    | 1000  | 2025-02-15 | 2025-01-01 4000, 2025-02-01 4000, 2025-04-01 4000, 2025-07-01 4000, 2025-10-01 4000
            QUARTERLY    | 3000 | MONTHLY      | 500   | 2025-07-01 | 2025-01-01 12000, 2025-04-01 12000, 2025-07-01 2000, 2025-08-01 2000, 2025-09-01 2000, 2025-10-01 2000, 2025-11-01 2000, 2025-12-01 2000
            QUARTERLY    | 3000 | MONTHLY      | 500   | 2025-08-16 | 2025-01-01 12000, 2025-04-01 12000, 2025-07-01 12000, 2025-08-16 -5033, 2025-09-01 2000, 2025-10-01 2000, 2025-11-01 2000, 2025-12-01 2000
            ALL_UPFRONT  | 9000 | SEMI_ANNUALLY| 6000  | 2025-10-01 | 2025-01-01 36000, 2025-10-01 3000
            MONTHLY      | 0    | QUARTERLY    | 1000  | 2025-04-01 | 2025-04-01 4000, 2025-07-01 4000, 2025-10-01 4000
            QUARTERLY    | 1000 | MONTHLY      | 0     | 2025-04-01 | 2025-01-01 4000
            """)
    void eachWindowIsPaidAtItsStart(
            BillingFrequency from, long before, BillingFrequency to, long after, LocalDate day, String expected) {
        var contract = Contract.of(
                terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, usage(before, from, flat("0.04")), seats(1, "0")));
        var changed = contract.with(Upgrades.of(day, usage(after, to, flat("0.04"))));
        assertThat(String.join(", ", bills(changed))).isEqualTo(expected);
    }

    private static List<String> bills(Contract contract) {
        return priced(Pricing.estimateContract(contract, PricingContext.PLAIN)).schedule().stream()
                .filter(item -> item.amounts().total() != 0)
                .map(item -> item.billOn() + " " + item.amounts().total())
                .toList();
    }

    @Test
    void theBrickLeavesAndComesBack() {
        var contract = Contract.of(
                terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, usage(1000, BillingFrequency.MONTHLY, flat("0.04"))));
        var estimate = upgraded(
                contract, Upgrades.of(LocalDate.of(2025, 4, 1), usage(3000, BillingFrequency.QUARTERLY, flat("0.04"))));
        assertThat(estimate.lines())
                .extracting(
                        line -> line.line().quantity(), line -> line.amounts().gross())
                .containsExactly(tuple(Quantity.of(-1000), -36000L), tuple(Quantity.of(3000), 36000L));
        assertThat(estimate.totals().total()).isZero();
    }

    /// A running coupon goes on with the brick (U-09), and one of the upgrade counts for what is more.
    @ParameterizedTest
    @CsvSource({"3000, 0, 0", "6000, 0, 36000", "1500, 1800, -18000"})
    void couponsGoOn(long after, long givenBack, long net) {
        var running = Optional.of(new Coupon("TEN", Percent.of(10), Coupon.MONTHS_FOR_EVER));
        var monthly = usage(1000, BillingFrequency.MONTHLY, flat("0.04"));
        var contract = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, running, monthly));
        var upgrade = Upgrades.of(LocalDate.of(2025, 4, 1), usage(after, BillingFrequency.QUARTERLY, flat("0.04")));
        assertThat(upgraded(contract, upgrade).totals().total()).isEqualTo(net + givenBack);
        var more = upgraded(contract, Upgrades.with(upgrade, new Coupon("HALF", Percent.of(50), 999)));
        assertThat(more.totals().total()).isEqualTo(net > 0 ? net / 2 : net + givenBack);
    }

    /// However often the window, the units, the price and the discounts change: the difference is what the new terms
    /// are worth less what was still to be earned, and of the windows that were still to come not a cent is left.
    @Test
    void nothingOfTheOldWindowsIsLeft() {
        Property.holdsOfItself(Property.kernelCases(400, 20_000), random -> {
            int months = 1 + random.nextInt(36);
            var start = LocalDate.of(2023 + random.nextInt(3), 1 + random.nextInt(12), 1 + random.nextInt(28))
                    .plusDays(random.nextInt(4));
            var coupon = random.nextInt(3) == 0
                    ? Optional.of(new Coupon("SOME", Percent.of(1 + random.nextInt(99)), 1 + random.nextInt(40)))
                    : Optional.<Coupon>empty();
            var contract = Contract.of(terms(start, months, BillingFrequency.QUARTERLY, coupon, some(random)));
            var day = start;
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                int left =
                        Math.toIntExact(day.datesUntil(contract.base().endsOn()).count());
                day = day.plusDays(random.nextInt(left));
                var upgrade = Upgrades.of(day, some(random));
                var estimate = upgraded(contract, upgrade);
                isExact(contract, contract.with(upgrade), estimate, day);
                contract = contract.with(upgrade);
            }
        });
    }

    private static void isExact(Contract before, Contract after, Estimate estimate, LocalDate day) {
        if (estimate.lines().size() < 2) return; // the same window, or nothing new
        long fresh = estimate.lines().getLast().amounts().net();
        long left = 0;
        for (var line : before.lines()) left += line.unused(line.term(), day);
        assertThat(estimate.totals().net()).as("U-03").isEqualTo(fresh - left);
        var sums = new TreeMap<LocalDate, Long>();
        for (int order = 0; order <= after.upgrades().size(); order++) {
            for (var charge : after.charges(order, BillDates.AT_PERIOD_START)) {
                boolean isNew =
                        order == after.upgrades().size() && !charge.line().isLeaving();
                if (isNew || charge.service().start().isBefore(day)) continue;
                sums.merge(charge.service().start(), charge.amounts().net(), Long::sum);
            }
        }
        sums.remove(day); // what began before and goes on is cut there
        assertThat(sums.values()).as("what was still to come").allMatch(sum -> sum == 0);
    }

    private static BrickTerms some(Random random) {
        var windows = List.of(BillingFrequency.values());
        var window = windows.get(random.nextInt(windows.size()));
        var price = new BigDecimal(random.nextInt(100_000)).movePointLeft(5).toPlainString();
        var discounts = switch (random.nextInt(4)) {
            case 0 -> Bricks.renewing(Percent.of(1 + random.nextInt(99)));
            case 1 -> Bricks.fixed(random.nextInt(300));
            default -> Discounts.NONE;
        };
        return usage(random.nextInt(5000), window, flat(price)).withDiscounts(discounts);
    }
}
