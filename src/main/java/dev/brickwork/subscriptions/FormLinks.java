package dev.brickwork.subscriptions;

import java.security.SecureRandom;
import java.util.Base64;

/// The unguessable links under which order forms are read: 256 random bits, no id.
public final class FormLinks {
    public static final String PATH = "/files/";
    private static final int TOKEN_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String baseUrl;

    FormLinks(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    static String newToken() {
        var bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public String url(Order order) {
        return baseUrl + path(order);
    }

    static String path(Order order) {
        return PATH + order.origin().formToken();
    }
}
