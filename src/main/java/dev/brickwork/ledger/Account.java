package dev.brickwork.ledger;

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
    /// What a recast's credit that was set by hand exceeds what was paid and not used by (rule R-06). Where it is less,
    /// the rest stays revenue.
    ADJUSTMENTS,
    /// Credit and money that the seller gave away or lost.
    GOODWILL
}
