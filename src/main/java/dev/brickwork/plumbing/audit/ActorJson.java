package dev.brickwork.plumbing.audit;

import dev.brickwork.plumbing.json.JsonWriter;
import java.util.Map;

/// Who did something, on the wire: `key:4fQ8…` is a key, `sweep:issue` a job; what has no colon is the service
/// itself.
public final class ActorJson {
    private static final Map<String, String> KINDS =
            Map.of("key", "KEY", "sweep", "JOB", "operator", "OPERATOR", "person", "PERSON");

    private ActorJson() {}

    public static void write(JsonWriter json, String actor) {
        int colon = actor.indexOf(':');
        var kind = colon < 0 ? "SYSTEM" : KINDS.getOrDefault(actor.substring(0, colon), "JOB");
        json.put("kind", kind).put("id", actor.substring(colon + 1)).putNull("name");
    }
}
