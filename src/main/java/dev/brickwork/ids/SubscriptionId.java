package dev.brickwork.ids;

import java.util.UUID;

/// Names a subscription of a seller.
public record SubscriptionId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
