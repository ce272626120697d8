package dev.brickwork.platform.outbox;

import dev.brickwork.platform.json.JsonWriter;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// Something that happened.
///
/// @param type the name of the API (`invoice.voided`), or one of our own for listeners only (`invoice.issued`)
/// @param isPublic part of the seller's feed and of webhooks
/// @param subscription events of one subscription are delivered in order
/// @param data the fields of the payload, without `event_type`, `webhook_run_id` and `sequence`, which
///     delivery adds
public record Event(String type, boolean isPublic, UUID object, Optional<UUID> subscription, String data) {
    /// An event that receivers outside learn of.
    public static Event told(String type, UUID object, Optional<UUID> subscription, Consumer<JsonWriter> fields) {
        return new Event(type, true, object, subscription, JsonWriter.text(json -> json.object(fields)));
    }

    /// Follow-up work of our own: a PDF to print, a mail to send.
    public static Event inside(String type, UUID object, Consumer<JsonWriter> fields) {
        return new Event(type, false, object, Optional.empty(), JsonWriter.text(json -> json.object(fields)));
    }
}
