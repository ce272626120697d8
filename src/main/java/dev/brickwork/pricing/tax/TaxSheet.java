package dev.brickwork.pricing.tax;

import java.util.Arrays;
import java.util.List;

/// The tax of one invoice: each component rounded once on the sum of its nets (R4, rule X-02), then split over
/// the lines by largest remainder, so that lines and components both add up. Discounts lower the base, credits
/// do not.
///
/// @param perLine the tax of each line, in the order given
public record TaxSheet(List<TaxAmount> components, List<Long> perLine) {
    public TaxSheet {
        components = List.copyOf(components);
        perLine = List.copyOf(perLine);
    }

    /// A line of the invoice: its category and what it costs after discounts.
    public record Taxable(String category, long net) {}

    public static TaxSheet of(List<Taxable> lines, TaxRates rates) {
        if (lines.isEmpty()) return new TaxSheet(List.of(), List.of());
        var run = new TaxRun(rates);
        var perLine = run.of(lines);
        return new TaxSheet(run.amounts(), Arrays.stream(perLine).boxed().toList());
    }

    public long total() {
        return perLine.stream().mapToLong(Long::longValue).sum();
    }
}
