package dev.brickwork.invoicing;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// A charge of one line on one date.
///
/// @param onInvoice where it has to stand; else it goes on the invoice of its date, whichever that is
/// @param parties who is billed by whom for it; else it is the payer who has the contract now
public record ChargeToBill(
        UUID line,
        String taxCategory,
        LocalDate billOn,
        Period service,
        Amounts amounts,
        int paymentTermsDays,
        Optional<UUID> onInvoice,
        Optional<Subscription.BillingParties> parties) {
    /// So much of it, on another date and between others.
    public ChargeToBill on(LocalDate date, Optional<Subscription.BillingParties> others, long net) {
        var part = net == amounts.net() ? amounts : new Amounts(net, 0, 0, 0, 0);
        return new ChargeToBill(line, taxCategory, date, service, part, paymentTermsDays, onInvoice, others);
    }
}
