package dev.brickwork.contracts;

import dev.brickwork.platform.Tokens;
import dev.brickwork.platform.security.SealedTokens;

/// The unguessable links under which order forms are read: 256 random bits, no id.
public final class FormLinks {
    public static final String PATH = "/files/";

    private final String baseUrl;
    private final SealedTokens tokens;

    public FormLinks(String baseUrl, SealedTokens tokens) {
        this.baseUrl = baseUrl;
        this.tokens = tokens;
    }

    static String newToken() {
        return Tokens.fresh();
    }

    public String url(Order order) {
        return baseUrl + path(order);
    }

    /// A token as it is stored.
    public String stored(String token) {
        return tokens.stored(tokens.shown(token));
    }

    public String path(Order order) {
        return PATH + tokens.shown(order.origin().formToken());
    }
}
