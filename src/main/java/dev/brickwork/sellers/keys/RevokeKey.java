package dev.brickwork.sellers.keys;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Scope;
import java.time.InstantSource;
import java.util.Set;

/// Ends a key for good. Once more is the same.
final class RevokeKey {
    private final KeyStore keys;
    private final InstantSource realTime;

    RevokeKey(KeyStore keys, InstantSource realTime) {
        this.keys = keys;
        this.realTime = realTime;
    }

    ApiKey run(Tx tx, String id, Set<Scope> own) {
        var key = keys.lock(tx, id).orElseThrow(KeyResource::noKey);
        requireNoMoreThan(own, key);
        if (key.revokedAt().isPresent()) return key;
        keys.revoke(tx, id, realTime.instant());
        return keys.lock(tx, id).orElseThrow();
    }

    /// A key manages none that may more than itself. Otherwise the smallest of them could lock all others out.
    static void requireNoMoreThan(Set<Scope> own, ApiKey other) {
        other.scopes().stream()
                .filter(scope -> !own.contains(scope))
                .sorted()
                .findFirst()
                .ifPresent(missing -> {
                    throw Refusal.of(Refusal.Kind.FORBIDDEN, "this key lacks the scope '%s'".formatted(missing.wire()));
                });
    }
}
