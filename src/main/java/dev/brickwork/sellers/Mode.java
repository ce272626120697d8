package dev.brickwork.sellers;

import java.util.Locale;

/// A test seller has its own clock and a sandbox for payments; a live one has neither.
public enum Mode {
    LIVE,
    TEST;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Mode stored(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
