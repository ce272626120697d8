package dev.brickwork.platform.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;

/// A request before anything is known about it, free of the server library.
///
/// @param segments of the path, each decoded; a slash at the end makes none
/// @param absolutePath the public address of this path as it was sent, for links to the next page
/// @param isFolder whether a slash followed the path
/// @param readBody reads at most so many bytes, and refuses a longer body
/// @param sayLate answers a client whose body does not come; false when it is not the body that is waited for
public record Incoming(
        String method,
        List<String> segments,
        String absolutePath,
        boolean isFolder,
        Map<String, List<String>> query,
        String requestId,
        String address,
        Function<String, Optional<String>> headers,
        IntFunction<byte[]> readBody,
        BooleanSupplier sayLate) {

    /// Nothing is named with a NUL character, and the database would choke on it.
    public boolean canBeFound() {
        return segments.stream().noneMatch(segment -> segment.indexOf('\0') >= 0);
    }

    public Optional<String> header(String name) {
        return headers.apply(name);
    }

    /// Decoded, without the trailing slash.
    public String path() {
        return "/" + String.join("/", segments);
    }
}
