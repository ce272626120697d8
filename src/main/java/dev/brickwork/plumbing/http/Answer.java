package dev.brickwork.plumbing.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/// What goes back: status, content type, bytes and the few headers that belong to the answer itself.
public record Answer(int status, String contentType, byte[] body, Map<String, String> headers, boolean isSecret) {
    public static final String JSON = "application/json";

    public Answer {
        headers = Map.copyOf(headers);
    }

    public Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
        this(status, contentType, body, headers, false);
    }

    public static Answer ok(Consumer<JsonWriter> json) {
        return json(200, json);
    }

    /// Only usage ingestion answers 201.
    public static Answer created(Consumer<JsonWriter> json) {
        return json(201, json);
    }

    public static Answer json(int status, Consumer<JsonWriter> json) {
        return new Answer(status, JSON, JsonWriter.bytes(json), Map.of());
    }

    /// The path is there, and takes other methods.
    public static Answer otherMethod(String allow) {
        return Errors.of(Refusal.of(Refusal.Kind.METHOD_NOT_ALLOWED, "this path takes " + allow))
                .with("Allow", allow);
    }

    public static Answer bytes(String contentType, byte[] body) {
        return new Answer(200, contentType, body, Map.of());
    }

    public Answer with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, contentType, body, more, isSecret);
    }

    /// It shows something that is stored nowhere in clear, so neither is the remembered answer.
    public Answer secret() {
        return new Answer(status, contentType, body, headers, true);
    }

    /// Marks the version of a single resource, so that an editor can say which one he has seen (If-Match).
    public Answer version(long version) {
        return with("ETag", "\"" + version + "\"");
    }

    /// The same for a resource whose versions nobody counts: what can be changed of it stands for its version.
    public Answer versionOf(Object facts) {
        return with("ETag", tagOf(facts));
    }

    /// A digest, because facts may be long, and may hold what the answer does not show.
    static String tagOf(Object facts) {
        return "\"%s\"".formatted(UUID.nameUUIDFromBytes(facts.toString().getBytes(UTF_8)));
    }
}
