package dev.brickwork.sellers;

import dev.brickwork.ids.LegalEntityId;
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
    /// A copy with another tax id, such as that of its registration abroad.
    public LegalEntity taxedAs(Optional<String> id) {
        return new LegalEntity(
                this.id, legalName, address, id, bankAccount, invoiceNumberPrefix, isDefault, createdAt, version);
    }

    /// Carries a change of the seller over to its default entity: each detail that equals the seller's changes with
    /// it, and one that was set on the entity alone stays. The prefix is shared by both, since it makes one number
    /// series.
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
