package dev.brickwork.invoicing.issued;

import dev.brickwork.platform.Tokens;
import dev.brickwork.platform.security.SealedTokens;

/// The addresses of payment pages. Each invoice has its own token of 256 random bits, given when it is issued; its
/// id would not do, because ids are guessable.
public final class PayLinks {
    private final String baseUrl;
    private final SealedTokens tokens;

    public PayLinks(String baseUrl, SealedTokens tokens) {
        this.baseUrl = baseUrl;
        this.tokens = tokens;
    }

    /// A fresh token as it is stored.
    public String newToken() {
        return tokens.stored(Tokens.fresh());
    }

    String of(String stored) {
        return baseUrl + "/pay/" + tokens.shown(stored);
    }
}
