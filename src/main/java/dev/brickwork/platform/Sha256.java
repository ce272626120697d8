package dev.brickwork.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// SHA-256, plain and keyed. Every JDK has both, and here alone is said what happens without them.
public final class Sha256 {
    private static final String KEYED = "HmacSHA256";

    private Sha256() {}

    public static byte[] of(String text) {
        return of(text.getBytes(UTF_8));
    }

    /// The parts count as one text.
    public static byte[] of(byte[]... parts) {
        var digest = digest();
        for (var part : parts) digest.update(part);
        return digest.digest();
    }

    /// For what comes bit by bit.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    public static byte[] keyed(byte[] key, String text) {
        return keyed(key, text.getBytes(UTF_8));
    }

    /// HMAC; the parts count as one text.
    public static byte[] keyed(byte[] key, byte[]... parts) {
        try {
            var mac = Mac.getInstance(KEYED);
            mac.init(new SecretKeySpec(key, KEYED));
            for (var part : parts) mac.update(part);
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + KEYED, impossible);
        }
    }
}
