package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.priced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The largest order that is accepted answers in bounded time.
@Tag("fast")
final class LimitsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20); // A busy machine; alone it takes well under two.

    @Test
    @Timeout(60)
    void theLargestOrderIsPriced() {
        var bricks = new ArrayList<BrickTerms>();
        for (int i = 0; i < Terms.BRICKS_PER_PHASE_MAX; i++) {
            bricks.add(Bricks.brick(
                    "b" + i,
                    BrickType.SUBSCRIPTION,
                    12 + i,
                    Prices.monthly(new PricingModel.Graduated(Bricks.tiers("10:2.345678 20:1.23 50:0.99/3 0.5")))));
        }
        var coupon = Optional.of(new Coupon("C", new Percent(new BigDecimal("3.3")), 999));
        var phases = new ArrayList<PhaseTerms>();
        int each = Terms.MONTHS_MAX / Terms.PHASES_MAX;
        for (int i = 0; i < Terms.PHASES_MAX; i++) {
            phases.add(new PhaseTerms(i, i * each, each, Bricks.PLAN, bricks, 30, coupon));
        }
        var terms = new Terms(
                CouponClock.from(NEW_YEAR),
                NEW_YEAR,
                Terms.MONTHS_MAX,
                BillingFrequency.MONTHLY,
                Currency.USD,
                true,
                phases);
        var taxes = TaxRates.always(List.of(TaxComponent.of("A", Percent.of(7)), TaxComponent.of("B", Percent.of(1))));
        long before = System.nanoTime();
        var estimate = priced(terms, PricingContext.PLAIN.taxedBy(taxes).crediting(Bricks.adjustment(1_000_000)));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
        assertThat(estimate.schedule()).hasSize(1200);
        assertThat(estimate.lines()).hasSize(12_000);
    }

    /// Net and tax are in range, what is due is not: 89 trillion and a fifth of it.
    @Test
    void aTotalOutOfRangeIsRefused() {
        var taxed = PricingContext.PLAIN.taxedBy(TaxRates.always(List.of(TaxComponent.of("VAT", Percent.of(20)))));
        for (var brick : List.of(
                Bricks.seats(1, "89000000000000"),
                Bricks.once("o", 1, "89000000000000"),
                Bricks.milestone(1, "89000000000000"))) {
            var terms = Bricks.terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, brick);
            assertThat(priced(terms).totals().total()).isEqualTo(8_900_000_000_000_000L);
            assertThat(Pricing.estimate(terms, taxed).faults()).as("M-09").isNotEmpty();
        }
        var surcharged = Bricks.seats(1, "89000000000000").withDiscounts(Bricks.renewing(Percent.of(-2)));
        var terms = Bricks.terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, surcharged);
        assertThat(Pricing.estimate(terms, PricingContext.PLAIN).faults())
                .as("M-09, net")
                .isNotEmpty();
    }
}
