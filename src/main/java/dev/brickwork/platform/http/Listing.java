package dev.brickwork.platform.http;

import java.util.List;

/// How a list may be read: in which orders, and in pages of which size.
///
/// @param usual the order when none is asked for
/// @param names what it can be ordered by; none where it has one order alone
public record Listing(String usual, List<String> names, int limitDefault, int limitMax) {
    public static final int LIMIT_DEFAULT = 100;
    public static final int LIMIT_MAX = 1000;
    public static final Listing OLDEST_FIRST = by("created_at", List.of("created_at"));
    public static final Listing NEWEST_FIRST = by("-created_at", List.of("created_at"));
    public static final Listing IN_ONE_ORDER = by("", List.of());

    public static Listing by(String usual, List<String> names) {
        return new Listing(usual, names, LIMIT_DEFAULT, LIMIT_MAX);
    }

    /// This listing in pages of another size.
    public Listing limited(int usualLimit, int max) {
        return new Listing(usual, names, usualLimit, max);
    }
}
