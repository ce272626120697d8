package dev.brickwork.ledger;

/// The business event that a journal entry records.
public enum Cause {
    INVOICE_ISSUED,
    INVOICE_REGENERATED,
    INVOICE_VOIDED,
    /// A change of the contract took unused value back from an issued invoice (rules R-02, U-06).
    UNUSED_SETTLED,
    /// The credit of a recast as it was agreed (rule R-06).
    RECAST_CREDIT,
    PAYMENT_RECORDED,
    PAYMENT_CHARGED,
    PAYMENT_REFUNDED,
    /// A payment for an invoice that will not be issued became credit (rule I-05).
    PREPAYMENT_RELEASED,
    USAGE_CORRECTED,
    CREDIT_GRANTED,
    /// Credit that came later was put on an open invoice (rule I-11).
    CREDIT_APPLIED,
    /// A full credit balance could not keep what the customer was to get (rule M-09).
    CREDIT_NOT_KEPT
}
