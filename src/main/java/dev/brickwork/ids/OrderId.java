package dev.brickwork.ids;

import java.util.UUID;

/// Names an order of a seller.
public record OrderId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
