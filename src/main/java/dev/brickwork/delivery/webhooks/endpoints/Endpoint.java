package dev.brickwork.delivery.webhooks.endpoints;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Where events are delivered.
///
/// @param isActive the seller wants deliveries; an endpoint that the service turned off is not active either
/// @param disabled when and why the service turned it off; what happens meanwhile waits for its return
public record Endpoint(
        EndpointId id,
        String url,
        List<String> events,
        boolean isActive,
        Optional<Disabled> disabled,
        Instant createdAt,
        long version) {
    public Endpoint {
        events = List.copyOf(events);
    }

    record Disabled(Instant at, String reason) {}

    public boolean wants(String eventType) {
        return events.contains(EventTypes.ALL) || events.contains(eventType);
    }
}
