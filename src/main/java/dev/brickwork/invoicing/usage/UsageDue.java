package dev.brickwork.invoicing.usage;

import dev.brickwork.contracts.BilledTerm;
import dev.brickwork.contracts.Subscription;
import java.time.LocalDate;

/// One date on which usage is billed.
///
/// @param service on the clock of the term
/// @param isMuted its invoice is
/// @param isMigrated another system has billed it if it lies before the cut-over
/// @param parties who is billed by whom
public record UsageDue(
        BilledTerm term,
        LocalDate service,
        int paymentTermsDays,
        boolean isMuted,
        boolean isMigrated,
        Subscription.BillingParties parties) {
    public LocalDate calendar() {
        return term.clock().calendar(service);
    }
}
