package dev.brickwork.invoices;

import dev.brickwork.kernel.SellerId;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// The addresses of payment pages. Each invoice has its own token of 256 random bits, given when it is issued; its
/// id would not do, because ids are guessable (REL 3.2).
final class PayLinks {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 32;

    private final String baseUrl;
    private final OnlinePayment online;

    PayLinks(String baseUrl, OnlinePayment online) {
        this.baseUrl = baseUrl;
        this.online = online;
    }

    static String newToken() {
        var bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// What stands before the token; empty when nobody can pay online. Asked once for a whole list.
    Optional<String> prefix(Handle tx, SellerId seller) {
        return online.isOffered(tx, seller) ? Optional.of(baseUrl + "/pay/") : Optional.empty();
    }
}
