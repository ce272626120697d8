package dev.brickwork.subscriptions;

import dev.brickwork.plumbing.Tokens;

/// The unguessable links under which order forms are read: 256 random bits, no id.
public final class FormLinks {
    public static final String PATH = "/files/";

    private final String baseUrl;

    FormLinks(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    static String newToken() {
        return Tokens.fresh();
    }

    public String url(Order order) {
        return baseUrl + path(order);
    }

    static String path(Order order) {
        return PATH + order.origin().formToken();
    }
}
