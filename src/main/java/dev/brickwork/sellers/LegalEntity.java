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
    /// The same under another tax id, such as that of its registration abroad.
    public LegalEntity taxedAs(Optional<String> id) {
        return new LegalEntity(
                this.id, legalName, address, id, bankAccount, invoiceNumberPrefix, isDefault, createdAt, version);
    }

    /// The default entity is the seller itself until somebody tells it otherwise: each detail in which it agrees with
    /// the seller changes with the seller's, and one that was given to the entity alone stays. The prefix is shared
    /// by both, since it makes one series.
    LegalEntity following(Seller before, Seller after) {
        return new LegalEntity(
                id,
                legalName.equals(before.issuerName()) ? after.issuerName() : legalName,
                address.equals(before.address()) ? after.address() : address,
                taxId.equals(before.taxId()) ? after.taxId() : taxId,
                bankAccount,
                before.invoiceNumberPrefix().equals(after.invoiceNumberPrefix())
                        ? invoiceNumberPrefix
                        : after.invoiceNumberPrefix(),
                isDefault,
                createdAt,
                version);
    }
}
