package dev.brickwork.platform.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.json.JsonReader;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// One event for one listener.
///
/// @param attempts how often it was begun, this time included
public record Task(
        SellerId seller,
        UUID id,
        UUID eventId,
        String eventType,
        UUID object,
        Optional<UUID> subscription,
        Instant occurredAt,
        String data,
        int attempts,
        int fence) {
    public JsonNode json() {
        return JsonReader.stored(data);
    }
}
