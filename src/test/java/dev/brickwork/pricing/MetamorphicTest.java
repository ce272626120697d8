package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.priced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.support.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Questions whose answers are related: no expected value is needed to see that one of them is wrong.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class MetamorphicTest {
    private static final int CASES = Property.kernelCases(3_000, 100_000);

    private static Terms withBricks(Terms terms, UnaryOperator<List<BrickTerms>> change) {
        var phases = terms.phases().stream()
                .map(phase -> new PhaseTerms(
                        phase.position(),
                        phase.fromMonth(),
                        phase.months(),
                        phase.plan(),
                        change.apply(phase.bricks()),
                        phase.paymentTermsDays(),
                        phase.coupon()))
                .toList();
        return new Terms(
                terms.couponClock(),
                terms.startsOn(),
                terms.months(),
                terms.frequency(),
                terms.currency(),
                terms.isPhased(),
                phases);
    }

    @Test
    void theOrderOfBricksDoesNotMatter() {
        Property.holds(CASES, random -> {
            var terms = Someone.terms(random);
            var circumstances = PricingContext.PLAIN.taxedBy(Someone.taxes(random));
            var turned = withBricks(terms, bricks -> {
                var copy = new ArrayList<>(bricks);
                Collections.shuffle(copy, random);
                return copy;
            });
            var one = priced(terms, circumstances);
            var other = priced(turned, circumstances);
            assertThat(other.totals().net()).isEqualTo(one.totals().net());
            assertThat(Bricks.subTotals(other)).isEqualTo(Bricks.subTotals(one));
            assertThat(Bricks.billDates(other)).isEqualTo(Bricks.billDates(one));
        });
    }

    @Test
    void twiceTheQuantityOfAFlatBrickIsTwiceTheMoney() {
        Property.holds(CASES, random -> {
            var flat = Bricks.seats(1 + random.nextInt(1000), String.valueOf(random.nextInt(100)));
            var terms = Bricks.terms(Someone.date(random), 1 + random.nextInt(30), Someone.frequency(random), flat);
            var twice = withBricks(
                    terms, bricks -> List.of(flat.withQuantity(flat.quantity().plus(flat.quantity()))));
            var doubled = Bricks.totals(priced(terms)).stream()
                    .map(total -> 2 * total)
                    .toList();
            assertThat(Bricks.totals(priced(twice))).isEqualTo(doubled);
        });
    }

    @Test
    void aDiscountAndTheSameSurchargeCancel() {
        Property.holds(CASES, random -> {
            var terms = Someone.terms(random);
            var rate = Percent.of(random.nextInt(101));
            var plain = withBricks(
                    terms,
                    bricks -> bricks.stream()
                            .map(brick -> brick.withDiscounts(Discounts.NONE))
                            .toList());
            var both = new Discounts(
                    Optional.of(rate), Optional.of(new Percent(rate.value().negate())), OptionalLong.empty());
            var cancelled = withBricks(
                    terms,
                    bricks -> bricks.stream()
                            .map(brick -> brick.withDiscounts(both))
                            .toList());
            assertThat(priced(cancelled).totals()).isEqualTo(priced(plain).totals());
        });
    }

    /// Replacing an agreement on its first day gives back everything that time would have earned.
    @Test
    void aRecastOnTheFirstDayIsAFullReplacement() {
        Property.holds(CASES, random -> {
            var terms = Someone.terms(random);
            long billed = 0;
            long unused = 0;
            for (var line : Contract.of(terms).lines()) {
                if (!line.kind().isEarnedOverTime()) continue;
                billed += line.total().net();
                unused += line.unused(line.term(), terms.startsOn());
            }
            assertThat(unused).isEqualTo(billed);
            if (billed <= 0) return;
            var lines = Contract.of(terms).lines().stream()
                    .filter(line -> line.kind().isEarnedOverTime())
                    .map(line -> new BilledInvoice.BilledLine(line, line.term(), 0))
                    .toList();
            var invoice = new BilledInvoice(new UUID(1, 1), billed, billed, 0, 0, 0, 0, 0, lines);
            assertThat(Bricks.credit(Unused.at(terms.startsOn(), List.of(invoice))))
                    .isEqualTo(billed);
        });
    }

    /// An upgrade and a later one that takes it away again on the same day leave the contract as it was.
    @Test
    void upAndDownOnTheSameDayIsNothing() {
        Property.holds(CASES, random -> {
            var seats = Bricks.seats(1 + random.nextInt(30), String.valueOf(1 + random.nextInt(100)));
            var contract = Contract.of(
                    Bricks.terms(Someone.date(random), 1 + random.nextInt(30), Someone.frequency(random), seats));
            var date = Someone.dateIn(random, contract.base());
            var up = Upgrades.of(
                    date,
                    seats.withQuantity(Quantity.of(seats.quantity().value().longValueExact() + 7)));
            var down = Upgrades.of(date, seats);
            var manySeats = seats.withQuantity(Quantity.of(99));
            long added = Bricks.upgraded(contract, up).totals().net();
            long removed = Bricks.upgraded(contract.with(up), down).totals().net();
            // R_old stands on the first line's rounding and V_new on its own: one minor unit apart at most.
            assertThat(added + removed).isBetween(-1L, 1L);
            long through = Bricks.upgraded(contract, up).totals().net()
                    + Bricks.upgraded(contract.with(up), Upgrades.of(date, manySeats))
                            .totals()
                            .net();
            assertThat(through)
                    .isEqualTo(Bricks.upgraded(contract, Upgrades.of(date, manySeats))
                            .totals()
                            .net());
        });
    }

    /// Lines are priced each for itself: without a coupon, one more leaves the others alone.
    @Test
    void oneLineMoreChangesNoOtherLine() {
        Property.holds(CASES, random -> {
            var terms = Someone.terms(random);
            var without = new Terms(
                    terms.couponClock(),
                    terms.startsOn(),
                    terms.months(),
                    terms.frequency(),
                    terms.currency(),
                    terms.isPhased(),
                    noCoupons(terms));
            var more = withBricks(without, bricks -> {
                var copy = new ArrayList<>(bricks);
                copy.add(Someone.brick(random, 77));
                return copy;
            });
            var one = priced(without);
            var other = priced(more);
            for (var line : one.lines()) {
                assertThat(other.lines().stream()
                                .filter(it -> it.line().key().equals(line.line().key()))
                                .findFirst()
                                .orElseThrow()
                                .amounts())
                        .isEqualTo(line.amounts());
            }
        });
    }

    private static List<PhaseTerms> noCoupons(Terms terms) {
        return terms.phases().stream()
                .map(phase -> new PhaseTerms(
                        phase.position(),
                        phase.fromMonth(),
                        phase.months(),
                        phase.plan(),
                        phase.bricks(),
                        30,
                        Optional.empty()))
                .toList();
    }
}
