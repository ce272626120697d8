package dev.brickwork.integrations.accounting.books;

import dev.brickwork.platform.Secret;
import java.time.Duration;
import java.time.Instant;

/// What lets us into a seller's books: a token for minutes and one to renew it with.
public record Tokens(Secret access, Secret refresh, Instant expiresAt) {
    private static final Duration MARGIN = Duration.ofMinutes(1);

    boolean isStale(Instant now) {
        return !now.plus(MARGIN).isBefore(expiresAt);
    }

    /// Where tokens are kept, shared by all processes.
    public interface Vault {
        Tokens load();

        /// Stores `fresh` only if `stale` is still what is stored; false when somebody else was faster.
        boolean replace(Tokens stale, Tokens fresh);
    }
}
