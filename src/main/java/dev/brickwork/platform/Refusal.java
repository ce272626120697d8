package dev.brickwork.platform;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The one exception for "no": the caller asked for something that is not allowed or not there. Its message is
/// written for the reader of the API. Being wrong ourselves is an `IllegalStateException` instead.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// The category of a refusal; the HTTP layer alone turns it into a status.
    public enum Kind {
        BAD_REQUEST,
        NOT_FOUND,
        FORBIDDEN,
        UNAUTHENTICATED,
        IN_PROGRESS,
        STALE,
        METHOD_NOT_ALLOWED,
        TOO_LARGE,
        HEADERS_TOO_LARGE,
        UNSUPPORTED_MEDIA,
        RATE_LIMITED,
        UNAVAILABLE,
    }

    private final Kind kind;

    @SuppressWarnings("serial") // Lists and maps of strings, all serialisable in the JDK.
    private final Map<String, List<String>> fields;

    private final transient Optional<Limit> limit;

    /// A limit that was reached, so that the caller knows how long to wait.
    ///
    /// @param quota how many in a window of so many seconds
    public record Limit(String name, int quota, long windowSeconds, long retryAfterSeconds) {}

    private Refusal(Kind kind, String message, Map<String, List<String>> fields, Optional<Limit> limit) {
        super(message, null, false, false); // A refusal is an answer, not a fault: no stack trace to pay for.
        this.kind = kind;
        this.fields = Map.copyOf(fields);
        this.limit = limit;
    }

    public static Refusal of(Kind kind, String message) {
        return new Refusal(kind, message, Map.of(), Optional.empty());
    }

    public static Refusal badRequest(String why) {
        return new Refusal(Kind.BAD_REQUEST, why, Map.of(), Optional.empty());
    }

    /// A 400 that names every faulty field (`error.details.fields`).
    public static Refusal badRequest(String why, Map<String, List<String>> fields) {
        return new Refusal(Kind.BAD_REQUEST, why, fields, Optional.empty());
    }

    public static Refusal badField(String path, String why) {
        return new Refusal(
                Kind.BAD_REQUEST, "%s: %s".formatted(path, why), Map.of(path, List.of(why)), Optional.empty());
    }

    /// Absent, of another seller, or no id at all: the same answer, so that nothing can be probed.
    public static Refusal notFound(String what) {
        return new Refusal(Kind.NOT_FOUND, "no such %s".formatted(what), Map.of(), Optional.empty());
    }

    /// Asked too often, for a limit other than the key's own.
    public static Refusal tooMany(String why, Limit limit) {
        return new Refusal(Kind.RATE_LIMITED, why, Map.of(), Optional.of(limit));
    }

    public Kind kind() {
        return kind;
    }

    public Map<String, List<String>> fields() {
        return fields;
    }

    public Optional<Limit> limit() {
        return limit;
    }

    /// The text for the reader of the API.
    public String why() {
        return String.valueOf(getMessage());
    }
}
