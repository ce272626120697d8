package dev.brickwork.ledger;

/// The accounts of a seller, one of each per currency.
public enum Account {
    /// Money received, less money refunded.
    CASH,
    /// Unpaid amounts of issued invoices.
    RECEIVABLE,
    /// Billed amounts, net of discounts, recognised at issue.
    REVENUE,
    /// Tax collected for the authorities.
    TAX,
    /// Credit owed to customers: their ledger, and credit that waits on scheduled invoices (rules I-11, R-04).
    CUSTOMER_CREDIT,
    /// Money received for invoices that are not issued yet (rule I-05).
    PREPAYMENT,
    /// The part of a recast's manual credit that exceeds the unused paid amount (rule R-06). Where the credit is
    /// less, the rest stays revenue.
    ADJUSTMENTS,
    /// Credit that the seller gave away, and money that it lost.
    GOODWILL
}
