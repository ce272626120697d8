package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;

/// The caller's name for one request, and what that request was: method, path, query and the parsed body in a
/// canonical form, so that spaces and the order of fields make no difference.
public record IdempotencyKey(String value, byte[] fingerprint) {
    private static final int LENGTH_MAX = 255;
    private static final String HEADER = "Idempotency-Key";
    private static final String ALIAS = "X-SERVICE-IDEMPOTENT-OPERATION-KEY";

    static boolean isSent(Request request) {
        return request.header(HEADER).isPresent() || request.header(ALIAS).isPresent();
    }

    public static Optional<IdempotencyKey> of(Request request) {
        var known = request.header(HEADER).map(IdempotencyKey::checked);
        var alias = request.header(ALIAS).map(IdempotencyKey::checked);
        if (known.isPresent() && alias.isPresent() && !known.equals(alias)) {
            throw Refusal.badRequest("%s and %s name two keys; send one".formatted(HEADER, ALIAS));
        }
        return known.or(() -> alias).map(value -> new IdempotencyKey(value, fingerprint(request)));
    }

    /// The quoted form of the IETF draft means the same key. A comma may come from two keys that were made one header.
    private static String checked(String text) {
        var plain = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
        boolean isPrintable = plain.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
        if (plain.isBlank() || plain.length() > LENGTH_MAX || !isPrintable || plain.contains(",")) {
            throw Refusal.badRequest("%s must be one value of 1 to %d printable ASCII characters without a comma"
                    .formatted(HEADER, LENGTH_MAX));
        }
        return plain;
    }

    private static byte[] fingerprint(Request request) {
        var digest = Sha256.digest();
        digest.update(request.idempotencyFingerprint().getBytes(StandardCharsets.UTF_8));
        if (request.body().json().isEmpty()) {
            digest.update(request.body().bytes());
        } else {
            addCanonical(digest, request.body().json());
        }
        return digest.digest();
    }

    private static void addCanonical(MessageDigest digest, JsonNode node) {
        if (node.isObject()) {
            var sorted = new TreeMap<String, JsonNode>();
            node.properties().forEach(property -> sorted.put(property.getKey(), property.getValue()));
            digest.update((byte) '{');
            sorted.forEach((name, value) -> {
                addText(digest, name);
                addCanonical(digest, value);
            });
            digest.update((byte) '}');
        } else if (node.isArray()) {
            digest.update((byte) '[');
            node.forEach(element -> addCanonical(digest, element));
            digest.update((byte) ']');
        } else if (node.isTextual()) {
            digest.update((byte) '"');
            addText(digest, node.textValue());
        } else if (node.isNumber()) {
            digest.update((byte) '#');
            addText(digest, node.decimalValue().stripTrailingZeros().toString());
        } else {
            digest.update((byte) '=');
            addText(digest, node.asText());
        }
    }

    private static void addText(MessageDigest digest, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update("%d:".formatted(bytes.length).getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IdempotencyKey key
                && key.value.equals(value)
                && Arrays.equals(key.fingerprint, fingerprint);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }
}
