package dev.brickwork.journal;

/// The accounts of a seller, one of each per currency.
public enum Account {
    /// Money received, less money refunded.
    CASH,
    /// What customers owe on issued invoices.
    RECEIVABLE,
    /// What was billed, net of discounts, recognised at issue.
    REVENUE,
    /// Tax collected for the authorities.
    TAX,
    /// What the seller owes customers: their ledger, and credit that waits on scheduled invoices (rules I-11,
    ///
    CUSTOMER_CREDIT,
    /// Money received for invoices that are not issued yet (rule I-05).
    PREPAYMENT,
    /// Where a recast's credit was set by hand: the difference to what was paid and not used (rule R-06).
    ADJUSTMENTS,
    /// Credit and money that the seller gave away or lost.
    GOODWILL
}
