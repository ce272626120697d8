package dev.brickwork.sellers.keys;

import dev.brickwork.platform.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// A key as a client holds it: `bk_live_` or `bk_test_`, 12 characters of id, 43 of secret and 6 of checksum,
/// base62. The checksum lets a mistyped key be told from a wrong one without a look-up, by us and by secret
/// scanners.
record KeyText(String environment, String id, String secret) {
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int ID_LENGTH = 12;
    private static final int SECRET_LENGTH = 43; // 43 x log2(62) = 256 bits.
    private static final int CHECKSUM_LENGTH = 6;
    private static final Pattern SHAPE =
            Pattern.compile("bk_(live|test)_([0-9A-Za-z]{12})([0-9A-Za-z]{43})([0-9A-Za-z]{6})");
    private static final SecureRandom RANDOM = new SecureRandom();

    /// Never used itself: to look one up takes longer than to copy and use it.
    private static final MessageDigest SHA_256 = Sha256.digest();

    static KeyText random(String environment) {
        return new KeyText(environment, random(ID_LENGTH), random(SECRET_LENGTH));
    }

    /// Empty for a text that cannot be a key of ours: wrong shape or wrong checksum.
    static Optional<KeyText> parse(String text) {
        var match = SHAPE.matcher(text);
        if (!match.matches()) return Optional.empty();
        var key = new KeyText(match.group(1), match.group(2), match.group(3));
        return key.checksum().equals(match.group(4)) ? Optional.of(key) : Optional.empty();
    }

    /// The whole key. Shown once; never logged.
    String whole() {
        return body() + checksum();
    }

    /// The public part of the key, which lists show to tell keys apart.
    String prefix() {
        return "bk_" + environment + "_" + id;
    }

    /// A plain fast hash is right for 256 bits of randomness: there is nothing to guess.
    byte[] secretHash() {
        return hash(secret);
    }

    static byte[] hash(String text) {
        try {
            return ((MessageDigest) SHA_256.clone()).digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("the JDK's own SHA-256 can be cloned", impossible);
        }
    }

    @Override
    public String toString() {
        return prefix() + "…";
    }

    private String body() {
        return prefix() + secret;
    }

    private String checksum() {
        var crc = new CRC32();
        crc.update(body().getBytes(StandardCharsets.US_ASCII));
        var text = new char[CHECKSUM_LENGTH];
        long rest = crc.getValue();
        for (int i = CHECKSUM_LENGTH - 1; i >= 0; i--) {
            text[i] = ALPHABET.charAt((int) (rest % ALPHABET.length()));
            rest /= ALPHABET.length();
        }
        return new String(text);
    }

    private static String random(int length) {
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) text.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        return text.toString();
    }
}
