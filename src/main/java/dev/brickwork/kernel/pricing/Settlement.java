package dev.brickwork.kernel.pricing;

import java.util.UUID;

/// What happens to one issued invoice whose service ends early: `credit` is paid for and not used, `offset` was
/// not paid and reduces what is owed (rule R-02).
public record Settlement(UUID invoiceId, long unusedNet, long unusedTax, long credit, long offset) {
    /// `used = total - U; credit = clamp(paid - used, 0, U); offset = min(U - credit, remaining)`; never more
    /// than paid less what earlier changes gave back.
    public static Settlement of(BilledInvoice invoice, long unusedNet, long unusedTax) {
        long unused = Math.max(0, unusedNet + unusedTax);
        long used = invoice.total() - invoice.adjusted() - unused;
        long kept = Math.max(0, invoice.paid() - invoice.credited());
        long credit = Math.clamp(kept - used, 0, Math.min(unused, kept));
        long offset = Math.max(0, Math.min(unused - credit, invoice.remaining()));
        return new Settlement(invoice.invoiceId(), unusedNet, unusedTax, credit, offset);
    }

    public long unused() {
        return unusedNet + unusedTax;
    }
}
