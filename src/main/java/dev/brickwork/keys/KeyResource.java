package dev.brickwork.keys;

import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
import dev.brickwork.plumbing.json.JsonWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/// Keys over HTTP.
final class KeyResource {
    private static final int NAME_LENGTH_MAX = 255;
    private static final int SCOPE_COUNT_MAX = 20;

    /// How long the old key goes on working after a rotation.
    private static final Map<String, Duration> OVERLAPS = overlaps();

    private final KeyStore keys;
    private final IssueKey issueKey;
    private final RotateKey rotateKey;
    private final InstantSource realTime;

    KeyResource(KeyStore keys, IssueKey issueKey, InstantSource realTime) {
        this.keys = keys;
        this.issueKey = issueKey;
        this.rotateKey = new RotateKey(keys, issueKey, realTime);
        this.realTime = realTime;
    }

    Routes routes() {
        return new Routes()
                .get("/api-keys", Scope.KEYS, this::list)
                .post("/api-keys", Scope.KEYS, this::create)
                .delete("/api-keys/{api_key_id}", Scope.KEYS, this::revoke)
                .post("/api-keys/{api_key_id}/rotate", Scope.KEYS, this::rotate);
    }

    private Answer list(Handle tx, Request request) {
        var page = request.page();
        var found = keys.list(tx, request.caller(), page.limit(), page.offset());
        return page.answer(keys.count(tx, request.caller()), found, (json, key) -> write(json, key, Optional.empty()));
    }

    private Answer create(Handle tx, Request request) {
        var fields = request.fields();
        var name = fields.require("name", field -> fields.filledText(field, NAME_LENGTH_MAX));
        var scopes = scopes(fields);
        var expiresAt = fields.moment("expires_at");
        if (expiresAt.isPresent() && !expiresAt.get().isAfter(realTime.instant())) {
            fields.fault("expires_at", "Must lie in the future.");
        }
        fields.check();
        var wish = new IssueKey.Wish(
                name.orElseThrow(), scopes, expiresAt, request.identity().scopes(), environment(request));
        return shown(issueKey.run(tx, request.caller(), wish));
    }

    private Answer rotate(Handle tx, Request request) {
        var fields = request.fields();
        var overlap = fields.oneOf("keep_old_for", OVERLAPS).orElse(Duration.ofHours(24));
        fields.check();
        return shown(rotateKey.run(
                tx,
                request.caller(),
                request.path("api_key_id"),
                overlap,
                request.identity().scopes(),
                environment(request)));
    }

    private Answer revoke(Handle tx, Request request) {
        var key = keys.lock(tx, request.caller(), request.path("api_key_id")).orElseThrow(KeyResource::noKey);
        if (key.revokedAt().isEmpty()) keys.revoke(tx, request.caller(), key.id(), realTime.instant());
        return Answer.ok(json -> json.object(out -> out.put("message", "the key is revoked")));
    }

    static Refusal noKey() {
        return Refusal.notFound("API key");
    }

    private static String environment(Request request) {
        return request.identity().isTest() ? IssueKey.TEST : IssueKey.LIVE;
    }

    private static Optional<Set<Scope>> scopes(Fields fields) {
        return fields.each("scopes", SCOPE_COUNT_MAX, (element, field) -> {
                    var names = new LinkedHashMap<String, Scope>();
                    for (var scope : Scope.values()) names.put(scope.wire(), scope);
                    return element.oneOf(field, names);
                })
                .map(list -> list.isEmpty() ? Set.of() : EnumSet.copyOf(list));
    }

    private static Answer shown(IssueKey.Issued issued) {
        return Answer.ok(json -> write(json, issued.key(), Optional.of(issued.whole())));
    }

    private static void write(JsonWriter json, ApiKey key, Optional<String> whole) {
        json.object(out -> {
            out.put("api_key_id", key.id())
                    .put("name", key.name())
                    .put("prefix", key.prefix())
                    .putTexts(
                            "scopes",
                            key.scopes().stream().sorted().map(Scope::wire).toList())
                    .put("created_at", key.createdAt())
                    .put("last_used_at", key.lastUsedAt())
                    .put("expires_at", key.expiresAt())
                    .put("revoked_at", key.revokedAt());
            whole.ifPresent(secret -> out.put("api_key", secret));
        });
    }

    private static Map<String, Duration> overlaps() {
        var overlaps = new LinkedHashMap<String, Duration>();
        overlaps.put("now", Duration.ZERO);
        overlaps.put("1h", Duration.ofHours(1));
        overlaps.put("24h", Duration.ofHours(24));
        overlaps.put("7d", Duration.ofDays(7));
        return overlaps;
    }
}
