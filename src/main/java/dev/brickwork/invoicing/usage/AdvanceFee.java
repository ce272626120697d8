package dev.brickwork.invoicing.usage;

import dev.brickwork.ids.OrderId;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.terms.BrickId;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The fee that a window without a commitment was billed at its start, and the issued invoices that bear it. Where the
/// window comes to less, what it comes to less is a part of this fee and is given back as it was billed: with its share
/// of discounts and coupon, and never more than all of it (rules P-04, P-07, G-03).
///
/// @param net after discounts and coupon
/// @param parts in the order of billing; together less than the net where an invoice is not issued, muted, or missing
///     because another system billed it
public record AdvanceFee(long gross, long net, List<Part> parts) {
    public static final AdvanceFee NONE = new AdvanceFee(0, 0, List.of());

    public AdvanceFee {
        parts = List.copyOf(parts);
    }

    /// A part of the fee on one issued invoice.
    ///
    /// @param net of it that is still for the window: less than the charge where the window was cut
    record Part(Charged charge, long net) {
        UUID invoice() {
            return charge.invoice;
        }

        /// Whether it is owed, or would be if these invoices were void.
        boolean isOwed(Set<UUID> voided) {
            return !charge.isVoided && !voided.contains(charge.invoice);
        }
    }

    /// A charge for a commitment on an issued invoice.
    ///
    /// @param startsOn service date
    public record Charged(
            OrderId term,
            BrickId brick,
            LocalDate startsOn,
            UUID orderLine,
            UUID invoice,
            long net,
            boolean isVoided) {}

    /// The fee of a window as issued invoices bear it, each up to what is left of it.
    ///
    /// @param charged what issued invoices bear of the window, in the order of billing
    public static AdvanceFee of(Amounts fee, List<Charged> charged) {
        if (fee.gross() <= 0 || fee.net() <= 0) return NONE;
        var parts = new ArrayList<Part>();
        long left = fee.net();
        for (var charge : charged) {
            long net = Math.min(left, charge.net);
            if (net <= 0) continue;
            parts.add(new Part(charge, net));
            left -= net;
        }
        return new AdvanceFee(fee.gross(), fee.net(), parts);
    }

    /// A rating below zero takes back its share of the fee.
    public Overage bounded(Overage rated) {
        if (gross == 0 || rated.net() >= 0) return rated;
        long back = Math.clamp(-rated.gross(), 0, gross);
        long discount = back - Rounding.share(net, back, gross);
        return new Overage(rated.units(), -back, -discount);
    }

    boolean isOn(UUID invoice) {
        return parts.stream().anyMatch(part -> part.invoice().equals(invoice));
    }

    /// The last issued invoice that bears some of it and is not void.
    public Optional<UUID> bearer() {
        return parts.reversed().stream()
                .filter(part -> part.isOwed(Set.of()))
                .map(Part::invoice)
                .findFirst();
    }

    /// As an amount that was billed.
    Overage billed() {
        return new Overage(Quantity.ZERO, gross, gross - net);
    }
}
