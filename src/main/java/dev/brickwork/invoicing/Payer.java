package dev.brickwork.invoicing;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.tax.TaxRates;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// Who is billed by whom, and how taxes would fall today.
///
/// @param mutedBefore the seller's cut-over date: what bills before it is muted
public record Payer(
        UUID customer,
        UUID billedCompany,
        LegalEntityId entity,
        Currency currency,
        TaxRates taxes,
        Optional<LocalDate> mutedBefore) {}
