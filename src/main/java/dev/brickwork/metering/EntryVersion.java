package dev.brickwork.metering;

import java.time.Instant;

/// An entry as it stood at one time; the newest version is what counts.
public record EntryVersion(int version, State state, UsageEntry entry, Instant recordedAt) {
    /// How the version came to be.
    public enum State {
        RECORDED,
        EDITED,
        DELETED
    }

    public boolean isLive() {
        return state != State.DELETED;
    }
}
