package dev.brickwork.plumbing.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.plumbing.json.JsonReader;
import dev.brickwork.plumbing.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A client's own keys and values on one of our objects. One set of rules for every room:
///
/// - keys that are sent replace those of the same name, a key sent as null goes, the others stay;
/// - an empty map, or null in its place, deletes all keys;
/// - keys that begin with an underscore are private and ignored;
/// - at most 50 keys, 16 KiB and 8 levels, and no card numbers.
public record Metadata(Map<String, JsonNode> entries) {
    public static final Metadata NONE = new Metadata(Map.of());

    private static final int KEY_COUNT_MAX = 50;
    private static final int SENT_COUNT_MAX = 2 * KEY_COUNT_MAX; // All go, and as many come.
    private static final int SIZE_BYTES_MAX = 16 * 1024;
    private static final int DEPTH_LEVELS_MAX = 8;
    private static final String PRIVATE = "_";

    public Metadata {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries)); // Map.copyOf would shuffle the keys.
    }

    /// What the field makes of the metadata that were there before; the same when it was not sent.
    ///
    /// ```java
    /// var metadata = Metadata.read(fields, "metadata", before.metadata());
    /// ```
    public static Metadata read(Fields fields, String name, Metadata before) {
        return fields.change(name, fields::json)
                .map(sent -> before.with(fields, name, sent))
                .over(before, NONE);
    }

    /// Metadata of a thing that is being made.
    public static Metadata read(Fields fields, String name) {
        return read(fields, name, NONE);
    }

    public static Metadata stored(String json) {
        return new Metadata(map(JsonReader.stored(json)));
    }

    public String json() {
        return JsonWriter.text(json -> json.object(this::write));
    }

    /// Writes the entries into an open object: `json.putObject("metadata", metadata::write)`.
    public void write(JsonWriter json) {
        entries.forEach(json::put);
    }

    /// Whether a key is ignored.
    public static boolean isPrivate(String key) {
        return key.startsWith(PRIVATE);
    }

    private Metadata with(Fields fields, String name, JsonNode sent) {
        if (!sent.isObject()) {
            fields.fault(name, "Must be an object.");
            return this;
        }
        if (sent.isEmpty()) return NONE;
        if (sent.size() > SENT_COUNT_MAX) {
            fields.fault(name, "At most %d keys at once.".formatted(SENT_COUNT_MAX));
            return this;
        }
        var merged = new LinkedHashMap<>(entries);
        map(sent).forEach((key, value) -> {
            if (isPrivate(key)) return;
            if (value.isNull()) merged.remove(key);
            else merged.put(key, value);
        });
        var after = new Metadata(merged);
        after.check(fields, name);
        return after;
    }

    private void check(Fields fields, String name) {
        if (entries.size() > KEY_COUNT_MAX) fields.fault(name, "At most %d keys.".formatted(KEY_COUNT_MAX));
        if (json().getBytes(StandardCharsets.UTF_8).length > SIZE_BYTES_MAX) {
            fields.fault(name, "At most %d bytes of JSON.".formatted(SIZE_BYTES_MAX));
        }
        entries.forEach((key, value) -> {
            if (depth(value) + 1 > DEPTH_LEVELS_MAX) {
                fields.fault(name, "At most %d levels deep.".formatted(DEPTH_LEVELS_MAX));
            }
            if (CardNumbers.isIn(key) || holdsCardNumber(value)) {
                fields.fault(name, "Must not hold card numbers.");
            }
        });
    }

    private static int depth(JsonNode value) {
        int deepest = 0;
        for (var child : value) deepest = Math.max(deepest, depth(child));
        return value.isContainerNode() ? deepest + 1 : 0;
    }

    private static boolean holdsCardNumber(JsonNode value) {
        if (value.isValueNode()) return CardNumbers.isIn(value.asText());
        if (value.isObject() && map(value).keySet().stream().anyMatch(CardNumbers::isIn)) return true;
        for (var child : value) if (holdsCardNumber(child)) return true;
        return false;
    }

    private static Map<String, JsonNode> map(JsonNode object) {
        var map = new LinkedHashMap<String, JsonNode>();
        object.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue()));
        return map;
    }
}
