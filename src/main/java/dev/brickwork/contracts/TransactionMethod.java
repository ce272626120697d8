package dev.brickwork.contracts;

/// How an order is agreed.
public enum TransactionMethod {
    ORDER_FORM,
    STRIPE
}
