package dev.brickwork.pricing;

import dev.brickwork.pricing.money.Rounding;
import java.util.UUID;

/// The settlement of one issued invoice whose service ends early: `credit` is paid for and not used, `offset` was
/// not paid and reduces what is owed (rule R-02). The part that a line below zero paid for beside it counts as
/// paid: its invoice would have given that as credit without it. An invoice with a total below zero gave credit
/// itself (rule M-08): the unused part of that goes back, and `credit` is below zero.
public record Settlement(UUID invoiceId, long unusedNet, long unusedTax, long credit, long offset) {
    /// `used = total - U; credit = clamp(paid - used, 0, U); offset = min(U - credit, remaining)`; never more
    /// than paid less what earlier changes gave back.
    public static Settlement of(BilledInvoice invoice, long unusedNet, long unusedTax) {
        if (unusedNet + unusedTax < 0) {
            long back = Math.min(-(unusedNet + unusedTax), invoice.given());
            return new Settlement(invoice.invoiceId(), unusedNet, unusedTax, -back, 0);
        }
        long unused = unusedNet + unusedTax;
        long used = invoice.total() - invoice.adjusted() - unused;
        long kept = invoice.paid() - invoice.credited();
        long credit = Math.clamp(kept - used, 0, Math.clamp(kept + invoice.netted(), 0, unused));
        long offset = Math.max(0, Math.min(unused - credit, invoice.remaining()));
        return new Settlement(invoice.invoiceId(), unusedNet, unusedTax, credit, offset);
    }

    /// The tax in what is set off: as much of it as of all that is unused (rule R-03).
    public long taxOfOffset() {
        return taxOf(offset);
    }

    /// The tax in what is credited; with that of the offset it is the tax of what is taken back.
    public long taxOfCredit() {
        return taxOf(offset + credit) - taxOfOffset();
    }

    /// The tax in all that is taken back, where the customer gets so much of the credit (rule R-06).
    public long taxTaken(long given) {
        return taxOfOffset() + taxOfGiven(given);
    }

    /// The tax in so much of the credit.
    public long taxOfGiven(long given) {
        return credit == 0 ? 0 : Rounding.share(taxOfCredit(), given, credit);
    }

    /// So much more tax is unused, and taken back.
    public Settlement plus(Settlement more) {
        return new Settlement(
                invoiceId,
                unusedNet + more.unusedNet,
                unusedTax + more.unusedTax,
                credit + more.credit,
                offset + more.offset);
    }

    public long unused() {
        return unusedNet + unusedTax;
    }

    private long taxOf(long part) {
        return unused() == 0 ? 0 : Rounding.share(unusedTax, part, unused());
    }
}
