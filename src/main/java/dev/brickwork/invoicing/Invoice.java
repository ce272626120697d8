package dev.brickwork.invoicing;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// An invoice as readers see it, with what stands on it.
///
/// @param customerName of the company that pays
/// @param version 0 before it is issued
/// @param paymentUrl absent before it is issued, and when online payment is not possible
/// @param purchaseOrder its own, else the subscription's
/// @param taxes the components of its tax as JSON, as the version has them
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
        Optional<String> paymentUrl,
        Optional<String> purchaseOrder,
        Optional<String> memo,
        String metadata,
        String taxes,
        Instant createdAt,
        long rowVersion,
        List<Item> items,
        List<Paid> payments,
        List<Attachment> attachments) {
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

    /// A line as the wire shows it.
    ///
    /// @param id absent before it is issued
    /// @param kind in the words of the API
    /// @param dates local calendar dates
    /// @param unpriced units that were used and come to more than can be billed (rule M-09)
    public record Item(
            Optional<UUID> id,
            String kind,
            String name,
            Optional<UUID> brick,
            Optional<String> code,
            BigDecimal quantity,
            Period dates,
            long gross,
            long discount,
            long tax,
            Optional<BigDecimal> unpriced) {
        public Item(
                Optional<UUID> id,
                String kind,
                String name,
                Optional<UUID> brick,
                Optional<String> code,
                BigDecimal quantity,
                Period dates,
                long gross,
                long discount,
                long tax) {
            this(id, kind, name, brick, code, quantity, dates, gross, discount, tax, Optional.empty());
        }

        public long total() {
            return gross - discount + tax;
        }

        /// From service dates to those of the calendar (rule K-02).
        public Item on(ServiceClock clock) {
            return new Item(
                    id, kind, name, brick, code, quantity, clock.calendar(dates), gross, discount, tax, unpriced);
        }
    }

    /// A payment on it, or a charge that failed.
    public record Paid(
            UUID id,
            Optional<String> number,
            Optional<UUID> version,
            long amount,
            Instant at,
            Optional<String> error,
            String method,
            String state,
            Optional<String> proof,
            Optional<String> memo,
            long refunded) {}

    public Invoice {
        items = List.copyOf(items);
        payments = List.copyOf(payments);
        attachments = List.copyOf(attachments);
    }

    /// Status by the reader's clock, not by the last sweep.
    public InvoiceStatus status(Instant now) {
        return InvoiceStatus.of(facts, zone.dateOf(now));
    }

    public Invoice with(Sums other, List<Item> lines) {
        return new Invoice(
                id,
                subscription,
                customer,
                billedCompany,
                customerName,
                entity,
                currency,
                zone,
                number,
                version,
                billOn,
                dueOn,
                issuedAt,
                facts,
                fullyPaidAt,
                other,
                paymentUrl,
                purchaseOrder,
                memo,
                metadata,
                taxes,
                createdAt,
                rowVersion,
                lines,
                payments,
                attachments);
    }

    public boolean isIssued() {
        return issuedAt.isPresent();
    }
}
