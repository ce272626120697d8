package dev.brickwork.sellers.keys;

import dev.brickwork.platform.http.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A key as it can be shown at any time: without its secret.
///
/// @param addresses from which it may be used; empty for all
/// @param leakedAt when a scanner found it in public
/// @param replacedBy the id of the key that it was rotated to
public record ApiKey(
        String id,
        String name,
        String prefix,
        Set<Scope> scopes,
        List<AddressRange> addresses,
        Instant createdAt,
        Optional<Instant> lastUsedAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt,
        Optional<Instant> leakedAt,
        Optional<String> replacedBy) {
    public ApiKey {
        scopes = Set.copyOf(scopes);
        addresses = List.copyOf(addresses);
    }

    KeyBounds bounds() {
        return new KeyBounds(scopes, addresses, expiresAt);
    }
}
