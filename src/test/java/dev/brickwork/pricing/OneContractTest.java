package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.billDates;
import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.subTotals;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.tiers;
import static dev.brickwork.pricing.Bricks.totals;
import static dev.brickwork.pricing.Bricks.upgraded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.pricing.contract.TierRow;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The worked example of the rules: one contract from its estimate over an upgrade to a recast.
@Tag("fast")
final class OneContractTest {
    private static final LocalDate START = LocalDate.of(2025, 1, 31);
    private static final LocalDate UPGRADE = LocalDate.of(2025, 6, 15);
    private static final LocalDate RECAST = LocalDate.of(2025, 9, 10);
    private static final Terms TERMS = terms(
            START,
            14,
            BillingFrequency.QUARTERLY,
            Optional.of(new Coupon("WELCOME", Percent.of(5), 3)),
            seats(12),
            once("onboarding", 1, "500.00"));

    private static BrickTerms seats(long quantity) {
        var ladder = new PricingModel.Graduated(tiers("10:25.00 20.00"));
        return brick("seats", BrickType.SUBSCRIPTION, quantity, Prices.monthly(ladder))
                .withDiscounts(Bricks.renewing(Percent.of(10)));
    }

    @Test
    void theEstimate() {
        var estimate = priced(TERMS);

        assertThat(estimate.totals()).isEqualTo(new Amounts(456000, 40600, 6415, 0, 0));
        assertThat(estimate.totals().discountTotal()).isEqualTo(47015);
        assertThat(estimate.totals().total()).as("W-01").isEqualTo(408985);
        assertThat(estimate.contractValue().withCode()).as("W-05").isEqualTo("4089.85 USD");
        assertThat(WireDates.lastDay(estimate.term())).as("W-04").isEqualTo("2026-03-30");
        assertThat(estimate.lines().get(0).amounts()).isEqualTo(new Amounts(406000, 40600, 3915, 0, 0));
        assertThat(estimate.lines().get(1).amounts()).isEqualTo(new Amounts(50000, 0, 2500, 0, 0));
        assertThat(estimate.lines().get(0).line().tiers())
                .extracting(row ->
                        row.quantity() + " at " + row.price() + " is " + row.subTotal() + " in " + row.durationText())
                .containsExactly("10 at 25.00 is 3500.00 in 14 months", "2 at 20.00 is 560.00 in 14 months");
    }

    @Test
    void theSchedule() {
        var estimate = priced(TERMS);

        assertThat(billDates(estimate))
                .containsExactly("2025-01-31", "2025-04-30", "2025-07-31", "2025-10-31", "2026-01-31");
        assertThat(subTotals(estimate)).containsExactly(137000L, 87000L, 87000L, 87000L, 58000L);
        assertThat(totals(estimate)).as("I-01, W-02").containsExactly(121885L, 78300L, 78300L, 78300L, 52200L);
    }

    @Test
    void theUpgrade() {
        var estimate = upgraded(Contract.of(TERMS), Upgrades.of(UPGRADE, seats(20)));

        assertThat(estimate.totals()).isEqualTo(new Amounts(152000, 15200, 0, 0, 0));
        assertThat(estimate.totals().total()).as("U-03").isEqualTo(136800);
        assertThat(totals(estimate)).containsExactly(21600L, 43200L, 43200L, 28800L);
        assertThat(billDates(estimate)).containsExactly("2025-06-15", "2025-07-31", "2025-10-31", "2026-01-31");
        assertThat(WireDates.lastDay(estimate.schedule().getFirst().service())).isEqualTo("2025-07-30");
        assertThat(estimate.lines()).hasSize(1);
        assertThat(estimate.lines().getFirst().line().quantity()).isEqualTo(Quantity.of(8));
        assertThat(estimate.lines().getFirst().line().tiers())
                .containsExactly(new TierRow(
                        Quantity.of(8),
                        UnitPrice.of("20.00"),
                        false,
                        new BigDecimal("1520.00"),
                        "9 months 15 days",
                        Currency.USD));
    }

    @Test
    void theSharedInvoiceOfTheEndOfJuly() {
        var contract = Contract.of(TERMS).with(Upgrades.of(UPGRADE, seats(20)));

        var all = priced(Pricing.estimateContract(contract, PricingContext.PLAIN));

        var july = all.schedule().stream()
                .filter(item -> item.billOn().equals(LocalDate.of(2025, 7, 31)))
                .findFirst()
                .orElseThrow();
        assertThat(july.amounts().total()).as("S-07, U-11").isEqualTo(121500);
        assertThat(july.charges()).extracting(charge -> charge.amounts().net()).containsExactly(78300L, 43200L);
    }

    @Test
    void theRecast() {
        assertThat(Bricks.credit(Unused.at(RECAST, List.of(july(121500))))).isEqualTo(67500);

        var partlyPaid = Unused.at(RECAST, List.of(july(70000))).getFirst();
        assertThat(partlyPaid.credit()).isEqualTo(16000);
        assertThat(partlyPaid.offset()).isEqualTo(51500);

        var fresh = seats(30).withDiscounts(Discounts.NONE);
        var estimate = priced(
                terms(RECAST, 24, BillingFrequency.ANNUALLY, fresh),
                PricingContext.PLAIN.crediting(Bricks.adjustment(67500)));
        assertThat(totals(estimate)).containsExactly(712500L, 780000L);
        assertThat(WireDates.lastDay(estimate.term())).as("R-07").isEqualTo("2027-09-09");
    }

    private static BilledInvoice july(long paid) {
        var quarter = new Period(LocalDate.of(2025, 7, 31), LocalDate.of(2025, 10, 31));
        var lines = Contract.of(TERMS).with(Upgrades.of(UPGRADE, seats(20))).lines().stream()
                .filter(line -> line.kind() == LineKind.SUBSCRIPTION)
                .map(line -> new BilledInvoice.BilledLine(line, quarter, 0))
                .toList();
        return new BilledInvoice(new UUID(1, 1), 121500, paid, 121500 - paid, 0, 0, 0, 0, lines);
    }
}
