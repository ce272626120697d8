package dev.brickwork.sellers;

import java.time.Instant;
import java.util.Optional;

/// Who issues an invoice: its name, address, tax id and bank account are printed, and it has its own number series
/// (rule I-09).
public record LegalEntity(
        LegalEntityId id,
        String legalName,
        Optional<Address> address,
        Optional<String> taxId,
        Optional<BankAccount> bankAccount,
        String invoiceNumberPrefix,
        boolean isDefault,
        Instant createdAt,
        long version) {
    LegalEntity withPrefix(String prefix) {
        return new LegalEntity(id, legalName, address, taxId, bankAccount, prefix, isDefault, createdAt, version);
    }
}
