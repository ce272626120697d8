package dev.brickwork.platform.http;

import dev.brickwork.platform.json.JsonWriter;
import java.util.List;

/// Tells the client of a request that was carried out, or priced, what may not be meant. A warning changes nothing
/// else.
///
/// @param code a stable word for programs
/// @param field path of the field that causes it, as in the faults of a refusal
/// @param message a sentence for people: what happens, and how to avoid it
public record Warning(String code, String field, String message) {
    /// Writes `warnings` into an open object; nothing where there are none.
    public static void write(JsonWriter json, List<Warning> warnings) {
        if (warnings.isEmpty()) return;
        json.putEach(
                "warnings",
                warnings,
                (each, warning) -> each.object(out -> out.put("code", warning.code)
                        .put("field", warning.field)
                        .put("message", warning.message)));
    }
}
