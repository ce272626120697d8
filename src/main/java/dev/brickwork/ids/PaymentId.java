package dev.brickwork.ids;

import java.util.UUID;

/// Names a payment of a seller.
public record PaymentId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
