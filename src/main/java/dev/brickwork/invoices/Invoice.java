package dev.brickwork.invoices;

import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// An invoice as readers see it, with what stands on it.
///
/// @param customerName of the company that pays
/// @param purchaseOrder its own, else the subscription's
public record Invoice(
        InvoiceId id,
        Optional<UUID> subscription,
        UUID customer,
        UUID billedCompany,
        String customerName,
        UUID entity,
        Currency currency,
        Zone zone,
        Optional<String> number,
        int version,
        LocalDate billOn,
        LocalDate dueOn,
        Optional<Instant> issuedAt,
        InvoiceStatus.Facts facts,
        Optional<Instant> fullyPaidAt,
        Sums sums,
        Optional<String> purchaseOrder,
        Optional<String> memo,
        String metadata,
        Instant createdAt,
        long rowVersion,
        List<Item> items) {
    /// Minor units of its currency.
    public record Sums(
            long subTotal,
            long discount,
            long tax,
            long total,
            long paid,
            long credited,
            long offset,
            long remaining) {}

    /// A line as the wire shows it; local calendar dates, half-open.
    public record Item(
            Optional<String> name,
            Optional<UUID> brick,
            Optional<String> code,
            java.math.BigDecimal quantity,
            long tax,
            long total,
            LocalDate startsOn,
            LocalDate endsOn) {}

    public Invoice {
        items = List.copyOf(items);
    }

    /// By the clock of whoever asks, not by the last sweep (API extended 1).
    public InvoiceStatus status(Instant now) {
        return InvoiceStatus.of(facts, zone.dateOf(now));
    }
}
