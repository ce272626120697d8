package dev.brickwork.ledger;

/// Where a customer's credit comes from.
public enum CreditSource {
    ADJUSTMENT,
    OVERPAYMENT,
    DOWNGRADE,
    USAGE_CORRECTION,
    VOID_RETURN,
    REFUND,
    MANUAL
}
