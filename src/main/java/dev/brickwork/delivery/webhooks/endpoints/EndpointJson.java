package dev.brickwork.delivery.webhooks.endpoints;

import dev.brickwork.platform.json.JsonWriter;

/// Endpoints on the wire; their secrets are no part of them.
public final class EndpointJson {
    private EndpointJson() {}

    public static void write(JsonWriter json, Endpoint endpoint) {
        json.object(out -> fields(out, endpoint));
    }

    public static void fields(JsonWriter json, Endpoint endpoint) {
        json.put("webhook_endpoint_id", endpoint.id().value())
                .put("url", endpoint.url())
                .putTexts("events", endpoint.events())
                .put("active", endpoint.isActive())
                .put("disabled_at", endpoint.disabled().map(Endpoint.Disabled::at))
                .put("disabled_reason", endpoint.disabled().map(Endpoint.Disabled::reason))
                .put("created_at", endpoint.createdAt());
    }
}
