package dev.brickwork.plumbing.http;

import java.util.Optional;

/// Tells whom a key stands for. Declared here and kept by the room that owns keys, because plumbing knows no room.
@FunctionalInterface
public interface KeyCheck {
    /// Empty for every key that is not valid now and here, whatever the reason: callers learn nothing from it.
    ///
    /// @param address where the request comes from
    Optional<Identity> identify(String key, String address);
}
