package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.flat;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.totals;
import static dev.brickwork.pricing.Bricks.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.pricing.contract.Renewal;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Recasts, terminations and renewals.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class RecastTest {
    private static final UUID INVOICE = new UUID(1, 1);
    private static final LocalDate MID_JULY = LocalDate.of(2025, 7, 17);
    private static final Terms YEAR = terms(
            NEW_YEAR,
            12,
            BillingFrequency.ANNUALLY,
            brick("fee", BrickType.SUBSCRIPTION, 1, Prices.recurring(flat("1200"), PricePeriod.YEAR)));

    private static BilledInvoice billed(Terms terms, long tax, long paid) {
        var estimate = priced(terms);
        var lines = estimate.lines().stream()
                .map(line ->
                        new BilledInvoice.BilledLine(line.line(), line.line().term(), tax))
                .toList();
        long total = estimate.totals().total() + tax * lines.size();
        return new BilledInvoice(INVOICE, total, paid, total - paid, 0, 0, 0, 0, lines);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | tax   | paid   | credit | offset
            R-02   | 0     | 120000 | 54839  | 0
            R-02   | 0     | 80000  | 14839  | 40000
            R-02   | 0     | 0      | 0      | 54839
            R-02   | 0     | 65161  | 0      | 54839
            R-02   | 0     | 65162  | 1      | 54838
            R-03   | 24000 | 144000 | 65807  | 0
            """)
    void creditIsWhatWasPaidForAndNotUsed(String rule, long tax, long paid, long credit, long offset) {
        var settlement = Unused.at(MID_JULY, List.of(billed(YEAR, tax, paid))).getFirst();
        assertThat(settlement.credit()).as(rule).isEqualTo(credit);
        assertThat(settlement.offset()).as(rule).isEqualTo(offset);
    }

    /// Two months of three seats at 1.00, each with a cent of tax. In February half of a cent comes back of each.
    /// Beside a line that took one seat away, and bears no tax, half of the three cents does; and all of them where
    /// that line took away January, which was used.
    @Test
    void theTaxOfEachLineGoesByItselfUnlessALineIsNegative() {
        var january = new Period(NEW_YEAR, LocalDate.of(2025, 2, 1));
        var february = new Period(january.end(), LocalDate.of(2025, 3, 1));
        var price = Prices.monthly(flat("1"));
        var seats = terms(
                NEW_YEAR,
                2,
                BillingFrequency.ALL_UPFRONT,
                brick("a", BrickType.SUBSCRIPTION, 1, price),
                brick("b", BrickType.SUBSCRIPTION, 1, price),
                brick("c", BrickType.SUBSCRIPTION, 1, price));
        var three = billed(seats, 1, 603);
        assertThat(taxBack(three)).as("R-03").isEqualTo(3);
        var seat = three.lines().getFirst();
        assertThat(taxBack(three.with(seat.undone(0)))).as("R-03, M-06").isEqualTo(2);
        var inFebruary = new BilledInvoice(
                INVOICE,
                203,
                203,
                0,
                0,
                0,
                0,
                0,
                three.lines().stream()
                        .map(line -> new BilledInvoice.BilledLine(line.line(), february, 1))
                        .toList());
        var usedUp = new BilledInvoice.BilledLine(seat.line(), january, 0, true);
        assertThat(taxBack(inFebruary.with(usedUp)))
                .as("no more than all of it")
                .isEqualTo(3);
    }

    private static long taxBack(BilledInvoice invoice) {
        return Unused.at(LocalDate.of(2025, 2, 1), List.of(invoice)).getFirst().unusedTax();
    }

    @Test
    void whatTimeDoesNotEarnIsNotUnused() {
        var once = terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, once("o", 1, "100"), Bricks.milestone(1, "100"));
        assertThat(Unused.at(NEW_YEAR, List.of(billed(once, 0, 10000))))
                .as("R-02, P-12")
                .isEmpty();
        var commitment =
                terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, usage(1000, BillingFrequency.MONTHLY, flat("0.31")));
        assertThat(Bricks.credit(Unused.at(NEW_YEAR.plusDays(11), List.of(billed(commitment, 0, 31000)))))
                .as("R-08, G-07: units and price are cut together")
                .isEqualTo(20000);
        assertThat(Unused.at(NEW_YEAR.plusYears(1), List.of(billed(YEAR, 0, 120000))))
                .isEmpty();
        assertThat(Bricks.credit(Unused.at(NEW_YEAR, List.of(billed(YEAR, 0, 120000)))))
                .isEqualTo(120000);
    }

    @Test
    void earlierGivingBackCountsOnce() {
        // Ten seats for a year, paid; five go in July and are credited; the recast in October gives back the other
        // five.
        var contract = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, seats(10, "10")));
        var upgrade = Upgrades.of(LocalDate.of(2025, 7, 1), seats(5, "10"));
        var base = contract.lines().getFirst();
        var delta = Bricks.upgraded(contract, upgrade).lines().getFirst().line();
        var lines = List.of(
                new BilledInvoice.BilledLine(base, base.term(), 0),
                new BilledInvoice.BilledLine(delta, delta.term(), 0));
        var paid = new BilledInvoice(INVOICE, 120000, 120000, 0, 30000, 30000, 0, 0, lines);
        assertThat(Bricks.credit(Unused.at(LocalDate.of(2025, 10, 1), List.of(paid))))
                .isEqualTo(15000);
        var owed = new BilledInvoice(INVOICE, 120000, 0, 90000, 30000, 0, 0, 0, lines);
        var settlement = Unused.at(LocalDate.of(2025, 10, 1), List.of(owed)).getFirst();
        assertThat(settlement.credit()).isZero();
        assertThat(settlement.offset()).isEqualTo(15000);
        var settled = new BilledInvoice(INVOICE, 120000, 0, 0, 30000, 0, 0, 0, lines);
        assertThat(Unused.at(LocalDate.of(2025, 10, 1), List.of(settled))
                        .getFirst()
                        .offset())
                .isZero();
    }

    /// A year of which nothing is used, at so much; below zero, what takes a year away.
    private static BilledInvoice year(int number, long net) {
        var price = BigDecimal.valueOf(Math.abs(net), 2).toPlainString();
        var fee = brick("fee", BrickType.SUBSCRIPTION, 1, Prices.recurring(flat(price), PricePeriod.YEAR));
        var line = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, fee))
                .lines()
                .getFirst();
        long total = Math.max(0, net);
        return new BilledInvoice(
                new UUID(1, number),
                total,
                total,
                0,
                0,
                0,
                0,
                0,
                List.of(new BilledInvoice.BilledLine(line, line.term(), 0, net < 0)));
    }

    /// M-08: it made the others cheaper.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # first | second | third | what each gives back
            3000    | -1000  | 2000  | 1=3000 3=1000
            -1000   | 3000   | 2000  | 2=3000 3=1000
            3000    | -2000  | 2000  | 1=3000
            3000    | -4000  | 2000  | 1=1000
            3000    | 2000   | -4000 | 1=1000
            1000    | -4000  | 2000  | ''
            """)
    void whatGaveLessThanNothingLowersWhatTheOthersGiveBack(long first, long second, long third, String expected) {
        var unused = Unused.at(NEW_YEAR, List.of(year(1, first), year(2, second), year(3, third)));
        assertThat(unused.stream()
                        .map(one -> one.invoiceId().getLeastSignificantBits() + "=" + one.credit())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @Test
    void moreTaxIsTakenBack() {
        var taken = new Settlement(INVOICE, 3000, 200, 3000, 200);
        assertThat(taken.plus(new Settlement(INVOICE, 0, 50, 40, 10)))
                .isEqualTo(new Settlement(INVOICE, 3000, 250, 3040, 210));
    }

    @Test
    void theCreditIsSpentInDateOrder() {
        var terms = terms(MID_JULY, 12, BillingFrequency.MONTHLY, seats(1, "150"));
        var estimate = priced(terms, PricingContext.PLAIN.crediting(Bricks.adjustment(54839)));
        assertThat(totals(estimate).subList(0, 5)).as("R-04").containsExactly(0L, 0L, 0L, 5161L, 15000L);
        assertThat(estimate.totals().total()).as("R-04").isEqualTo(125161);
        var small = terms(MID_JULY, 2, BillingFrequency.MONTHLY, seats(1, "150"));
        var over = priced(small, PricingContext.PLAIN.crediting(Bricks.adjustment(54839)));
        assertThat(over.totals().total()).as("R-05").isZero();
        assertThat(over.credit().orElseThrow().remaining()).as("R-05").isEqualTo(24839);
        assertThat(over.credit().orElseThrow().credit().label()).as("R-06").isEqualTo("Adjustment credit");
        assertThatThrownBy(() -> Bricks.adjustment(-1)).as("R-06").isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AdjustmentCredit("x".repeat(256), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void atAMonthBoundaryDaysAndMonthsAgree() {
        var terms = terms(NEW_YEAR, 2, BillingFrequency.ALL_UPFRONT, seats(1, "99"));
        assertThat(Bricks.credit(Unused.at(LocalDate.of(2025, 2, 1), List.of(billed(terms, 0, 19800)))))
                .as("R-09")
                .isEqualTo(9900);
    }

    /// Whatever was paid, credit and offset are what is unused, and exceed neither what was paid nor what is owed;
    /// what a line of less than nothing paid for counts as paid.
    @Test
    void nothingIsGivenBackTwice() {
        Property.holds(Property.kernelCases(4_000, 100_000), random -> {
            var terms = Someone.terms(random);
            var estimate = priced(terms);
            if (estimate.schedule().isEmpty()) return;
            var item = estimate.schedule().getFirst();
            if (item.amounts().total() <= 0) return;
            long total = item.amounts().total();
            long paid = random.nextBoolean() ? total : random.nextLong(total + 1);
            var lines = item.charges().stream()
                    .map(charge -> new BilledInvoice.BilledLine(line(estimate, charge.line()), charge.service(), 0))
                    .toList();
            long below =
                    lines.stream().mapToLong(line -> Math.max(0, -line.net())).sum();
            var invoice = new BilledInvoice(INVOICE, total, paid, total - paid, 0, 0, 0, below, lines);
            for (var settled : Unused.at(Someone.dateIn(random, terms), List.of(invoice))) {
                assertThat(settled.credit()).isBetween(0L, paid + below);
                assertThat(settled.offset()).isBetween(0L, total - paid);
                assertThat(settled.credit() + settled.offset()).isEqualTo(Math.min(settled.unused(), total + below));
            }
        });
    }

    private static Line line(Estimate estimate, LineKey key) {
        return estimate.lines().stream()
                .map(EstimateLine::line)
                .filter(line -> line.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void renewalsRaisePricesAndKeepRenewingRates() {
        var price = terms(LocalDate.of(2025, 1, 31), 12, BillingFrequency.MONTHLY, seats(1, "19.99"));
        var renewed = Renewal.terms(Contract.of(price), ServiceClock.UNPAUSED, 12, new Percent(new BigDecimal("3.33")));
        assertThat(renewed.startsOn()).as("N-01").isEqualTo("2026-01-31");
        assertThat(priced(renewed).totals().gross()).as("N-02").isEqualTo(24787);
        var discounts = new Discounts(Optional.of(Percent.of(10)), Optional.of(Percent.of(5)), OptionalLong.of(7));
        var seats = seats(1, "100").withDiscounts(discounts);
        var next = Renewal.terms(
                Contract.of(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, seats)),
                ServiceClock.UNPAUSED,
                12,
                Percent.of(7));
        assertThat(priced(next).totals()).as("N-03").isEqualTo(new Amounts(128400, 12840, 0, 0, 0));
        assertThat(priced(next).totals().total()).as("N-03").isEqualTo(115560);
    }

    @Test
    void renewalsTakeCurrentQuantitiesAndTheClock() {
        var plan = new PlanTerms(new UUID(7, 7), "Team", "standard", Optional.of(Prices.monthly(flat("10"))));
        var coupon = Optional.of(new Coupon("LONG", Percent.of(10), 14));
        var phase = new PhaseTerms(
                1,
                0,
                12,
                plan,
                List.of(
                        seats(2, "10"),
                        once("o", 1, "5"),
                        Bricks.milestone(1, "5"),
                        usage(5, BillingFrequency.MONTHLY, flat("1"))),
                45,
                coupon);
        var base = new Terms(
                CouponClock.from(NEW_YEAR),
                NEW_YEAR,
                12,
                BillingFrequency.QUARTERLY,
                Currency.EUR,
                true,
                List.of(phase));
        var contract = Contract.of(base).with(Upgrades.of(LocalDate.of(2025, 12, 31), seats(7, "10")));
        var clock =
                new ServiceClock(List.of(new Pause(LocalDate.of(2025, 3, 1), Optional.of(LocalDate.of(2025, 3, 11)))));
        var renewed = Renewal.terms(contract, clock, 6, Percent.of(10));
        assertThat(renewed.startsOn()).as("K-05").isEqualTo("2026-01-11");
        assertThat(renewed.couponClock()).as("K-05").isEqualTo(new CouponClock(NEW_YEAR, 10));
        assertThat(renewed.months()).isEqualTo(6);
        assertThat(renewed.currency()).as("C-01").isEqualTo(Currency.EUR);
        assertThat(renewed.isPhased()).isFalse();
        var only = renewed.phases().getFirst();
        assertThat(only.bricks()).extracting(BrickTerms::code).containsExactly("seats", "calls");
        assertThat(only.bricks().getFirst().quantity()).as("N-01").isEqualTo(Quantity.of(7));
        assertThat(only.bricks().getFirst().price().model()).isEqualTo(new PricingModel.Flat(UnitPrice.of("11")));
        assertThat(only.plan().price().orElseThrow().model()).isEqualTo(flat("11"));
        assertThat(only.paymentTermsDays()).isEqualTo(45);
        assertThat(priced(renewed).lines().get(1).amounts().coupon())
                .as("N-03: months 13 and 14")
                .isEqualTo(1540);
        assertThatThrownBy(() -> Renewal.terms(contract, clock, 6, new Percent(new BigDecimal("-100.01"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(priced(Renewal.terms(contract, clock, 6, Percent.of(-100)))
                        .totals()
                        .gross())
                .isZero();
    }

    @Test
    void aScheduledInvoiceIsCutAtTheRecast() {
        var contract = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, seats(1, "31")));
        var january = new Period(NEW_YEAR, LocalDate.of(2025, 2, 1));
        var cut = january.before(LocalDate.of(2025, 1, 11)).orElseThrow();
        assertThat(contract.lines().getFirst().amounts(cut).net()).as("R-01").isEqualTo(1000);
    }

    @Test
    void eachLineGivesBackItsOwnTax() {
        var terms = terms(
                NEW_YEAR,
                2,
                BillingFrequency.ALL_UPFRONT,
                seats(1, "10"),
                brick("other", BrickType.SUBSCRIPTION, 1, Prices.monthly(flat("20"))));
        var invoice = billed(terms, 200, 6400);
        var settlement = Unused.at(LocalDate.of(2025, 2, 1), List.of(invoice)).getFirst();
        assertThat(settlement).isEqualTo(new Settlement(INVOICE, 3000, 200, 3200, 0));
    }
}
