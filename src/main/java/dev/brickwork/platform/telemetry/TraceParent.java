package dev.brickwork.platform.telemetry;

import java.util.Optional;
import java.util.regex.Pattern;

/// Where a caller stands in a trace of its own, as the header `traceparent` says (W3C Trace Context).
///
/// @param isSampled whether the caller wants it to be told; a proxy decides so for all that comes through it
record TraceParent(String trace, String span, boolean isSampled) {
    private static final Pattern SHAPE =
            Pattern.compile("(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    /// Empty for anything else: a trace then begins here. Later versions may say more after what we know.
    static Optional<TraceParent> parse(String header) {
        var match = SHAPE.matcher(header);
        if (!match.matches()) return Optional.empty();
        boolean isLonger = match.group(5) != null;
        if (isLonger && match.group(1).equals("00")) return Optional.empty();
        boolean isSampled = (Integer.parseInt(match.group(4), 16) & 1) == 1;
        return Optional.of(new TraceParent(match.group(2), match.group(3), isSampled));
    }
}
