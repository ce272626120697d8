package dev.brickwork.invoices.stored;

import java.security.SecureRandom;
import java.util.Base64;

/// The addresses of payment pages. Each invoice has its own token of 256 random bits, given when it is issued; its
/// id would not do, because ids are guessable.
public final class PayLinks {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 32;

    private final String baseUrl;

    public PayLinks(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public static String newToken() {
        var bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    String of(String token) {
        return baseUrl + "/pay/" + token;
    }
}
