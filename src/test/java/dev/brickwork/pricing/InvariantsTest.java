package dev.brickwork.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxAmount;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The invariants V1 to V3, V6, V8 and V9, exact, on random terms. V4, V5 and V7 belong to
/// invoices and ledgers.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class InvariantsTest {
    private static final int CASES = Property.kernelCases(5_000, 1_000_000);
    private static final int FEWER_CASES =
            Property.kernelCases(10_000, 100_000); // Of what follows from the invariants.

    private static Estimate estimate(Random random) {
        var terms = Someone.terms(random);
        return Bricks.priced(Pricing.estimate(terms, Someone.circumstances(random)));
    }

    private static Contract changed(Random random) {
        var contract = Contract.of(Someone.terms(random));
        for (int i = random.nextInt(4); i > 0; i--) contract = contract.with(Someone.upgrade(random, contract));
        return contract;
    }

    private static void assertSums(Estimate estimate) {
        long gross = 0;
        long net = 0;
        long tax = 0;
        long milestones = 0;
        long unscheduled = 0;
        for (var line : estimate.lines()) {
            gross += line.amounts().gross();
            net += line.amounts().net();
            tax += line.amounts().tax();
            if (line.line().kind() == LineKind.MILESTONE) {
                milestones += line.amounts().gross();
                unscheduled += line.amounts().total();
            }
        }
        var totals = estimate.totals();
        assertThat(totals.gross()).as("V1").isEqualTo(gross);
        assertThat(totals.net()).isEqualTo(net);
        assertThat(totals.total())
                .as("V2")
                .isEqualTo(totals.gross() - totals.discountTotal() + totals.tax() - totals.credit());
        assertThat(totals.tax()).isEqualTo(tax);
        assertThat(estimate.taxes().stream().mapToLong(TaxAmount::amount).sum()).isEqualTo(tax);
        assertThat(estimate.unscheduledTotal()).isEqualTo(unscheduled);
        long scheduled = 0;
        long scheduledGross = 0;
        for (var item : estimate.schedule()) {
            scheduled += item.amounts().total();
            scheduledGross += item.amounts().gross();
        }
        assertThat(scheduled).as("V3").isEqualTo(totals.total() - unscheduled);
        assertThat(scheduledGross).as("V3").isEqualTo(totals.gross() - milestones);
    }

    @Test
    void v1ToV3SumsOfANewOrder() {
        Property.holdsOfItself(CASES, random -> {
            var estimate = estimate(random);
            assertSums(estimate);
            assertThat(estimate.schedule().stream().map(ScheduleItem::billOn))
                    .isSorted()
                    .doesNotHaveDuplicates();
            estimate.credit().ifPresent(credit -> {
                assertThat(credit.applied()).isBetween(0L, credit.credit().total());
                if (credit.remaining() > 0) {
                    assertThat(estimate.schedule())
                            .allSatisfy(
                                    item -> assertThat(item.amounts().total()).isLessThanOrEqualTo(0));
                }
            });
        });
    }

    /// To make a contract takes longer than to look at it, so each bears all that is claimed of one.
    @Test
    void v1ToV3V6V8AndV9OfAChangedContract() {
        Property.holdsOfItself(CASES, random -> {
            var contract = changed(random);
            var upgrade = Someone.upgrade(random, contract);
            assertSums(Bricks.priced(
                    Pricing.estimateUpgrade(contract, upgrade, PricingContext.PLAIN.taxedBy(Someone.taxes(random)))));
            assertTheSameAgainCostsNothing(contract, random);
            for (var line : contract.lines()) {
                if (!line.kind().isEarnedOverTime()) continue;
                assertUsedAndUnusedIsAll(line, Someone.dateIn(random, contract.base()));
                assertCuttingChangesNothing(line, random);
            }
        });
    }

    private static void assertTheSameAgainCostsNothing(Contract contract, Random random) {
        if (contract.base().phases().size() > 1) return;
        var last = contract.upgrades().isEmpty()
                ? contract.base().startsOn()
                : contract.upgrades().getLast().startsOn();
        long days = contract.base().endsOn().toEpochDay() - last.toEpochDay();
        var date = last.plusDays(random.nextLong(days));
        var same = Upgrades.of(date, contract.bricksOn(date).toArray(BrickTerms[]::new));
        var estimate = Bricks.upgraded(contract, same);
        assertThat(estimate.lines()).as("V8").isEmpty();
        assertThat(estimate.totals()).as("V8").isEqualTo(Amounts.ZERO);
        assertThat(estimate.schedule()).as("V8").isEmpty();
    }

    private static void assertUsedAndUnusedIsAll(Line line, LocalDate date) {
        long used =
                line.term().before(date).map(part -> line.amounts(part).net()).orElse(0L);
        assertThat(used + line.unused(line.term(), date))
                .as("V6")
                .isEqualTo(line.total().net());
    }

    private static void assertCuttingChangesNothing(Line line, Random random) {
        var from = someDay(random, line.term());
        var to = someDay(random, line.term());
        if (!from.isBefore(to)) return;
        var whole = new Period(from, to);
        var cut = someDay(random, whole);
        if (cut.equals(from)) return;
        var parts = line.amounts(new Period(from, cut)).plus(line.amounts(new Period(cut, to)));
        assertThat(parts).as("V9").isEqualTo(line.amounts(whole));
    }

    private static LocalDate someDay(Random random, Period period) {
        return period.start().plusDays(random.nextLong(period.days()));
    }

    /// The estimate of an upgrade is the growth of the contract, tax included (X-02, U-11).
    @Test
    void anUpgradeIsWhatTheContractGrowsBy() {
        Property.holdsOfItself(FEWER_CASES, random -> {
            var contract = changed(random);
            var upgrade = Someone.upgrade(random, contract);
            var closings = new ArrayList<BillDates>();
            for (int i = 0; i < contract.upgrades().size() + 2; i++) {
                var closed = Someone.dateIn(random, contract.base()).minusDays(random.nextInt(30));
                closings.add(BillDates.closed(closed, Someone.any(random, FirstCharge.values())));
            }
            var before = PricingContext.PLAIN.taxedBy(Someone.taxes(random));
            var after = before.closed(closings);
            before = before.closed(closings.subList(0, closings.size() - 1));
            long grown = Bricks.priced(Pricing.estimateContract(contract.with(upgrade), after))
                            .totals()
                            .total()
                    - Bricks.priced(Pricing.estimateContract(contract, before))
                            .totals()
                            .total();
            var estimate = Bricks.priced(Pricing.estimateUpgrade(contract, upgrade, after));
            assertSums(estimate);
            assertThat(estimate.totals().total()).isEqualTo(grown);
        });
    }

    @Test
    void phasesAddUpToTheOrder() {
        Property.holdsOfItself(FEWER_CASES, random -> {
            var estimate = estimate(random);
            if (estimate.phases().isEmpty()) return;
            long gross = 0;
            long total = 0;
            long scheduled = 0;
            for (var phase : estimate.phases()) {
                gross += phase.amounts().gross();
                total += phase.amounts().total();
                for (var item : phase.schedule()) scheduled += item.amounts().total();
            }
            assertThat(gross).as("F-02").isEqualTo(estimate.totals().gross());
            assertThat(total).as("F-02").isEqualTo(estimate.totals().total());
            assertThat(scheduled).isEqualTo(estimate.totals().total() - estimate.unscheduledTotal());
        });
    }

    /// The charges of a line are its cumulative function cut at the bill dates: they add up, also with its
    /// coupon.
    @Test
    void chargesAddUpToTheirLine() {
        Property.holdsOfItself(FEWER_CASES, random -> {
            var contract = changed(random);
            var all = Bricks.priced(Pricing.estimateContract(contract, PricingContext.PLAIN));
            var sums = new HashMap<LineKey, Amounts>();
            for (var item : all.schedule()) {
                for (var charge : item.charges()) sums.merge(charge.line(), charge.amounts(), Amounts::plus);
            }
            for (var line : all.lines()) {
                if (line.line().kind() == LineKind.MILESTONE) continue;
                assertThat(sums.get(line.line().key())).isEqualTo(line.amounts());
            }
        });
    }

    /// A line that a coupon takes in whole costs nothing in any period, whatever upgrades make of it (U-09): also
    /// where the brick leaves and comes back, because it is taxed otherwise.
    @Test
    void whatIsFreeStaysFreeInEachPeriod() {
        var free = new Coupon("FREE", Percent.of(100), Coupon.MONTHS_FOR_EVER);
        Property.holdsOfItself(Property.kernelCases(2_000, 100_000), random -> {
            var contract = Contract.of(
                    Bricks.terms(Bricks.NEW_YEAR, 12, BillingFrequency.MONTHLY, Optional.of(free), someSeats(random)));
            var day = Bricks.NEW_YEAR;
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                day = day.plusDays(random.nextInt(80));
                contract = contract.with(Upgrades.with(Upgrades.of(day, someSeats(random)), free));
            }
            for (int order = 0; order <= contract.upgrades().size(); order++) {
                assertThat(contract.charges(order, BillDates.AT_PERIOD_START))
                        .allSatisfy(charge -> assertThat(charge.amounts().net()).isZero());
            }
        });
    }

    private static BrickTerms someSeats(Random random) {
        var seats = Bricks.seats(1 + random.nextInt(20), "%d.99".formatted(random.nextInt(30)));
        return random.nextInt(3) > 0 ? seats : Bricks.taxed(seats, "reduced");
    }

    /// Closing late gathers past periods on one date and changes no amount (S-05).
    @Test
    void closingLateMovesDatesOnly() {
        Property.holdsOfItself(FEWER_CASES, random -> {
            var terms = Someone.terms(random);
            var closed = Someone.dateIn(random, terms);
            var contract = Contract.of(terms);
            var plain = contract.charges(0, BillDates.AT_PERIOD_START);
            var late = contract.charges(0, BillDates.closed(closed, Someone.any(random, FirstCharge.values())));
            assertThat(late)
                    .extracting(Charge::service)
                    .isEqualTo(plain.stream().map(Charge::service).toList());
            assertThat(late)
                    .extracting(Charge::amounts)
                    .isEqualTo(plain.stream().map(Charge::amounts).toList());
            assertThat(late).allSatisfy(charge -> assertThat(charge.billOn()).isAfterOrEqualTo(closed));
        });
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        Property.holdsOfItself(Property.kernelCases(500, 20_000), random -> {
            var terms = Someone.terms(random);
            assertThat(Pricing.estimate(terms, PricingContext.PLAIN))
                    .as("W-03")
                    .isEqualTo(Pricing.estimate(terms, PricingContext.PLAIN));
        });
    }
}
