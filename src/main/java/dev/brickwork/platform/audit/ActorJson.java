package dev.brickwork.platform.audit;

import dev.brickwork.platform.json.JsonWriter;
import java.util.Map;
import java.util.Optional;

/// Who did something, on the wire: `key:4fQ8…` is a key, `sweep:issue` a job; what has no colon is the service
/// itself.
public final class ActorJson {
    /// The name of the key in the column `actor` of a table with a `seller_id`, if it is one of the seller's own keys.
    public static final String KEY_NAME = """
            (SELECT k.name
             FROM api_key k
             WHERE k.seller_id = %1$s.seller_id AND %1$s.actor LIKE 'key:%%' AND k.id = substr(%1$s.actor, 5))
            """;

    private static final Map<String, String> KINDS =
            Map.of("key", "KEY", "sweep", "JOB", "operator", "OPERATOR", "person", "PERSON");

    private ActorJson() {}

    public static void write(JsonWriter json, String actor, Optional<String> name) {
        int colon = actor.indexOf(':');
        var kind = colon < 0 ? "SYSTEM" : KINDS.getOrDefault(actor.substring(0, colon), "JOB");
        json.put("kind", kind).put("id", actor.substring(colon + 1)).put("name", name);
    }
}
