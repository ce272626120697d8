package dev.brickwork.integrations.accounting.books;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;

/// One try of one push. `key` stays the same over all tries; `isRepeat` says that an earlier one may have arrived.
public record Attempt(UUID key, boolean isRepeat) {
    /// A key for one step of several, still short enough for both services (50 and 128 characters).
    String step(String name) {
        return key + "-" + name;
    }

    /// A key of its own for another document of the same push, the same over all tries.
    public Attempt apart(String document) {
        return new Attempt(UUID.nameUUIDFromBytes((key + document).getBytes(UTF_8)), isRepeat);
    }
}
