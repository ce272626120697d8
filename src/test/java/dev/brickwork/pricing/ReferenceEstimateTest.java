package dev.brickwork.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Validated;
import dev.brickwork.support.Property;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The kernel and [ReferenceCalculator] agree to the cent and to the day.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class ReferenceEstimateTest {
    private static final int CASES = Property.kernelCases(5_000, 1_000_000);
    private static final BigInteger LIMIT = BigInteger.valueOf(9_007_199_254_740_991L); // M-09

    @Test
    void twoCalculatorsAgree() {
        Property.holdsOfItself(CASES, random -> {
            var orders = new RandomOrders(random);
            var terms = orders.terms();
            var circumstances = orders.circumstances(terms);
            var expected = ReferenceCalculator.estimate(terms, circumstances);
            var estimate = priced(terms, circumstances);
            if (estimate.isEmpty()) {
                assertThat(reach(expected)).as("refused: %s", terms).isGreaterThan(LIMIT);
                return;
            }
            assertThat(largest(expected)).as("accepted: %s", terms).isLessThanOrEqualTo(LIMIT);
            var answer = shown(estimate.get());
            if (!answer.equals(expected)) explain(terms, circumstances, answer, expected);
        });
    }

    private static Optional<Estimate> priced(Terms terms, PricingContext circumstances) {
        try {
            return switch (Pricing.estimate(terms, circumstances)) {
                case Validated.Valid<Estimate>(var estimate) -> Optional.of(estimate);
                case Validated.Invalid<Estimate> _ -> Optional.empty();
            };
        } catch (AmountOutOfRange _) {
            return Optional.empty();
        }
    }

    private static void explain(
            Terms terms,
            PricingContext circumstances,
            ReferenceCalculator.Answer answer,
            ReferenceCalculator.Answer expected) {
        var taxes = List.of(
                circumstances.taxes().getFirst().of("standard"),
                circumstances.taxes().getFirst().of("reduced"));
        var input = "%s %s %s".formatted(terms, circumstances.closings(), taxes);
        assertThat(answer.lines()).as("lines of %s", input).isEqualTo(expected.lines());
        assertThat(answer.schedule()).as("schedule of %s", input).isEqualTo(expected.schedule());
        assertThat(answer.phases()).as("phases of %s", input).isEqualTo(expected.phases());
        assertThat(answer).as("estimate of %s", input).isEqualTo(expected);
    }

    /// As far as sums on the way may get: an estimate is refused only if they can leave the range.
    private static BigInteger reach(ReferenceCalculator.Answer answer) {
        return answer.lines().stream()
                .map(ReferenceCalculator.LineSum::sum)
                .flatMap(sum -> Stream.of(sum.gross(), sum.discount(), sum.coupon(), sum.tax()))
                .map(BigInteger::abs)
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    /// The largest amount an estimate shows.
    private static BigInteger largest(ReferenceCalculator.Answer answer) {
        var sums = new ArrayList<>(List.of(answer.sum()));
        answer.lines().forEach(line -> sums.add(line.sum()));
        answer.schedule().forEach(item -> sums.add(item.sum()));
        return sums.stream()
                .flatMap(sum ->
                        List.of(sum.gross(), sum.discount(), sum.coupon(), sum.tax(), sum.net(), sum.total()).stream())
                .map(BigInteger::abs)
                .reduce(BigInteger.ZERO, BigInteger::max);
    }

    private static ReferenceCalculator.Answer shown(Estimate estimate) {
        var taxes = new HashMap<TaxComponent, ReferenceCalculator.Tax>();
        for (var tax : estimate.taxes()) {
            var before = taxes.put(tax.component(), new ReferenceCalculator.Tax(big(tax.taxable()), big(tax.amount())));
            assertThat(before).isNull();
        }
        return new ReferenceCalculator.Answer(
                WireDates.lastDay(estimate.term()),
                sum(estimate.totals()),
                big(estimate.totals().total()),
                lines(estimate.lines()),
                schedule(estimate.schedule()),
                estimate.phases().stream().map(ReferenceEstimateTest::phase).toList(),
                taxes,
                big(estimate.unscheduledTotal()));
    }

    private static ReferenceCalculator.PhaseSum phase(EstimatePhase phase) {
        return new ReferenceCalculator.PhaseSum(
                phase.terms().position(),
                phase.term().start(),
                WireDates.lastDay(phase.term()),
                phase.terms().isAnnual(),
                sum(phase.amounts()),
                big(phase.amounts().total()),
                lines(phase.lines()),
                schedule(phase.schedule()));
    }

    private static List<ReferenceCalculator.LineSum> lines(List<EstimateLine> lines) {
        return lines.stream()
                .map(line -> new ReferenceCalculator.LineSum(
                        line.line().key(),
                        line.line().quantity().value(),
                        sum(line.amounts()),
                        big(line.amounts().total())))
                .toList();
    }

    private static List<ReferenceCalculator.Item> schedule(List<ScheduleItem> items) {
        return items.stream()
                .map(item -> new ReferenceCalculator.Item(
                        item.billOn(),
                        item.service().start(),
                        WireDates.lastDay(item.service()),
                        sum(item.amounts()),
                        big(item.amounts().total())))
                .toList();
    }

    private static ReferenceCalculator.Sum sum(Amounts amounts) {
        assertThat(amounts.credit()).isZero();
        return new ReferenceCalculator.Sum(
                big(amounts.gross()), big(amounts.discount()), big(amounts.coupon()), big(amounts.tax()));
    }

    private static BigInteger big(long amount) {
        return BigInteger.valueOf(amount);
    }
}
