package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.InvoiceStatus.SettledBy;
import java.util.Optional;

/// How an invoice stands at the moment it is issued: prepayments count first, then the customer's credit (rules
/// I-05, I-11, S-08). Pure.
///
/// @param paid of the prepayments, what the total can take
/// @param excess of the prepayments, what becomes credit (rule I-04)
/// @param credited ledger credit used
public record OpeningBalance(long paid, long excess, long credited, Optional<SettledBy> settledBy) {
    public static OpeningBalance of(InvoiceTotals bill, long prepaid, long balance) {
        long total = bill.total();
        long paid = Math.min(prepaid, total);
        long credited = Math.min(balance, total - paid);
        boolean isSettled = total == paid + credited;
        return new OpeningBalance(
                paid, prepaid - paid, credited, isSettled ? Optional.of(by(bill, total, credited)) : Optional.empty());
    }

    private static SettledBy by(InvoiceTotals bill, long total, long credited) {
        if (total == 0) return bill.credit() > 0 ? SettledBy.CREDIT : SettledBy.NOTHING_DUE;
        return credited > 0 ? SettledBy.CREDIT : SettledBy.PAYMENT;
    }
}
