package dev.brickwork.payments.processor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Secret;
import dev.brickwork.platform.Sha256;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// The `t=…,v1=…` header that Stripe puts on its messages, and the sandbox too: HMAC-SHA256 over `time.body`, the
/// body as the bytes that arrived, so that no decoding can make two bodies one.
final class CallbackSignature {
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final int HEADER_LENGTH_MAX = 1024;
    private static final Pattern TIME = Pattern.compile("t=([0-9]{1,12})");
    private static final Pattern SIGNATURE = Pattern.compile("v1=([0-9a-f]{64})");

    private CallbackSignature() {}

    static String header(byte[] body, Secret secret, Instant now) {
        long time = now.getEpochSecond();
        return "t=%d,v1=%s".formatted(time, HexFormat.of().formatHex(mac(body, secret, time)));
    }

    static boolean isRight(String header, byte[] body, Secret secret, Instant now) {
        if (header.length() > HEADER_LENGTH_MAX) return false;
        long time = -1; // The first one, which Stripe puts first: a later one was not signed.
        boolean matches = false;
        for (var part : header.split(",", -1)) {
            var at = TIME.matcher(part.strip());
            if (time < 0 && at.matches()) time = Long.parseLong(at.group(1));
            var signature = SIGNATURE.matcher(part.strip());
            if (time >= 0 && signature.matches()) {
                var given = HexFormat.of().parseHex(signature.group(1));
                matches |= MessageDigest.isEqual(given, mac(body, secret, time));
            }
        }
        var age =
                Duration.between(Instant.ofEpochSecond(Math.max(time, 0)), now).abs();
        return matches && age.compareTo(TOLERANCE) <= 0;
    }

    private static byte[] mac(byte[] body, Secret secret, long time) {
        return Sha256.keyed(secret.reveal().getBytes(UTF_8), (time + ".").getBytes(UTF_8), body);
    }
}
