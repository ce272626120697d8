package dev.brickwork.subscriptions;

/// How an order is agreed.
public enum TransactionMethod {
    ORDER_FORM,
    STRIPE
}
