package dev.brickwork.tax;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.LegalEntity;
import java.time.LocalDate;
import java.util.Optional;

/// The facts that decide about the tax of an invoice (rule X-04).
///
/// @param from where the issuing entity is
/// @param to where the billed company is: its address now, or the one that the invoice was issued at
/// @param taxId the billed company's
/// @param date the issue date; of an estimate, today
public record Sale(
        LegalEntityId entity, Optional<Address> from, Optional<Address> to, Optional<String> taxId, LocalDate date) {
    public static Sale of(LegalEntity entity, Optional<Address> to, Optional<String> taxId, LocalDate date) {
        return new Sale(entity.id(), entity.address(), to, taxId, date);
    }
}
