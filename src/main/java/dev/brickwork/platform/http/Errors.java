package dev.brickwork.platform.http;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.json.JsonWriter;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// The only class that knows status codes. The error body is closed: three codes, the status tells the
/// kind, and `reason` is an addition for machines.
public final class Errors {
    private static final String UNAUTHENTICATED = "a valid API key is needed in the header X-SERVICE-KEY";

    private Errors() {}

    public static Answer of(Refusal refusal) {
        return switch (refusal.kind()) {
            case BAD_REQUEST -> refused(400, "ERR_BAD_REQUEST", refusal, Optional.empty());
            case NOT_FOUND -> refused(404, "ERR_NOT_FOUND", refusal, Optional.empty());
            case FORBIDDEN -> refused(403, "ERR_BAD_REQUEST", refusal, Optional.of("forbidden"));
            case UNAUTHENTICATED -> unauthenticated();
            case IN_PROGRESS ->
                refused(409, "ERR_BAD_REQUEST", refusal, Optional.of("in_progress"))
                        .with("Retry-After", "1");
            case STALE -> refused(412, "ERR_BAD_REQUEST", refusal, Optional.of("stale"));
            case METHOD_NOT_ALLOWED -> refused(405, "ERR_BAD_REQUEST", refusal, Optional.of("method_not_allowed"));
            case TOO_LARGE -> refused(413, "ERR_BAD_REQUEST", refusal, Optional.of("too_large"));
            case HEADERS_TOO_LARGE -> refused(431, "ERR_BAD_REQUEST", refusal, Optional.of("headers_too_large"));
            case UNSUPPORTED_MEDIA -> refused(415, "ERR_BAD_REQUEST", refusal, Optional.of("unsupported_media_type"));
            case RATE_LIMITED -> tooMany(refusal);
            case UNAVAILABLE -> server(503, refusal.why(), Ids.next()).with("Retry-After", "1");
        };
    }

    private static Answer tooMany(Refusal refusal) {
        var answer = refused(429, "ERR_BAD_REQUEST", refusal, Optional.of("rate_limited"));
        if (refusal.limit().isEmpty()) return answer.with("Retry-After", "1");
        var limit = refusal.limit().get();
        return answer.with("Retry-After", Long.toString(limit.retryAfterSeconds()))
                .with(
                        "RateLimit-Policy",
                        "\"%s\";q=%d;w=%d".formatted(limit.name(), limit.quota(), limit.windowSeconds()))
                .with("RateLimit", "\"%s\";r=0;t=%d".formatted(limit.name(), limit.retryAfterSeconds()));
    }

    /// One text for every reason a key can fail, so that nothing can be probed.
    public static Answer unauthenticated() {
        return refused(
                        401,
                        "ERR_BAD_REQUEST",
                        Refusal.of(Refusal.Kind.UNAUTHENTICATED, UNAUTHENTICATED),
                        Optional.of("unauthenticated"))
                .with("WWW-Authenticate", "ApiKey realm=\"api\"");
    }

    /// Our fault. The id is also in the log line; nothing else is told.
    public static Answer failed(UUID errorId) {
        return server(500, "the service failed; quote the error_id when you ask for help", errorId);
    }

    public static Answer unavailable(UUID errorId) {
        return server(503, "the service is busy or its database is away; try again", errorId)
                .with("Retry-After", "1");
    }

    private static Answer server(int status, String message, UUID errorId) {
        return Answer.json(
                status,
                json -> json.object(body -> body.putObject(
                        "error",
                        error -> error.put("code", "ERR_SERVER_ERROR")
                                .put("message", message)
                                .put("error_id", errorId))));
    }

    private static Answer refused(int status, String code, Refusal refusal, Optional<String> reason) {
        return Answer.json(
                status,
                json -> json.object(body -> body.putObject("error", error -> {
                    error.put("code", code).put("message", refusal.why());
                    reason.ifPresent(text -> error.put("reason", text));
                    if (!refusal.fields().isEmpty()) putFields(error, refusal);
                })));
    }

    private static void putFields(JsonWriter error, Refusal refusal) {
        var sorted = new TreeMap<>(refusal.fields()); // The same faults give the same bytes.
        error.putObject("details", details -> details.putObject("fields", fields -> sorted.forEach(fields::putTexts)));
    }
}
