package dev.brickwork.usage;

import java.time.Instant;

/// An entry as it stood at one time; the newest version is what counts.
record EntryVersion(int version, State state, UsageEntry entry, Instant recordedAt) {
    /// How the version came to be.
    enum State {
        RECORDED,
        EDITED,
        DELETED
    }

    boolean isLive() {
        return state != State.DELETED;
    }
}
