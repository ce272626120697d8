package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.phase;
import static dev.brickwork.pricing.Bricks.phased;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.DiscountEntry;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingFault;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The last value that is allowed and the first that is not.
@Tag("fast")
final class EdgesTest {
    /// `used = total - adjusted - U; credit = clamp(paid - credited - used, 0, U)`: what earlier changes gave
    /// back counts neither as paid nor as used again.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # total | paid   | remaining | adjusted | credited | netted | unused | credit | offset
            120000  | 120000 | 0         | 0        | 0        | 0      | 54839  | 54839  | 0
            120000  | 80000  | 40000     | 0        | 0        | 0      | 54839  | 14839  | 40000
            120000  | 0      | 120000    | 0        | 0        | 0      | 54839  | 0      | 54839
            120000  | 65161  | 54839     | 0        | 0        | 0      | 54839  | 0      | 54839
            120000  | 65162  | 54838     | 0        | 0        | 0      | 54839  | 1      | 54838
            120000  | 120000 | 0         | 20000    | 20000    | 0      | 34839  | 34839  | 0
            120000  | 100000 | 0         | 20000    | 0        | 0      | 34839  | 34839  | 0
            120000  | 80000  | 10000     | 30000    | 10000    | 0      | 24839  | 4839   | 10000
            120000  | 120000 | 0         | 0        | 0        | 0      | 0      | 0      | 0
            # Beside a line of less than nothing: what it paid for is given back too (rule M-08).
            0       | 0      | 0         | 0        | 0        | 39     | 39     | 39     | 0
            500     | 500    | 0         | 0        | 0        | 300    | 800    | 800    | 0
            500     | 200    | 300       | 0        | 0        | 300    | 800    | 500    | 300
            500     | 500    | 0         | 800      | 800      | 400    | 100    | 100    | 0
            # By the rounding of a coupon a cent more is unused than was billed.
            500     | 500    | 0         | 0        | 0        | 0      | 501    | 500    | 0
            """)
    void whatASettlementGivesBack(
            long total,
            long paid,
            long remaining,
            long adjusted,
            long credited,
            long netted,
            long unused,
            long credit,
            long offset) {
        var invoice =
                new BilledInvoice(new UUID(1, 1), total, paid, remaining, adjusted, credited, 0, netted, List.of());
        var settlement = Settlement.of(invoice, unused, 0);
        assertThat(settlement).isEqualTo(new Settlement(new UUID(1, 1), unused, 0, credit, offset));
    }

    @Test
    void theUnusedPartCarriesItsTax() {
        var invoice = new BilledInvoice(new UUID(1, 1), 72_000, 72_000, 0, 0, 0, 0, 0, List.of());
        var settlement = Settlement.of(invoice, 20_000, 4_000);
        assertThat(settlement.unused()).isEqualTo(24_000);
        assertThat(settlement.credit()).isEqualTo(24_000);
    }

    /// Half of it was paid; of that half the customer gets a third.
    @Test
    void theTaxIsInOffsetAndCreditAlike() {
        var invoice = new BilledInvoice(new UUID(1, 1), 72_000, 60_000, 12_000, 0, 0, 0, 0, List.of());
        var settlement = Settlement.of(invoice, 20_000, 4_000);
        assertThat(settlement.offset()).isEqualTo(12_000);
        assertThat(settlement.taxOfOffset()).isEqualTo(2_000);
        assertThat(settlement.taxOfCredit()).isEqualTo(2_000);
        assertThat(settlement.taxOfGiven(4_000)).isEqualTo(667);
        assertThat(settlement.taxTaken(4_000)).isEqualTo(2_667);
    }

    /// Rule M-08: it gave credit, and gives back no more than that.
    @ParameterizedTest(name = "{0} unused of {1} carried forward and {2} credited: {3}")
    @CsvSource({"-15000, 30000, 0, -15000", "-15000, 5000, 0, -5000", "-15000, 0, 0, 0", "-15000, 5000, 7000, -12000"})
    void whatAnInvoiceBelowZeroGivesBack(long unused, long carried, long credited, long credit) {
        var invoice = new BilledInvoice(new UUID(1, 1), 0, 0, 0, credited, credited, carried, 0, List.of());
        assertThat(Settlement.of(invoice, unused, 0)).isEqualTo(new Settlement(new UUID(1, 1), unused, 0, credit, 0));
    }

    @Test
    void creditsAndTheirLabels() {
        assertThat(Bricks.adjustment(0).total()).isZero();
        assertThatThrownBy(() -> Bricks.adjustment(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatCode(() -> new AdjustmentCredit("x".repeat(255), 1)).doesNotThrowAnyException();
        assertThatThrownBy(() -> new AdjustmentCredit("x".repeat(256), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fixedDiscounts() {
        assertThat(Bricks.fixed(0).isNone()).isFalse();
        assertThat(Discounts.NONE.isNone()).isTrue();
        assertThat(Bricks.fixed(Money.MINOR_MAX).fixed()).isEqualTo(OptionalLong.of(Money.MINOR_MAX));
        assertThatThrownBy(() -> Bricks.fixed(Money.MINOR_MAX + 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Bricks.fixed(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(faults(entry(Money.MINOR_MAX))).isEmpty();
        assertThat(faults(entry(Money.MINOR_MAX + 1))).containsExactly("discount[0].amount");
        assertThat(faults(rate(-1000))).isEmpty();
        assertThat(faults(new DiscountEntry(Optional.of(Percent.of(-1001)), OptionalLong.empty(), false)))
                .containsExactly("discount[0].rate");
        assertThat(Discounts.read(List.of(rate(100)), "discount").faults()).isEmpty();
    }

    /// Parts in range may add up beyond it (M-09).
    @Test
    void amounts() {
        long max = Money.MINOR_MAX;
        assertThat(new Amounts(max, 1, 0, 1, 0).total()).isEqualTo(max);
        assertThat(new Amounts(-max, 0, 0, 1, 1).total()).isEqualTo(-max);
        assertOutOfRange(() -> new Amounts(max, -1, 0, 0, 0));
        assertOutOfRange(() -> new Amounts(max, 0, -1, 0, 0));
        assertOutOfRange(() -> new Amounts(max, 0, 0, 1, 0));
        assertOutOfRange(() -> new Amounts(-max, 0, 0, 0, 1));
        assertOutOfRange(() -> new Amounts(max, max, 1, 0, 0));
        assertOutOfRange(() -> new Amounts(-max, 1, 0, 1, 0));
    }

    private static void assertOutOfRange(org.assertj.core.api.ThrowableAssert.ThrowingCallable made) {
        assertThatThrownBy(made).isInstanceOf(dev.brickwork.pricing.money.AmountOutOfRange.class);
    }

    @Test
    void coupons() {
        assertThat(new Coupon("A", Percent.of(5), 999).isForEver()).isTrue();
        assertThat(new Coupon("A", Percent.of(5), 998).isForEver()).isFalse();
        assertThatThrownBy(() -> new Coupon("A", Percent.of(5), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatCode(() -> new Coupon("A", Percent.HUNDRED, 1)).doesNotThrowAnyException();
        assertThatThrownBy(() -> new Coupon("A", Percent.of(101), 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Coupon("A", Percent.of(-1), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lengthsAndPhases() {
        assertThat(terms(NEW_YEAR, Terms.MONTHS_MAX, BillingFrequency.ANNUALLY, seats(1, "1"))
                        .faults())
                .isEmpty();
        assertThat(terms(NEW_YEAR, Terms.MONTHS_MAX + 1, BillingFrequency.ANNUALLY, seats(1, "1"))
                        .faults())
                .extracting(PricingFault::path)
                .containsExactly("contract_length");
        assertThat(phased(NEW_YEAR, BillingFrequency.MONTHLY, phases(Terms.PHASES_MAX))
                        .faults())
                .isEmpty();
        assertThat(phased(NEW_YEAR, BillingFrequency.MONTHLY, phases(Terms.PHASES_MAX + 1))
                        .faults())
                .extracting(PricingFault::path)
                .containsExactly("phases");
    }

    /// A phase that is not there, and a fault inside one that is, at its place in the request.
    @Test
    void anUpgradeNamesItsPhases() {
        var contract = Contract.of(phased(NEW_YEAR, BillingFrequency.MONTHLY, phases(2)));
        assertThat(contract.faults(ofPhase(3, seats(2, "1"))))
                .extracting(PricingFault::path)
                .containsExactly("phases");
        assertThat(contract.faults(ofPhase(1, seats(2, "1")))).isEmpty();
        assertThat(contract.faults(ofPhase(2, seats(2, "1"), seats(3, "1"))))
                .extracting(PricingFault::path)
                .containsExactly("phases[0].bricks[1].brick_id");
    }

    @Test
    void pricePeriods() {
        assertThat(PricePeriod.ofMonths(1)).contains(PricePeriod.MONTH);
        assertThat(PricePeriod.ofMonths(12)).contains(PricePeriod.YEAR);
        assertThat(PricePeriod.ofMonths(3)).isEmpty();
    }

    private static PhaseTerms[] phases(int count) {
        var phases = new PhaseTerms[count];
        for (int i = 0; i < count; i++) phases[i] = phase(i + 1, i, 1, seats(1, "1"));
        return phases;
    }

    private static Upgrade ofPhase(int position, BrickTerms... bricks) {
        return new Upgrade(
                NEW_YEAR,
                List.of(),
                Map.of(position, List.of(bricks)),
                Set.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static List<String> faults(DiscountEntry... entries) {
        return Discounts.read(List.of(entries), "discount").faults().stream()
                .map(PricingFault::path)
                .toList();
    }

    private static DiscountEntry entry(long amount) {
        return new DiscountEntry(Optional.empty(), OptionalLong.of(amount), false);
    }

    private static DiscountEntry rate(int percent) {
        return new DiscountEntry(Optional.of(Percent.of(percent)), OptionalLong.empty(), false);
    }
}
