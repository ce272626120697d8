package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.tax.TaxAmount;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.tax.TaxSheet;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Totals of an invoice: its lines taxed as a whole, the adjustment credit as a line of its own, and the
/// balancing line that keeps the total from falling below zero (rules, I-10, M-08). Pure.
///
/// @param credit the adjustment credit that it bears
/// @param releasedCredit the part of the credit that it cannot bear
/// @param carriedForward what goes to the customer's ledger, because the lines came to less than nothing
public record InvoiceTotals(
        List<TaxedLine> lines,
        List<TaxAmount> taxes,
        long subTotal,
        long discount,
        long tax,
        long credit,
        long releasedCredit,
        long carriedForward) {
    static final String CARRIED_FORWARD = "Credit carried forward";

    /// A line with its share of the tax.
    public record TaxedLine(Billable line, long tax) {
        /// As an invoice that is not stored shows it.
        public Invoice.Item item(String kind) {
            return new Invoice.Item(
                    Optional.empty(),
                    kind,
                    line.name(),
                    line.brick(),
                    line.code(),
                    line.quantity(),
                    line.dates(),
                    line.gross(),
                    line.discount(),
                    tax);
        }
    }

    public static InvoiceTotals of(
            List<Billable> billables, TaxRates taxes, long mostCredit, Optional<String> creditLabel, LocalDate on) {
        var sheet = TaxSheet.of(
                billables.stream()
                        .map(line -> new TaxSheet.Taxable(line.taxCategory(), line.net()))
                        .toList(),
                taxes);
        var lines = new ArrayList<TaxedLine>();
        long gross = 0;
        long discount = 0;
        for (int i = 0; i < billables.size(); i++) {
            var line = billables.get(i);
            lines.add(new TaxedLine(line, sheet.perLine().get(i)));
            gross += line.gross();
            discount += line.discount();
        }
        long due = Money.checked(gross - discount + sheet.total());
        long credit = Math.clamp(due, 0, mostCredit);
        long carried = Math.max(0, -due);
        if (credit > 0) {
            var label = creditLabel.orElse(AdjustmentCredit.LABEL_DEFAULT);
            lines.add(balancing(Billable.Kind.ADJUSTMENT_CREDIT, label, -credit, on));
        }
        if (carried > 0) lines.add(balancing(Billable.Kind.CARRIED_FORWARD, CARRIED_FORWARD, carried, on));
        return new InvoiceTotals(
                List.copyOf(lines),
                sheet.components(),
                Money.checked(gross),
                Money.checked(discount),
                Money.checked(sheet.total()),
                credit,
                mostCredit - credit,
                carried);
    }

    private static TaxedLine balancing(Billable.Kind kind, String name, long amount, LocalDate on) {
        return new TaxedLine(
                new Billable(
                        kind,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        name,
                        Optional.empty(),
                        BigDecimal.ONE,
                        Period.day(on),
                        amount,
                        0,
                        "",
                        "{}"),
                0);
    }

    public long net() {
        return subTotal - discount;
    }

    public long total() {
        return net() + tax - credit + carriedForward;
    }
}
