package dev.brickwork.documents;

import dev.brickwork.documents.InvoicePaper.Discount;
import dev.brickwork.documents.InvoicePaper.Line;
import java.util.LinkedHashMap;
import java.util.List;

/// What lines add up to, for the table below them.
///
/// @param discounts added up by their label, in the order of their first line
public record Sums(long subtotalCents, long discountCents, List<Discount> discounts) {
    public static Sums of(List<Line> lines) {
        var labels = new LinkedHashMap<String, Long>();
        for (var line : lines)
            for (var discount : line.discounts()) labels.merge(discount.label(), discount.cents(), Math::addExact);
        return new Sums(
                lines.stream().mapToLong(Line::grossCents).sum(),
                lines.stream().mapToLong(Line::discountCents).sum(),
                labels.entrySet().stream()
                        .map(label -> new Discount(label.getKey(), label.getValue()))
                        .toList());
    }

    public long netCents() {
        return subtotalCents - discountCents;
    }
}
