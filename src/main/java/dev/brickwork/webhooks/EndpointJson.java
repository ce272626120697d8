package dev.brickwork.webhooks;

import dev.brickwork.plumbing.json.JsonWriter;

/// Endpoints on the wire; their secrets are no part of them.
final class EndpointJson {
    private EndpointJson() {}

    static void write(JsonWriter json, Endpoint endpoint) {
        json.object(out -> fields(out, endpoint));
    }

    static void fields(JsonWriter json, Endpoint endpoint) {
        json.put("webhook_endpoint_id", endpoint.id().value())
                .put("url", endpoint.url())
                .putTexts("events", endpoint.events())
                .put("active", endpoint.isActive())
                .put("disabled_at", endpoint.disabled().map(Endpoint.Disabled::at))
                .put("disabled_reason", endpoint.disabled().map(Endpoint.Disabled::reason))
                .put("created_at", endpoint.createdAt());
    }
}
