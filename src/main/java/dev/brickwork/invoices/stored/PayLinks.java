package dev.brickwork.invoices.stored;

import dev.brickwork.plumbing.Tokens;

/// The addresses of payment pages. Each invoice has its own token of 256 random bits, given when it is issued; its
/// id would not do, because ids are guessable.
public final class PayLinks {
    private final String baseUrl;

    public PayLinks(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public static String newToken() {
        return Tokens.fresh();
    }

    String of(String token) {
        return baseUrl + "/pay/" + token;
    }
}
