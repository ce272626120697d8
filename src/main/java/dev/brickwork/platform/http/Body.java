package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.json.JsonReader;
import java.util.Locale;
import java.util.function.Supplier;

/// A body that was read whole. JSON, form and multipart become the same tree, so one reader serves all three.
public record Body(JsonNode json, byte[] bytes) {
    public static final int BYTES_MAX = 1024 * 1024;
    public static final int BATCH_BYTES_MAX = 10 * 1024 * 1024;

    /// The kind of body that a route accepts.
    public enum Kind {
        NONE,
        JSON,
        JSON_OR_FORM,
        /// Bytes for the handler to read itself: files, batches, callbacks.
        RAW
    }

    static final Body NOTHING = new Body(JsonNodeFactory.instance.objectNode(), new byte[0]);

    public static Body read(Incoming incoming, Kind kind, int bytesMax) {
        if (kind == Kind.NONE) return NOTHING;
        var bytes = incoming.readBody().apply(bytesMax);
        if (kind == Kind.RAW) return new Body(NOTHING.json, bytes);
        if (bytes.length == 0) return NOTHING;
        var type = mediaType(incoming.header("Content-Type").orElse(Answer.JSON));
        return switch (type) {
            case "application/json" -> new Body(JsonReader.request(bytes), bytes);
            case "application/x-www-form-urlencoded" -> new Body(form(kind, () -> Forms.urlEncoded(bytes)), bytes);
            case "multipart/form-data" ->
                new Body(
                        form(
                                kind,
                                () -> Forms.multipart(
                                        bytes, incoming.header("Content-Type").orElse(""))),
                        bytes);
            default -> throw unsupported(kind);
        };
    }

    private static JsonNode form(Kind kind, Supplier<JsonNode> reader) {
        if (kind != Kind.JSON_OR_FORM) throw unsupported(kind);
        return reader.get();
    }

    private static Refusal unsupported(Kind kind) {
        return Refusal.of(
                Refusal.Kind.UNSUPPORTED_MEDIA,
                kind == Kind.JSON
                        ? "send application/json"
                        : "send application/json, application/x-www-form-urlencoded or multipart/form-data");
    }

    private static String mediaType(String header) {
        int end = header.indexOf(';');
        return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
