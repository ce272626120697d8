package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// A seller on its way to the accounting service, to agree that we keep its books there.
///
/// @param askedAt by the seller's clock
record Consent(
        SellerId seller,
        Books.Kind kind,
        String clientId,
        Secret clientSecret,
        Map<String, String> mapping,
        Instant askedAt) {
    static final Duration VALID = Duration.ofMinutes(30);

    Consent {
        mapping = Map.copyOf(mapping);
    }
}
