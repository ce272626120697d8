package dev.brickwork.invoicing.issued;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.InvoiceStatus.SettledBy;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Totals of an invoice, and its state when it is issued.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class InvoiceTotalsTest {
    private static final LocalDate DAY = LocalDate.of(2025, 5, 1);
    private static final TaxRates TEN_PERCENT = rates("10");

    private static TaxRates rates(String percent) {
        return TaxRates.always(
                List.of(TaxComponent.of("VAT", Percent.parse(percent).orElseThrow())));
    }

    private static Billable line(long gross, long discount) {
        return new Billable(
                Billable.Kind.CHARGE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "Seats",
                Optional.empty(),
                BigDecimal.ONE,
                Period.day(DAY),
                gross,
                discount,
                "standard",
                "{}");
    }

    private static InvoiceTotals bill(TaxRates rates, long credit, Billable... lines) {
        return InvoiceTotals.of(List.of(lines), rates, credit, Optional.of("Adjustment credit"), DAY);
    }

    /// Rule X-02: three lines of 105 at 10 %.
    @Test
    void taxIsRoundedOncePerInvoiceAndSplitOverTheLines() {
        var bill = bill(TEN_PERCENT, 0, line(105, 0), line(105, 0), line(105, 0));
        assertThat(bill.tax()).isEqualTo(32);
        assertThat(bill.lines()).extracting(InvoiceTotals.TaxedLine::tax).containsExactly(11L, 11L, 10L);
        assertThat(bill.total()).isEqualTo(347);
    }

    /// Rules I-10 and X-07: tax makes the total; credit settles it and leaves the tax alone.
    @Test
    void taxBelongsToTheTotalAndCreditDoesNot() {
        var twenty = rates("20");
        assertThat(bill(twenty, 0, line(10_000, 1_000)).total()).isEqualTo(10_800);
        var bill = bill(twenty, 0, line(10_000, 0));
        assertThat(bill.total()).isEqualTo(12_000);
        assertThat(bill.total() - OpeningBalance.of(bill, 0, 3_000).credited()).isEqualTo(9_000);
    }

    /// Rule M-08: lines 5000 and -7000 come to 0, and 2000 is carried forward.
    @Test
    void aNegativeTotalIsCarriedForward() {
        var bill = bill(TaxRates.NONE, 0, line(5000, 0), line(0, 7000));
        assertThat(bill.total()).isZero();
        assertThat(bill.carriedForward()).isEqualTo(2000);
        assertThat(bill.lines().getLast().line().name()).isEqualTo("Credit carried forward");
    }

    /// Rule R-04: 54839 against 15000 a month leaves the first invoice at 0 and the rest of the credit free.
    @Test
    void theAdjustmentCreditIsALineAndNeverMoreThanTheInvoice() {
        var bill = bill(TaxRates.NONE, 54_839, line(15_000, 0));
        assertThat(bill.total()).isZero();
        assertThat(bill.credit()).isEqualTo(15_000);
        assertThat(bill.releasedCredit()).isEqualTo(39_839);
        assertThat(total(bill.lines().getLast())).isEqualTo(-15_000);
    }

    private static long total(InvoiceTotals.TaxedLine taxed) {
        return taxed.line().net() + taxed.tax();
    }

    /// V4: the lines add up to the total, whatever is on them; nothing of the credit is lost.
    @Test
    void linesAddUp() {
        Property.holds(Property.cases(2_000, 50_000), random -> {
            var lines = new ArrayList<Billable>();
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                lines.add(line(random.nextInt(100_000), random.nextInt(3) == 0 ? random.nextInt(120_000) : 0));
            }
            long credit = random.nextBoolean() ? 0 : random.nextInt(200_000);
            var bill = bill(
                    random.nextBoolean() ? TaxRates.NONE : rates(random.nextInt(30) + "." + random.nextInt(99)),
                    credit,
                    lines.toArray(Billable[]::new));
            assertThat(bill.lines().stream().mapToLong(InvoiceTotalsTest::total).sum())
                    .isEqualTo(bill.total());
            assertThat(bill.total()).isNotNegative();
            assertThat(bill.credit() + bill.releasedCredit()).isEqualTo(credit);
            assertThat(bill.taxes().stream().mapToLong(tax -> tax.amount()).sum())
                    .isEqualTo(bill.tax());
        });
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # total, prepaid, balance | paid, excess, credited, settled by
              10000,       0,       0,     0,      0,        0,
               8000,    5000,       0,  5000,      0,        0,
              10000,   15000,       0, 10000,   5000,        0, PAYMENT
               1549,       0,   47581,     0,      0,     1549, CREDIT
               2995,       0,   46032,     0,      0,     2995, CREDIT
              10000,       0,    2000,     0,      0,     2000,
              10000,    4000,    9000,  4000,      0,     6000, CREDIT
                  0,       0,    9000,     0,      0,        0, NOTHING_DUE
                  0,    3000,       0,     0,   3000,        0, NOTHING_DUE
            """)
    void prepaymentsCountFirstThenCredit(
            long total, long prepaid, long balance, long paid, long excess, long credited, SettledBy settledBy) {
        var opening = OpeningBalance.of(bill(TaxRates.NONE, 0, line(total, 0)), prepaid, balance);
        assertThat(opening).isEqualTo(new OpeningBalance(paid, excess, credited, Optional.ofNullable(settledBy)));
    }

    /// Rule S-08: a zero invoice that an adjustment credit made is CREDITED.
    @Test
    void anInvoiceThatCreditBroughtToNothingIsCredited() {
        var opening = OpeningBalance.of(bill(TaxRates.NONE, 20_000, line(15_000, 0)), 0, 0);
        assertThat(opening.settledBy()).contains(SettledBy.CREDIT);
    }

    /// Rule I-08: 12000 paid, regenerated to 11000: remaining 0, ledger +1000.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # total | paid, credited, offset | paid, credited, offset, to ledger
              11000,  12000,       0,      0, 11000,        0,      0,      1000
              12000,   5000,    3000,      0,  5000,     3000,      0,         0
               6000,   5000,    3000,      0,  3000,     3000,      0,      2000
               2000,   5000,    3000,      0,     0,     2000,      0,      6000
               1000,      0,    1000,   2000,     0,        0,   1000,      1000
            """)
    void moneyOnAnInvoiceFitsItsNewTotal(
            long total,
            long paid,
            long credited,
            long offset,
            long toPaid,
            long toCredited,
            long toOffset,
            long ledger) {
        var amounts = new LockedInvoice.Amounts(
                paid + credited + offset, paid, 0, credited, offset, 0, 0, 0, 0, paid + credited + offset);
        assertThat(Refit.of(total, amounts, 0, 0))
                .isEqualTo(new Refit(toPaid, toCredited, toOffset, offset - toOffset, ledger));
    }
}
