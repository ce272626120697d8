package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.in;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.tiers;
import static dev.brickwork.pricing.Bricks.totals;
import static dev.brickwork.pricing.Bricks.upgraded;
import static dev.brickwork.pricing.Bricks.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PricingModel;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The kernel in currencies with none, two and three decimals (rule C-02).
@Tag("fast")
final class DecimalsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # currency | seats | price  | months | gross   | contract value | row
            JPY        | 10    | 1200   | 1      | 12000   | 12000 JPY      | 10 x 1200 = 12000
            JPY        | 1     | 1200   | 1      | 1200    | 1200 JPY       | 1 x 1200 = 1200
            JPY        | 3     | 0.5    | 1      | 2       | 2 JPY          | 3 x 0.5 = 2
            JPY        | 70000 | 0.0065 | 1      | 455     | 455 JPY        | 70000 x 0.0065 = 455
            KWD        | 10    | 120    | 1      | 1200000 | 1200.000 KWD   | 10 x 120.000 = 1200.00
            KWD        | 1     | 1.2345 | 1      | 1235    | 1.235 KWD      | 1 x 1.2345 = 1.23
            KWD        | 7     | 0.125  | 12     | 10500   | 10.500 KWD     | 7 x 0.125 = 10.50
            KWD        | 3     | 0.335  | 1      | 1005    | 1.005 KWD      | 3 x 0.335 = 1.01
            ISK        | 2     | 990    | 12     | 23760   | 23760 ISK      | 2 x 990 = 23760
            UGX        | 5     | 37000  | 1      | 185000  | 185000 UGX     | 5 x 37000 = 185000
            CHF        | 10    | 12.5   | 1      | 12500   | 125.00 CHF     | 10 x 12.50 = 125.00
            """)
    void aPriceTimesItsUnits(
            String currency, long seats, String price, int months, long gross, String contractValue, String row) {
        var estimate = priced(in(currency, terms(NEW_YEAR, months, BillingFrequency.ALL_UPFRONT, seats(seats, price))));

        assertThat(estimate.totals().gross()).isEqualTo(gross);
        assertThat(estimate.contractValue().withCode()).isEqualTo(contractValue);
        assertThat(rows(estimate)).containsExactly(row);
    }

    private static List<String> rows(Estimate estimate) {
        return estimate.lines().getFirst().line().tiers().stream()
                .map(row -> "%s x %s = %s".formatted(row.quantity(), row.price(), row.subTotal()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # currency | model      | tiers            | units | gross | rows
            JPY        | graduated  | 10:100.5 80.25   | 12    | 1166  | 10 x 100.5 = 1005; 2 x 80.25 = 161
            JPY        | graduated  | 10:100/500 80/50 | 12    | 1710  | 10 x 100 = 1000; 1 x 500 = 500; 2 x 80 = 160; 1 x 50 = 50
            JPY        | volume     | 10:100 80.25     | 12    | 963   | 12 x 80.25 = 963
            JPY        | stairstep  | 10:0/5000 0/9000 | 12    | 9000  | 1 x 9000 = 9000
            KWD        | graduated  | 10:0.125 0.1055  | 12    | 1461  | 10 x 0.125 = 1.25; 2 x 0.1055 = 0.21
            KWD        | volume     | 10:0.125 0.1055  | 11    | 1161  | 11 x 0.1055 = 1.16
            KWD        | stairstep  | 10:0/5 0/9.5     | 11    | 9500  | 1 x 9.500 = 9.50
            """)
    void tiersAreOfTheMinorUnit(String currency, String model, String tiers, long units, long gross, String rows) {
        var ladder = tiers(tiers);
        var priced = switch (model) {
            case "graduated" -> new PricingModel.Graduated(ladder);
            case "volume" -> new PricingModel.Volume(ladder);
            default -> new PricingModel.Stairstep(ladder);
        };
        var brick = brick("seats", BrickType.SUBSCRIPTION, units, Prices.monthly(priced));

        var estimate = priced(in(currency, terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, brick)));

        assertThat(estimate.totals().gross()).isEqualTo(gross);
        assertThat(String.join("; ", rows(estimate))).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # currency | price | rate | fixed | discount
            JPY        | 333   | 10   | 0     | 33
            JPY        | 335   | 10   | 0     | 34
            JPY        | 1000  | 12.5 | 30    | 155
            KWD        | 0.333 | 10   | 0     | 33
            KWD        | 1.005 | 10   | 0     | 101
            KWD        | 10    | 12.5 | 30    | 1280
            """)
    void discountsRoundToTheMinorUnit(String currency, String price, BigDecimal rate, long fixed, long discount) {
        var byRate = seats(1, price).withDiscounts(Bricks.renewing(new Percent(rate)));
        var brick = fixed == 0
                ? byRate
                : byRate.withDiscounts(new Discounts(
                        byRate.discounts().renewing(), byRate.discounts().oneTime(), OptionalLong.of(fixed)));

        var estimate = priced(in(currency, terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, brick)));

        assertThat(estimate.totals().discount()).isEqualTo(discount);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # currency | price | rate | tax
            JPY        | 1005  | 10   | 101
            JPY        | 1004  | 10   | 100
            JPY        | 1     | 8    | 0
            KWD        | 1.005 | 5    | 50
            KWD        | 1.01  | 5    | 51
            KWD        | 120   | 5    | 6000
            """)
    void taxRoundsToTheMinorUnit(String currency, String price, BigDecimal rate, long tax) {
        var taxed = PricingContext.PLAIN.taxedBy(TaxRates.always(List.of(TaxComponent.of("Tax", new Percent(rate)))));

        var estimate = priced(in(currency, terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, seats(1, price))), taxed);

        assertThat(estimate.totals().tax()).isEqualTo(tax);
    }

    @Test
    void timeIsSplitIntoWholeUnits() {
        var yen = in("JPY", terms(NEW_YEAR, 3, BillingFrequency.MONTHLY, seats(1, "3333.333333")));
        assertThat(totals(priced(yen))).as("M-05").containsExactly(3333L, 3334L, 3333L);

        var dinar = in("KWD", terms(NEW_YEAR, 3, BillingFrequency.MONTHLY, seats(1, "3.333333")));
        assertThat(totals(priced(dinar))).as("M-05").containsExactly(3333L, 3334L, 3333L);
    }

    /// Half of April at the price of a month.
    @ParameterizedTest
    @CsvSource({"JPY, 1000, 500", "JPY, 1001, 501", "KWD, 1, 500", "KWD, 1.001, 501", "KWD, 10.003, 5002"})
    void anUpgradeInTheMiddleOfAMonth(String currency, String price, long total) {
        var april = LocalDate.of(2025, 4, 1);
        var contract = Contract.of(in(currency, terms(april, 1, BillingFrequency.MONTHLY, seats(1, price))));

        var upgrade = upgraded(contract, Upgrades.of(april.plusDays(15), seats(2, price)));

        assertThat(upgrade.totals().total()).as("T-04").isEqualTo(total);
    }

    @Test
    void usageThatIsMoneyIsOfTheMinorUnit() {
        var fees = usage(250_000, BillingFrequency.MONTHLY, new PricingModel.Percentage(UnitPrice.of("1.39")));
        for (var currency : List.of("USD", "JPY", "KWD")) {
            var estimate = priced(in(currency, terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, fees)));
            assertThat(estimate.totals().gross()).as("G-11 %s", currency).isEqualTo(3475);
        }
    }

    @Test
    void aFixedDiscountIsOfTheCurrency() {
        var brick = once("setup", 1, "500").withDiscounts(Bricks.fixed(500));
        for (var currency : List.of("JPY", "KWD", "EUR")) {
            var estimate = priced(in(currency, terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, brick)));
            assertThat(estimate.totals().discount()).as("C-03 %s", currency).isEqualTo(500);
        }
        var yen = priced(in("JPY", terms(NEW_YEAR, 1, BillingFrequency.MONTHLY, brick)));
        assertThat(yen.contractValue().withCode()).as("C-03").isEqualTo("0 JPY");
    }

    /// R5 keeps six decimals of the major unit whatever the currency has.
    @Test
    void anUpliftedPriceKeepsItsSixDecimals() {
        var uplifted = UnitPrice.of("1200").uplifted(new Percent(new BigDecimal("3.333")));
        var estimate = priced(in(
                "JPY",
                terms(
                        NEW_YEAR,
                        1,
                        BillingFrequency.MONTHLY,
                        seats(10, uplifted.major().toPlainString()))));
        assertThat(uplifted.major()).isEqualByComparingTo("1239.996");
        assertThat(estimate.totals().gross()).isEqualTo(12400);
    }
}
