package dev.brickwork.contracts;

import java.util.Locale;

/// The types of orders: all but an upgrade open a term.
public enum OrderType {
    TRIAL,
    STANDARD,
    RENEWAL,
    UPGRADE,
    RECAST;

    /// Whether it starts where a term ends, be it a trial.
    public boolean isFollowing() {
        return this == RENEWAL || this == STANDARD;
    }

    /// The word of the API's path, also in refusals.
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }
}
