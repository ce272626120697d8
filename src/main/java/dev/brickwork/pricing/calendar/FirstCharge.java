package dev.brickwork.pricing.calendar;

/// When the first invoice of an order is billed (rule S-05).
public enum FirstCharge {
    CONTRACT_START_DATE,
    CHECKOUT_DATE
}
