package dev.brickwork.invoicing;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// An invoice whose row is locked until the commit, with everything that decides about its money.
///
/// @param versionId the current version; absent before it is issued
/// @param lastPaidAt the latest payment that stands on it
public record LockedInvoice(
        InvoiceId id,
        Optional<UUID> subscription,
        UUID customer,
        UUID billedCompany,
        Currency currency,
        Zone zone,
        Optional<String> number,
        int version,
        Optional<UUID> versionId,
        InvoiceStatus.Facts facts,
        Amounts amounts,
        Optional<Instant> lastPaidAt,
        Optional<Instant> fullyPaidAt,
        LocalDate dueOn) {
    /// Minor units.
    public record Amounts(
            long total,
            long paid,
            long processing,
            long credited,
            long offset,
            long remaining,
            long adjustmentCredit,
            long carriedForward,
            long tax,
            long net) {}

    /// Whose credit it spends and gives back.
    public CreditAccount account() {
        return new CreditAccount(customer, currency);
    }

    public boolean isIssued() {
        return facts.isIssued();
    }

    public boolean isVoided() {
        return facts.isVoided();
    }

    public boolean isBeingCharged() {
        return amounts.processing > 0;
    }

    /// Whatever settled it, and before it is issued too.
    public boolean isNothingOpen() {
        return amounts.remaining <= 0;
    }
}
