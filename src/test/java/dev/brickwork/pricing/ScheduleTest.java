package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.billDates;
import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.flat;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.phase;
import static dev.brickwork.pricing.Bricks.phased;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.totals;
import static dev.brickwork.pricing.Bricks.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.PhasePlan;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingFault;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Schedules, phases, estimate shapes, pauses and trials.
@Tag("fast")
final class ScheduleTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | months | frequency     | amounts
            S-02   | 14     | ANNUALLY      | 120000 20000
            S-02   | 14     | SEMI_ANNUALLY | 60000 60000 20000
            S-01   | 14     | QUARTERLY     | 30000 30000 30000 30000 20000
            S-04   | 3      | ANNUALLY      | 30000
            S-01   | 14     | ALL_UPFRONT   | 140000
            S-01   | 2      | MONTHLY       | 10000 10000
            """)
    void lengthsThatDoNotDivide(String rule, int months, BillingFrequency frequency, String amounts) {
        var estimate = priced(terms(NEW_YEAR, months, frequency, seats(1, "100")));
        assertThat(totals(estimate).stream().map(String::valueOf)).as(rule).containsExactly(amounts.split(" ", -1));
    }

    @Test
    void amountsPerPeriodAreCumulative() {
        var yearly = brick("fee", BrickType.SUBSCRIPTION, 1, Prices.recurring(flat("1000"), PricePeriod.YEAR));
        assertThat(totals(priced(terms(NEW_YEAR, 14, BillingFrequency.ANNUALLY, yearly))))
                .as("S-03")
                .containsExactly(100000L, 16667L);
        assertThat(totals(
                        priced(terms(NEW_YEAR, 3, BillingFrequency.MONTHLY, once("x", 1, "1"), seats(1, "33.333333")))))
                .as("M-05")
                .containsExactly(3433L, 3334L, 3333L);
    }

    @Test
    void theFirstInvoiceMayBeBilledAtCheckout() {
        var start = LocalDate.of(2025, 3, 1);
        var terms = terms(start, 3, BillingFrequency.MONTHLY, seats(1, "100"));
        var checkout = BillDates.closed(LocalDate.of(2025, 2, 10), FirstCharge.CHECKOUT_DATE);
        var charges = Contract.of(terms).charges(0, checkout);
        assertThat(charges)
                .as("S-05")
                .extracting(charge -> charge.billOn().toString())
                .containsExactly("2025-02-10", "2025-04-01", "2025-05-01");
        assertThat(charges.getFirst().service().start()).isEqualTo(start);
        var late = BillDates.closed(LocalDate.of(2025, 4, 20), FirstCharge.CONTRACT_START_DATE);
        assertThat(Contract.of(terms).charges(0, late))
                .extracting(charge -> charge.billOn().toString())
                .containsExactly("2025-04-20", "2025-04-20", "2025-05-01");
    }

    @Test
    void oneItemPerBillDateShowsTheUnionOfItsService() {
        var fee = brick("fee", BrickType.SUBSCRIPTION, 1, Prices.recurring(flat("1200"), PricePeriod.YEAR));
        var calls = usage(1000, BillingFrequency.MONTHLY, flat("0.04"));
        var estimate = priced(terms(NEW_YEAR, 12, BillingFrequency.ANNUALLY, fee, calls));
        assertThat(totals(estimate))
                .as("S-09")
                .containsExactly(124000L, 4000L, 4000L, 4000L, 4000L, 4000L, 4000L, 4000L, 4000L, 4000L, 4000L, 4000L);
        assertThat(estimate.schedule().getFirst().service()).isEqualTo(new Period(NEW_YEAR, NEW_YEAR.plusYears(1)));
        assertThat(estimate.schedule().get(1).service())
                .isEqualTo(new Period(LocalDate.of(2025, 2, 1), LocalDate.of(2025, 3, 1)));
        assertThat(estimate.lines().get(1).line().commitmentSchedule()).contains(BillingFrequency.MONTHLY);
        assertThat(estimate.lines().get(0).line().commitmentSchedule()).isEmpty();
    }

    @Test
    void commitmentWindowsAreAnchoredAtTheOrder() {
        var calls = usage(1000, BillingFrequency.MONTHLY, flat("0.04"));
        var estimate = priced(terms(LocalDate.of(2025, 1, 14), 3, BillingFrequency.ALL_UPFRONT, calls));
        assertThat(billDates(estimate)).as("G-01, G-02").containsExactly("2025-01-14", "2025-02-14", "2025-03-14");
        assertThat(totals(estimate)).as("G-02").containsExactly(4000L, 4000L, 4000L);
        var quarterly = priced(
                terms(NEW_YEAR, 5, BillingFrequency.MONTHLY, usage(1000, BillingFrequency.QUARTERLY, flat("0.04"))));
        assertThat(totals(quarterly)).as("G-02, a short last window").containsExactly(4000L, 2667L);
        var whole = priced(
                terms(NEW_YEAR, 5, BillingFrequency.MONTHLY, usage(1000, BillingFrequency.ALL_UPFRONT, flat("0.04"))));
        assertThat(totals(whole)).as("G-01").containsExactly(4000L);
        var asYouGo = priced(terms(
                NEW_YEAR,
                3,
                BillingFrequency.ANNUALLY,
                brick("calls", BrickType.USAGE, 0, Prices.once(new PricingModel.Graduated(Bricks.tiers("10:1/2 3"))))));
        assertThat(totals(asYouGo)).as("P-07, P-14").containsExactly(200L, 200L, 200L);
    }

    @Test
    void rampsAddUp() {
        var ramp = phased(
                NEW_YEAR,
                BillingFrequency.MONTHLY,
                phase(1, 0, 4, seats(50, "39")),
                phase(2, 4, 3, seats(100, "39")),
                phase(3, 7, 5, seats(150, "39")));
        var estimate = priced(ramp);
        assertThat(estimate.lines().stream().map(line -> line.amounts().gross()))
                .as("F-02")
                .containsExactly(780000L, 1170000L, 2925000L);
        assertThat(estimate.totals().gross()).as("P-01").isEqualTo(4875000);
        assertThat(estimate.phases())
                .extracting(phase -> phase.terms().isAnnual())
                .containsOnly(false);
        assertThat(estimate.phases().get(1).term())
                .isEqualTo(new Period(LocalDate.of(2025, 5, 1), LocalDate.of(2025, 8, 1)));
    }

    @Test
    void periodsRestartInEachPhase() {
        var phases = new PhaseTerms[] {phase(1, 0, 4, seats(50, "39")), phase(2, 4, 8, seats(100, "39"))};
        var estimate = priced(phased(NEW_YEAR, BillingFrequency.QUARTERLY, phases));
        assertThat(totals(estimate)).as("F-03").containsExactly(585000L, 195000L, 1170000L, 1170000L, 780000L);
        var upfront = priced(phased(NEW_YEAR, BillingFrequency.ALL_UPFRONT, phases));
        assertThat(billDates(upfront)).as("F-03").containsExactly("2025-01-01");
        assertThat(upfront.phases())
                .extracting(phase -> phase.schedule().getFirst().amounts().total())
                .containsExactly(780000L, 3120000L);
        var years = priced(phased(
                NEW_YEAR,
                BillingFrequency.ANNUALLY,
                phase(1, 0, 12, seats(1, "1")),
                phase(2, 12, 12, seats(2, "1")),
                phase(3, 24, 12, seats(3, "1"))));
        assertThat(years.phases())
                .as("F-04")
                .extracting(phase -> phase.terms().isAnnual())
                .containsOnly(true);
        assertThat(years.phases().getLast().lines()).hasSize(1);
    }

    @Test
    void aOneTimeBrickOfALaterPhaseBillsWithIt() {
        var phases = new PhaseTerms[] {phase(1, 0, 4, seats(1, "10")), phase(2, 4, 8, once("setup", 1, "50"))};
        assertThat(billDates(priced(phased(NEW_YEAR, BillingFrequency.ANNUALLY, phases))))
                .containsExactly("2025-01-01", "2025-05-01");
        assertThat(billDates(priced(phased(NEW_YEAR, BillingFrequency.ALL_UPFRONT, phases))))
                .containsExactly("2025-01-01");
    }

    @Test
    void phasesWithTheSameCouponShareOneRounding() {
        var coupon = Optional.of(new Coupon("C", Percent.of(10), 999));
        var one = new PhaseTerms(1, 0, 1, Bricks.PLAN, List.of(once("a", 1, "1.05")), 30, coupon);
        var two = new PhaseTerms(2, 1, 1, Bricks.PLAN, List.of(once("a", 1, "1.05")), 30, coupon);
        assertThat(priced(phased(NEW_YEAR, BillingFrequency.MONTHLY, one, two))
                        .totals()
                        .coupon())
                .isEqualTo(21);
        var other = new PhaseTerms(
                2,
                1,
                1,
                Bricks.PLAN,
                List.of(once("a", 1, "1.05")),
                30,
                Optional.of(new Coupon("D", Percent.of(10), 999)));
        assertThat(priced(phased(NEW_YEAR, BillingFrequency.MONTHLY, one, other))
                        .totals()
                        .coupon())
                .isEqualTo(22);
    }

    private static PhasePlan.Outline outline(
            @Nullable Integer position, @Nullable String start, @Nullable Integer months) {
        return new PhasePlan.Outline(
                Optional.ofNullable(position),
                Optional.ofNullable(start).map(LocalDate::parse),
                Optional.ofNullable(months));
    }

    private static List<String> rampFaults(int months, PhasePlan.Outline... outlines) {
        return PhasePlan.lay(NEW_YEAR, months, List.of(outlines)).faults().stream()
                .map(PricingFault::path)
                .toList();
    }

    @Test
    void phasesCoverTheContract() {
        var ramp = PhasePlan.lay(
                        NEW_YEAR, 12, List.of(outline(3, null, 5), outline(1, "2025-01-01", 4), outline(2, null, 3)))
                .orElseThrow(faults -> new IllegalStateException(faults.toString()));
        assertThat(ramp.slots())
                .as("F-01")
                .containsExactly(
                        new PhasePlan.Slot(1, 1, 0, 4), new PhasePlan.Slot(2, 2, 4, 3), new PhasePlan.Slot(0, 3, 7, 5));
        assertThat(rampFaults(12, outline(1, "2025-01-02", 12))).containsExactly("phases[0].starts_at");
        assertThat(rampFaults(12, outline(1, null, 4), outline(2, "2025-06-01", 8)))
                .containsExactly("phases[1].starts_at");
        assertThat(rampFaults(12, outline(1, null, 4), outline(2, "2025-05-01", 8)))
                .isEmpty();
        assertThat(rampFaults(12, outline(1, null, 4), outline(2, null, 7))).containsExactly("phases");
        assertThat(rampFaults(12, outline(1, null, 4), outline(1, null, 8)))
                .containsExactly("phases[1].phase_position");
        assertThat(rampFaults(12, outline(1, null, 0), outline(2, null, 1201)))
                .containsExactly("phases[0].contract_length", "phases[1].contract_length");
        assertThat(rampFaults(12)).containsExactly("phases");
        assertThat(rampFaults(
                        61, Collections.nCopies(61, outline(null, null, 1)).toArray(PhasePlan.Outline[]::new)))
                .containsExactly("phases");
        assertThat(rampFaults(
                        60, Collections.nCopies(60, outline(null, null, 1)).toArray(PhasePlan.Outline[]::new)))
                .isEmpty();
        assertThat(rampFaults(1200, outline(null, null, 1200))).isEmpty();
        assertThat(rampFaults(1201, outline(null, null, 1201))).containsExactly("phases[0].contract_length");
        assertThatThrownBy(() -> phased(NEW_YEAR, BillingFrequency.MONTHLY, phase(1, 1, 3)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Terms(
                        CouponClock.from(NEW_YEAR),
                        NEW_YEAR,
                        4,
                        BillingFrequency.MONTHLY,
                        Currency.USD,
                        false,
                        List.of(phase(1, 0, 3))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> phase(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /// order months | phases as `position start length`, `-` where nothing is sent | lengths, or the faulty field
    @Test
    void lengthsFollowFromTheStarts() {
        var table = """
                12 | 1 2025-01-01 -, 2 2025-05-01 -, 3 2025-08-01 - | 4 3 5
                12 | 1 - -, 2 2025-05-01 -, 3 2025-08-01 -          | 4 3 5
                12 | 1 - -                                          | 12
                12 | 1 - 4, 2 - -                                   | 4 8
                12 | 1 - 4, 2 - 3, 3 - -                            | 4 3 5
                12 | 1 - -, 2 2025-05-01 8                          | 4 8
                12 | 3 2025-08-01 -, 1 2025-01-01 -, 2 2025-05-01 - | 4 3 5
                12 | 1 - -, 2 - -                                   | phases[0].contract_length
                12 | 1 - -, 2 - 8                                   | phases[0].contract_length
                12 | 1 - -, 2 2025-05-02 -                          | phases[0].contract_length
                12 | 1 - -, 2 2025-01-01 -                          | phases[0].contract_length
                12 | 1 - -, 2 2024-12-01 -                          | phases[0].contract_length
                12 | 1 - -, 2 2026-01-01 -                          | phases[1].contract_length
                12 | 1 - 12, 2 - -                                  | phases[1].contract_length
                12 | 1 2025-02-01 -, 2 2025-05-01 -                 | phases[0].starts_at
                12 | 1 - 3, 2 2025-05-01 -                          | phases[1].starts_at
                """;
        table.lines().forEach(line -> {
            var cells = line.split("\\s*\\|\\s*", -1);
            var laid = PhasePlan.lay(NEW_YEAR, Integer.parseInt(cells[0]), outlines(cells[1]));
            var said = laid.faults().isEmpty()
                    ? laid.orElseThrow(_ -> new IllegalStateException()).slots().stream()
                            .map(slot -> String.valueOf(slot.months()))
                            .collect(Collectors.joining(" "))
                    : laid.faults().stream().map(PricingFault::path).collect(Collectors.joining(" "));
            assertThat(said).as("F-01: " + line).isEqualTo(cells[2]);
        });
        assertThat(PhasePlan.lay(LocalDate.of(2025, 1, 31), 3, outlines("1 - -, 2 2025-02-28 -"))
                        .orElseThrow(_ -> new IllegalStateException())
                        .slots())
                .as("T-03: the day is clamped to the month")
                .containsExactly(new PhasePlan.Slot(0, 1, 0, 1), new PhasePlan.Slot(1, 2, 1, 2));
    }

    private static List<PhasePlan.Outline> outlines(String text) {
        return Stream.of(text.split(", ", -1))
                .map(phase -> phase.split(" ", -1))
                .map(words -> new PhasePlan.Outline(
                        Optional.of(Integer.valueOf(words[0])),
                        Optional.of(words[1]).filter(word -> !word.equals("-")).map(LocalDate::parse),
                        Optional.of(words[2]).filter(word -> !word.equals("-")).map(Integer::valueOf)))
                .toList();
    }

    @Test
    void faultsInPhasesCarryThePhase() {
        var terms = phased(
                NEW_YEAR,
                BillingFrequency.MONTHLY,
                phase(1, 0, 1, seats(1, "1")),
                phase(2, 1, 1, seats(1, "1"), seats(1, "1"), once("o", 99_999_999_999_999L, "99999999")));
        assertThat(terms.faults()).extracting(PricingFault::path).containsExactly("phases[1].bricks[1].brick_id");
        var large =
                phased(NEW_YEAR, BillingFrequency.MONTHLY, phase(1, 0, 1, once("o", 99_999_999_999_999L, "99999999")));
        assertThat(Pricing.estimate(large, PricingContext.PLAIN).faults())
                .extracting(PricingFault::path)
                .containsExactly("phases[0].bricks[0].quantity");
    }

    @Test
    void grandTotalDetails() {
        var estimate =
                priced(terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, seats(1, "10"), Bricks.milestone(3, "316.666667")));
        assertThat(estimate.unscheduledTotal()).as("L-05").isEqualTo(95000);
        assertThat(estimate.totals().total()).isEqualTo(96000);
        assertThat(totals(estimate)).as("L-05").containsExactly(1000L);
    }

    @Test
    void aPauseMovesDatesAndNoMoney() {
        var estimate = priced(phased(
                NEW_YEAR, BillingFrequency.MONTHLY, phase(1, 0, 6, seats(1, "10")), phase(2, 6, 6, seats(2, "10"))));
        var clock =
                new ServiceClock(List.of(new Pause(LocalDate.of(2025, 4, 11), Optional.of(LocalDate.of(2025, 5, 11)))));
        var moved = estimate.on(clock);
        assertThat(billDates(moved).subList(3, 6)).as("K-02").containsExactly("2025-04-01", "2025-05-31", "2025-07-01");
        assertThat(moved.schedule().get(3).service())
                .as("K-04")
                .isEqualTo(new Period(LocalDate.of(2025, 4, 1), LocalDate.of(2025, 5, 31)));
        assertThat(WireDates.lastDay(moved.term())).as("K-01").isEqualTo("2026-01-30");
        assertThat(totals(moved)).isEqualTo(totals(estimate));
        assertThat(moved.totals()).isEqualTo(estimate.totals());
        assertThat(moved.phases().get(1).term().start()).isEqualTo("2025-07-31");
        assertThat(moved.phases()
                        .get(1)
                        .schedule()
                        .getFirst()
                        .charges()
                        .getFirst()
                        .billOn())
                .isEqualTo("2025-07-31");
        assertThat(moved.schedule().get(4).charges().getFirst().service().start())
                .isEqualTo("2025-05-31");
        assertThat(estimate.on(ServiceClock.UNPAUSED)).isSameAs(estimate);
    }

    @Test
    void aTrialCostsNothingAndHasNoInvoices() {
        var start = LocalDate.of(2025, 3, 1);
        var trial = priced(Pricing.trial(terms(start, 1, BillingFrequency.MONTHLY, seats(5, "10")), 14));
        assertThat(trial.lines()).hasSize(1);
        assertThat(trial.lines().getFirst().amounts()).isEqualTo(Amounts.ZERO);
        assertThat(trial.lines().getFirst().line().total()).isEqualTo(Amounts.ZERO);
        assertThat(trial.totals()).isEqualTo(Amounts.ZERO);
        assertThat(trial.schedule()).isEmpty();
        assertThat(trial.term().end()).as("Z-03").isEqualTo("2025-03-15");
        assertThat(Pricing.trial(terms(start, 1, BillingFrequency.MONTHLY, seats(-5, "10")), 14)
                        .faults())
                .hasSize(1);
    }

    @Test
    void termsBeyondTheLimitsAreRefused() {
        assertThat(terms(NEW_YEAR, 1201, BillingFrequency.MONTHLY).faults())
                .extracting(PricingFault::path)
                .containsExactly("contract_length");
        assertThat(terms(NEW_YEAR, 1200, BillingFrequency.MONTHLY).faults()).isEmpty();
        var phases = new PhaseTerms[61];
        for (int i = 0; i < 61; i++) phases[i] = phase(i, i, 1);
        assertThat(phased(NEW_YEAR, BillingFrequency.MONTHLY, phases).faults())
                .extracting(PricingFault::path)
                .containsExactly("phases");
    }
}
