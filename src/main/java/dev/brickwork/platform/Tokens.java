package dev.brickwork.platform;

import java.security.SecureRandom;
import java.util.Base64;

/// Makes tokens that cannot be guessed: 256 random bits, as a text that may stand in an address.
public final class Tokens {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    private Tokens() {}

    public static String fresh() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
