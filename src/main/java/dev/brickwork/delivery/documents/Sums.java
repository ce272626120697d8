package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.InvoicePaper.Discount;
import dev.brickwork.delivery.documents.InvoicePaper.Line;
import java.util.LinkedHashMap;
import java.util.List;

/// The totals of lines, for the table below them.
///
/// @param discounts added up by what they are called, in the order of their first line
public record Sums(long subtotalCents, long discountCents, List<Discount> discounts) {
    public static Sums of(List<Line> lines) {
        var kinds = new LinkedHashMap<Discount, Long>();
        for (var line : lines)
            for (var discount : line.discounts()) {
                kinds.merge(new Discount(discount.rates(), discount.coupon(), 0), discount.cents(), Math::addExact);
            }
        return new Sums(
                lines.stream().mapToLong(Line::grossCents).sum(),
                lines.stream().mapToLong(Line::discountCents).sum(),
                kinds.entrySet().stream()
                        .map(kind -> new Discount(
                                kind.getKey().rates(), kind.getKey().coupon(), kind.getValue()))
                        .toList());
    }

    public long netCents() {
        return subtotalCents - discountCents;
    }
}
