package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.platform.json.JsonWriter;
import java.time.Instant;
import java.util.UUID;

/// An event with its place in the seller's feed.
///
/// @param data the fields of the thing it tells of, as a JSON object
public record FeedEvent(UUID id, String type, long sequence, Instant occurredAt, String data) {
    /// The JSON that receivers get and the feed shows: the fields of the object at the top level, then ours. The
    /// run id is the event's own id, so a receiver that has seen it may drop every repetition, replays included.
    public String body() {
        var ours = JsonWriter.text(json -> json.object(out -> out.put("event_type", type)
                .put("webhook_run_id", id)
                .put("sequence", sequence)
                .put("occurred_at", occurredAt)));
        boolean isBare = data.length() == 2; // `{}`
        return isBare ? ours : data.substring(0, data.length() - 1) + "," + ours.substring(1);
    }
}
