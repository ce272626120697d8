package dev.brickwork.contracts;

/// How far an order has come (rule Z-01). Money takes effect at CLOSED.
public enum OrderStage {
    BUILDING,
    CLOSED,
    CLOSED_LOST,
    CLOSED_DELETE
}
