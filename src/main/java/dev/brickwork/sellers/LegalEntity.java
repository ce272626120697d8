package dev.brickwork.sellers;

import java.time.Instant;
import java.util.Optional;

/// Who issues an invoice: its name, address and tax id are printed, and it has its own number series (rule I-09).
public record LegalEntity(
        LegalEntityId id,
        String legalName,
        Optional<Address> address,
        Optional<String> taxId,
        String invoiceNumberPrefix,
        boolean isDefault,
        Instant createdAt,
        long version) {
    LegalEntity withPrefix(String prefix) {
        return new LegalEntity(id, legalName, address, taxId, prefix, isDefault, createdAt, version);
    }
}
