package dev.brickwork.integrations.accounting.books;

import dev.brickwork.platform.Secret;
import java.time.Duration;
import java.time.Instant;

/// OAuth tokens for a seller's books: a short-lived access token and the refresh token that renews it.
public record Tokens(Secret access, Secret refresh, Instant expiresAt) {
    private static final Duration MARGIN = Duration.ofMinutes(1);

    boolean isStale(Instant now) {
        return !now.plus(MARGIN).isBefore(expiresAt);
    }

    /// Where tokens are kept, shared by all processes.
    public interface Vault {
        Tokens load();

        /// Stores `fresh` only if `stale` is still stored; false when another process was faster.
        boolean replace(Tokens stale, Tokens fresh);
    }
}
