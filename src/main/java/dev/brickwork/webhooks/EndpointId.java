package dev.brickwork.webhooks;

import java.util.UUID;

/// The id of a webhook endpoint.
record EndpointId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
