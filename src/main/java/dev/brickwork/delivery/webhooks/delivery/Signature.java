package dev.brickwork.delivery.webhooks.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.delivery.webhooks.endpoints.SigningSecrets;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.Sha256;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The three headers of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, one signature per
/// valid secret, so that a receiver can change secrets without losing an event.
final class Signature {
    private Signature() {}

    /// `id` stays the same over retries; `attemptedAt` is the moment of this attempt by the wall clock, even for
    /// a seller with a test clock, because receivers compare it with theirs.
    static Map<String, String> headers(String id, Instant attemptedAt, byte[] body, List<Secret> secrets) {
        if (id.isEmpty() || id.contains(".")) throw new IllegalArgumentException("an event id has no dot: " + id);
        long timestamp = attemptedAt.getEpochSecond();
        var headers = new LinkedHashMap<String, String>();
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(timestamp));
        headers.put(
                "webhook-signature",
                secrets.stream()
                        .map(secret -> sign(secret, id, timestamp, body))
                        .collect(Collectors.joining(" ")));
        return headers;
    }

    private static String sign(Secret secret, String id, long timestamp, byte[] body) {
        var text = secret.reveal();
        if (!text.startsWith(SigningSecrets.PREFIX)) throw new IllegalArgumentException("not a signing secret");
        var key = Base64.getDecoder().decode(text.substring(SigningSecrets.PREFIX.length()));
        var signed = Sha256.keyed(key, (id + "." + timestamp + ".").getBytes(UTF_8), body);
        return "v1," + Base64.getEncoder().encodeToString(signed);
    }
}
