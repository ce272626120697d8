package dev.brickwork.delivery.webhooks.endpoints;

import java.util.UUID;

/// The id of a webhook endpoint.
public record EndpointId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
