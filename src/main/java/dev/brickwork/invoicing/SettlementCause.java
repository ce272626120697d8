package dev.brickwork.invoicing;

/// Why unused value is taken back from issued invoices.
public enum SettlementCause {
    RECAST,
    TERMINATION,
    REDUCTION
}
