package dev.brickwork.platform.http.front;

import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Identity;
import java.util.Optional;

/// Tells whom a key stands for. Declared here and implemented by `sellers.keys`, because the platform knows no
/// business.
public interface KeyCheck {
    /// Whom this key stands for, from here.
    ///
    /// @param address where the request comes from
    Verdict identify(String key, String address);

    /// Whether the key of the caller came from another one by rotation, in one step or several.
    ///
    /// @param former the actor of the other key
    boolean isSuccessor(Tx tx, String former);

    /// The result of checking a key, at the time of this request.
    sealed interface Verdict {
        record Known(Identity identity) implements Verdict {}

        /// Whatever the reason: callers learn nothing from it. Operators see in the figures who still sends a key that
        /// was revoked.
        ///
        /// @param keyId of the stored key whose secret was sent; empty where there is none
        record Refused(Optional<String> keyId) implements Verdict {}
    }
}
