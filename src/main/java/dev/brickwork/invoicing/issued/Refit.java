package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.LockedInvoice;

/// How the money that stands on an invoice fits a new total. Payments give way first, then credit: the customer
/// gets both back as credit, less what they were given too much before; what a change of the contract took off
/// gives way last.
///
/// @param fromOffset what the offset lost of it
/// @param toLedger below zero where the customer was given more before than they get back now
public record Refit(long paid, long credited, long offset, long fromOffset, long toLedger) {
    public static Refit of(long total, LockedInvoice.Amounts now, long retaxedOffset, long retaxedGiven) {
        long offset = now.offset() + retaxedOffset;
        long over = Math.max(0, now.paid() + now.credited() + offset - total);
        long fromPaid = Math.min(over, now.paid());
        long fromCredited = Math.min(over - fromPaid, now.credited());
        long fromOffset = over - fromPaid - fromCredited;
        return new Refit(
                now.paid() - fromPaid,
                now.credited() - fromCredited,
                offset - fromOffset,
                fromOffset,
                fromPaid + fromCredited + retaxedGiven);
    }

    public long remaining(long total) {
        return total - paid - credited - offset;
    }
}
