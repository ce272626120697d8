package dev.brickwork.invoicing.scheduled;

import dev.brickwork.customers.Customer;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.LegalEntity;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// An invoice to be made that no subscription's schedule holds: free lines, or a completed milestone.
///
/// @param issueOn a day to come leaves it SCHEDULED until then
/// @param dueOn absent means the payment terms from the day of issue
/// @param emails who gets it; empty means as for the billed company's other invoices
/// @param isMuted another system has billed it: it is kept, but never issued
/// @param metadata JSON
public record Standalone(
        Customer customer,
        Customer billed,
        LegalEntity issuer,
        Currency currency,
        Zone zone,
        List<Billable> lines,
        LocalDate issueOn,
        Optional<LocalDate> dueOn,
        int paymentTermsDays,
        Optional<String> purchaseOrder,
        Optional<String> memo,
        List<String> emails,
        boolean isMailed,
        boolean isMuted,
        String metadata) {
    public Standalone {
        lines = List.copyOf(lines);
        emails = List.copyOf(emails);
    }
}
