package dev.brickwork.accounting;

import java.util.UUID;

/// One try of one push. `key` stays the same over all tries; `isRepeat` says that an earlier one may have arrived.
record Attempt(UUID key, boolean isRepeat) {
    /// A key for one step of several, still short enough for both services (50 and 128 characters).
    String step(String name) {
        return key + "-" + name;
    }
}
