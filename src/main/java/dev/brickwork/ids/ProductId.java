package dev.brickwork.ids;

import java.util.UUID;

/// Names a product.
public record ProductId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
