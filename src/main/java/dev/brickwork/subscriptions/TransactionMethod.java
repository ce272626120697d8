package dev.brickwork.subscriptions;

/// How an order is agreed (API 2.7).
public enum TransactionMethod {
    ORDER_FORM,
    STRIPE
}
