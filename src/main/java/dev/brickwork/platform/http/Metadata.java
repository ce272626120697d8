package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/// The client's own data on an invoice, order, subscription or customer (API 2.1, 4.4): JSON of any kind, usually an
/// object. An object that is sent changes the one that is stored key by key; every other value replaces what is stored.
///
/// - Keys that are sent replace those of their name, a key sent as null is deleted, keys that are not sent stay.
/// - The empty object, or null, deletes everything.
/// - Keys of the object that begin with an underscore are private and ignored.
/// - At most 16 KiB, and no card numbers. The depth is bounded by the reader of requests.
public record Metadata(JsonNode value) {
    public static final Metadata NONE = new Metadata(JsonNodeFactory.instance.objectNode());

    private static final int SIZE_BYTES_MAX = 16 * 1024;
    private static final String PRIVATE = "_";

    /// Reads the field of a change: what was stored before, with what is sent applied to it.
    ///
    /// ```java
    /// var metadata = Metadata.read(fields, "metadata", before.metadata());
    /// ```
    public static Metadata read(Fields fields, String name, Metadata before) {
        return fields.change(name, fields::json)
                .map(sent -> before.with(fields, name, sent))
                .over(before, NONE);
    }

    /// Reads the metadata of an object that is being created.
    public static Metadata read(Fields fields, String name) {
        return read(fields, name, NONE);
    }

    public static Metadata stored(String json) {
        return new Metadata(JsonReader.stored(json));
    }

    public String json() {
        return JsonWriter.text(json -> json.value(value));
    }

    /// Whether a key is ignored.
    public static boolean isPrivate(String key) {
        return key.startsWith(PRIVATE);
    }

    private Metadata with(Fields fields, String name, JsonNode sent) {
        var after = new Metadata(sent.isObject() && !sent.isEmpty() ? merged(sent) : sent);
        after.check(fields, name);
        return after;
    }

    private ObjectNode merged(JsonNode sent) {
        ObjectNode merged = value.isObject() ? value.deepCopy() : JsonNodeFactory.instance.objectNode();
        for (var property : sent.properties()) {
            if (isPrivate(property.getKey())) continue;
            if (property.getValue().isNull()) merged.remove(property.getKey());
            else merged.set(property.getKey(), property.getValue());
        }
        return merged;
    }

    private void check(Fields fields, String name) {
        if (json().getBytes(StandardCharsets.UTF_8).length > SIZE_BYTES_MAX) {
            fields.fault(name, "At most %d bytes of JSON.".formatted(SIZE_BYTES_MAX));
        }
        if (holdsCardNumber(value)) fields.fault(name, "Must not hold card numbers.");
    }

    private static boolean holdsCardNumber(JsonNode value) {
        if (value.isValueNode()) return CardNumbers.isIn(value.asText());
        for (var property : value.properties()) if (CardNumbers.isIn(property.getKey())) return true;
        for (var child : value) if (holdsCardNumber(child)) return true;
        return false;
    }
}
