package dev.brickwork.platform.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/// The response to a request: status, content type, bytes and the few headers that belong to the answer itself.
///
/// @param secrets the members of the JSON object that are shown once: they are stored nowhere in clear, and a
///     remembered answer shows them again to the key that asked alone
public record Answer(int status, String contentType, byte[] body, Map<String, String> headers, Set<String> secrets) {
    public static final String JSON = "application/json";

    /// Stands in a remembered answer for the secrets that were in the first one.
    public static final String SECRET_SHOWN = "secret_shown";

    public Answer {
        headers = Map.copyOf(headers);
        secrets = Set.copyOf(secrets);
    }

    public Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
        this(status, contentType, body, headers, Set.of());
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
        return new Answer(status, contentType, body, more, secrets);
    }

    /// Names the members that are shown once.
    public Answer secret(String... members) {
        return new Answer(status, contentType, body, headers, Set.of(members));
    }

    /// For every key but the one that asked: the answer without its secrets, which says that there were some.
    public Answer withoutSecrets() {
        if (secrets.isEmpty()) return this;
        var json = (ObjectNode) JsonReader.stored(new String(body, UTF_8));
        json.remove(secrets);
        json.put(SECRET_SHOWN, true);
        return new Answer(status, contentType, json.toString().getBytes(UTF_8), headers);
    }

    /// Marks the version of a single resource, so that an editor can say which one they have seen (If-Match).
    public Answer version(long version) {
        return with("ETag", "\"" + version + "\"");
    }

    /// Marks the version of a resource that has no version number, by a digest of what can be changed of it.
    public Answer versionOf(Object facts) {
        return with("ETag", tagOf(facts));
    }

    /// A digest, because facts may be long, and may hold what the answer does not show.
    static String tagOf(Object facts) {
        return "\"%s\"".formatted(UUID.nameUUIDFromBytes(facts.toString().getBytes(UTF_8)));
    }
}
