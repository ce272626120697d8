package dev.brickwork.platform.http;

import dev.brickwork.platform.SellerId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Whom a valid key stands for.
///
/// @param actor the key as the audit shows it
/// @param clock the seller's own time when it has a test clock that was set
public record Identity(SellerId seller, String actor, Set<Scope> scopes, boolean isTest, Optional<Instant> clock) {
    public Identity {
        scopes = Set.copyOf(scopes);
    }

    /// The actor without its kind.
    public String keyId() {
        return actor.substring(actor.indexOf(':') + 1);
    }
}
