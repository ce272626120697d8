package dev.brickwork.pricing;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxAmount;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.tax.TaxRun;
import dev.brickwork.pricing.tax.TaxSheet;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tax per invoice and component.
@Tag("fast")
final class TaxTest {
    private static TaxComponent tax(String rate) {
        return TaxComponent.of("Tax " + rate, new Percent(new BigDecimal(rate)));
    }

    private static TaxSheet sheet(TaxRates rates, long... nets) {
        return TaxSheet.of(
                Arrays.stream(nets)
                        .mapToObj(net -> new TaxSheet.Taxable("standard", net))
                        .toList(),
                rates);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | rates           | nets        | amounts    | per line
            X-01   | 10              | 60000       | 6000       | 6000
            X-02   | 10              | 105 105 105 | 32         | 11 11 10
            X-03   | 8.875 2.125 0.5 | 9999        | 887 212 50 | 1149
            X-04   | 7.25            | 10000       | 725        | 725
            X-05   | 20              | 3500        | 700        | 700
            X-07   | 20              | 10000       | 2000       | 2000
            minus  | 10              | 1000 -400   | 60         | 60 0
            minus  | 10              | -1000 400   | -60        | -60 0
            none   | 10              | 1000 -1000  | 0          | 0 0
            """)
    void sheets(String rule, String rates, String nets, String amounts, String perLine) {
        var components = Arrays.stream(rates.split(" ", -1)).map(TaxTest::tax).toList();
        var sheet = sheet(
                TaxRates.always(components),
                Arrays.stream(nets.split(" ", -1)).mapToLong(Long::parseLong).toArray());
        assertThat(sheet.components().stream().map(it -> String.valueOf(it.amount())))
                .as(rule)
                .containsExactly(amounts.split(" ", -1));
        assertThat(sheet.perLine().stream().map(String::valueOf)).as(rule).containsExactly(perLine.split(" ", -1));
        assertThat(sheet.total())
                .isEqualTo(
                        sheet.components().stream().mapToLong(TaxAmount::amount).sum());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # standing | added   | per line added
            105 105    | 105     | 11
            105        | 105 105 | 11 10
            104        | 1       | 1
            105        | 1       | 0
            1000       | -6      | -1
            1000       | -5 5    | 0 0
            """)
    void whatJoinsAnInvoiceAddsToItsTax(String standing, String added, String perLine) {
        var run = new TaxRun(TaxRates.always(List.of(tax("10"))));
        assertThat(Arrays.stream(run.of(lines(standing), lines(added))).mapToObj(String::valueOf))
                .as("X-02")
                .containsExactly(perLine.split(" ", -1));
    }

    private static List<TaxSheet.Taxable> lines(String nets) {
        return Arrays.stream(nets.split(" ", -1))
                .map(net -> new TaxSheet.Taxable("standard", Long.parseLong(net)))
                .toList();
    }

    @Test
    void reverseChargeShowsItsBase() {
        var component = new TaxComponent("VAT DE", Percent.ZERO, true, false);
        assertThat(sheet(TaxRates.always(List.of(component)), 3500).components())
                .as("X-05")
                .containsExactly(new TaxAmount(component, 3500, 0));
    }

    @Test
    void aCompoundTaxIsAlsoDueOnTheOneBefore() {
        var second = new TaxComponent("Second", Percent.of(10), false, true);
        var sheet = sheet(TaxRates.always(List.of(tax("10"), second)), 1000, 500);
        assertThat(sheet.components()).as("X-03").extracting(TaxAmount::amount).containsExactly(150L, 165L);
        assertThat(sheet.components().get(1).taxable()).isEqualTo(1650);
        assertThat(sheet.perLine()).containsExactly(210L, 105L);
    }

    /// Whichever line comes first: the tax of the other category must be there before the compound one is due
    /// on it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # lines        | per line
            books standard | 100 210
            standard books | 210 100
            """)
    void aCompoundTaxOfTwoCategoriesIsDueOnWhatComesBeforeItInEither(String lines, String perLine) {
        var second = new TaxComponent("Second", Percent.of(10), false, true);
        TaxRates rates = category -> category.equals("books") ? List.of(second) : List.of(tax("10"), second);
        var sheet = TaxSheet.of(
                Arrays.stream(lines.split(" ", -1))
                        .map(category -> new TaxSheet.Taxable(category, 1000))
                        .toList(),
                rates);
        assertThat(sheet.perLine().stream().map(String::valueOf)).as("X-03").containsExactly(perLine.split(" ", -1));
        assertThat(sheet.components())
                .containsExactly(new TaxAmount(tax("10"), 1000, 100), new TaxAmount(second, 2100, 210));
    }

    @Test
    void categoriesThatContradictEachOtherAreTaxedAsTheyCome() {
        var first = new TaxComponent("First", Percent.of(10), false, true);
        var second = new TaxComponent("Second", Percent.of(10), false, true);
        TaxRates rates = category -> category.equals("books") ? List.of(second, first) : List.of(first, second);
        var sheet = TaxSheet.of(
                List.of(new TaxSheet.Taxable("standard", 1000), new TaxSheet.Taxable("books", 1000)), rates);
        assertThat(sheet.components())
                .containsExactly(new TaxAmount(first, 2000, 200), new TaxAmount(second, 2200, 220));
    }

    @Test
    void categoriesHaveTheirOwnTaxes() {
        TaxRates rates = category -> category.equals("books") ? List.of(tax("5")) : List.of(tax("20"), tax("1"));
        var sheet = TaxSheet.of(
                List.of(new TaxSheet.Taxable("books", 1000), new TaxSheet.Taxable("standard", 2000)), rates);
        assertThat(sheet.perLine()).containsExactly(50L, 420L);
        assertThat(sheet.components()).extracting(TaxAmount::taxable).containsExactly(1000L, 2000L, 2000L);
        assertThat(TaxSheet.of(List.of(), rates)).isEqualTo(new TaxSheet(List.of(), List.of()));
        assertThat(sheet(TaxRates.NONE, 5).perLine()).as("W-03").containsExactly(0L);
    }

    /// 10 % of 1.05 is 11 cents on an invoice of its own; beside another 1.05 it adds 10.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # order closed | upgrade closed | tax of the upgrade
            2025-01-01     | 2025-01-01     | 11
            2024-12-01     | 2024-12-15     | 10
            2024-12-01     | 2025-01-01     | 11
            """)
    void whatIsBilledAtOnceIsTaxedAlone(LocalDate closed, LocalDate changed, long tax) {
        var contract = Contract.of(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, once("a", 1, "1.05")));
        var closings = Stream.of(closed, changed)
                .map(on -> BillDates.closed(on, FirstCharge.CONTRACT_START_DATE))
                .toList();
        var circumstances = PricingContext.PLAIN
                .taxedBy(TaxRates.always(List.of(tax("10"))))
                .closed(closings);
        var upgrade = Upgrades.of(NEW_YEAR, once("b", 1, "1.05"));
        assertThat(priced(Pricing.estimateUpgrade(contract, upgrade, circumstances))
                        .totals()
                        .tax())
                .as("X-02, U-11")
                .isEqualTo(tax);
    }

    @Test
    void eachBillDateIsOneInvoice() {
        var rates = TaxRates.always(List.of(tax("10")));
        var estimate = priced(
                terms(
                        NEW_YEAR,
                        3,
                        BillingFrequency.MONTHLY,
                        seats(1, "1.05"),
                        once("o", 1, "1.05"),
                        Bricks.milestone(1, "1.05")),
                PricingContext.PLAIN.taxedBy(rates));
        assertThat(estimate.schedule()).extracting(item -> item.amounts().tax()).containsExactly(21L, 11L, 11L);
        assertThat(estimate.totals().tax())
                .as("the milestone is an invoice of its own")
                .isEqualTo(54);
        assertThat(estimate.unscheduledTotal()).isEqualTo(116);
        assertThat(estimate.taxes()).containsExactly(new TaxAmount(tax("10"), 525, 54));
        assertThat(estimate.lines()).extracting(line -> line.amounts().tax()).containsExactly(33L, 10L, 11L);
    }
}
