package dev.brickwork.metering;

import dev.brickwork.platform.json.JsonWriter;
import java.util.Optional;

/// Wire shapes of entries.
public final class UsageJson {
    private UsageJson() {}

    public static void entry(JsonWriter json, UsageEntry entry) {
        json.object(out -> entryFields(out, entry));
    }

    private static void entryFields(JsonWriter out, UsageEntry entry) {
        out.put("transaction_id", entry.transactionId())
                .put("subscription_id", entry.subscription())
                .put("brick_id", entry.brick())
                .putNumber("value", entry.value())
                .put("time", entry.time())
                .putRaw("properties", entry.properties());
    }

    public static void version(JsonWriter json, EntryVersion version) {
        json.object(out -> out.put("version", version.version())
                .put("state", version.state())
                .putNumber("value", version.entry().value())
                .put("time", version.entry().time())
                .putRaw("properties", version.entry().properties())
                .put("recorded_at", version.recordedAt()));
    }

    /// One verdict of a batch.
    public static void verdict(JsonWriter json, int index, Optional<String> transactionId, Verdict verdict) {
        json.object(out -> {
            out.put("index", index).put("transaction_id", transactionId);
            switch (verdict) {
                case Verdict.Accepted _ -> out.put("verdict", "accepted");
                case Verdict.Duplicate _ -> out.put("verdict", "duplicate");
                case Verdict.Rejected rejected ->
                    out.put("verdict", "rejected").putTexts("reasons", rejected.reasons());
            }
        });
    }
}
