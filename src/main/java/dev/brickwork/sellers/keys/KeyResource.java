package dev.brickwork.sellers.keys;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Keys over HTTP.
final class KeyResource {
    private static final int NAME_LENGTH_MAX = 255;
    private static final int SCOPE_COUNT_MAX = 20;
    private static final int ADDRESS_COUNT_MAX = 50;

    /// How long the old key may go on working after a rotation, in hours.
    private static final Set<Integer> OVERLAP_HOURS = Set.of(0, 1, 24, 168);

    private final KeyStore keys;
    private final IssueKey issueKey;
    private final RotateKey rotateKey;
    private final RevokeKey revokeKey;
    private final InstantSource realTime;

    KeyResource(KeyStore keys, IssueKey issueKey, InstantSource realTime) {
        this.keys = keys;
        this.issueKey = issueKey;
        this.rotateKey = new RotateKey(keys, issueKey, realTime);
        this.revokeKey = new RevokeKey(keys, realTime);
        this.realTime = realTime;
    }

    Routes routes() {
        return new Routes()
                .get("/api-keys", Scope.KEYS, this::list)
                .post("/api-keys", Scope.KEYS, this::create)
                .delete("/api-keys/{api_key_id}", Scope.KEYS, this::revoke)
                .post("/api-keys/{api_key_id}/rotate", Scope.KEYS, this::rotate);
    }

    private Answer list(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var found = keys.list(tx, page);
        return page.answer(keys.count(tx), found, (json, key) -> write(json, key, Optional.empty()));
    }

    private Answer create(Tx tx, Request request) {
        var fields = request.fields();
        var name = fields.require("name", field -> fields.filledText(field, NAME_LENGTH_MAX));
        var scopes = scopes(fields);
        var addresses = fields.each("allowed_addresses", ADDRESS_COUNT_MAX, KeyResource::address);
        var expiresAt = expiry(fields);
        fields.check();
        var own = own(tx, request);
        var wanted = new KeyBounds(
                scopes.orElse(own.scopes()), addresses.orElse(own.addresses()), expiresAt.or(own::expiresAt));
        var input = new IssueKey.Input(name.orElseThrow(), wanted, own, environment(request));
        return shown(issueKey.run(tx, input));
    }

    private Answer rotate(Tx tx, Request request) {
        var fields = request.fields();
        int hours = fields.integer("overlap_hours", 0, 168).orElse(24);
        if (!OVERLAP_HOURS.contains(hours)) fields.fault("overlap_hours", "Must be one of 0, 1, 24, 168.");
        var expiresAt = fields.change("expires_at", _ -> expiry(fields));
        fields.check();
        var input = new RotateKey.Input(
                request.path("api_key_id"), Duration.ofHours(hours), expiresAt, own(tx, request), environment(request));
        var rotated = rotateKey.run(tx, input);
        return Answer.ok(json -> json.object(out -> {
                    writeFields(
                            out,
                            rotated.issued().key(),
                            Optional.of(rotated.issued().whole()));
                    out.put("old_key_expires_at", rotated.oldExpiresAt());
                }))
                .secret("api_key");
    }

    private Answer revoke(Tx tx, Request request) {
        var own = request.identity().scopes();
        var revoked = revokeKey.run(tx, request.path("api_key_id"), own);
        return Answer.ok(json -> write(json, revoked, Optional.empty()));
    }

    private Optional<Instant> expiry(Fields fields) {
        var expiresAt = fields.moment("expires_at");
        if (expiresAt.isPresent() && !expiresAt.get().isAfter(realTime.instant())) {
            fields.fault("expires_at", "Must lie in the future.");
        }
        return expiresAt;
    }

    private static Optional<AddressRange> address(Fields element, String field) {
        var text = element.text(field);
        var range = text.flatMap(AddressRange::parse);
        if (text.isPresent() && range.isEmpty()) {
            element.fault(field, "Must be an IP address or a range such as 203.0.113.0/24.");
        }
        return range;
    }

    /// The bounds of the key that asks, as they are stored now.
    private KeyBounds own(Tx tx, Request request) {
        return keys.find(tx, request.identity().keyId()).orElseThrow().bounds();
    }

    static Refusal noKey() {
        return Refusal.notFound("API key");
    }

    private static String environment(Request request) {
        return request.identity().isTest() ? IssueKey.TEST : IssueKey.LIVE;
    }

    private static Optional<Set<Scope>> scopes(Fields fields) {
        var words = Fields.words(Scope::wire, Scope.values());
        return fields.eachOnce("scopes", SCOPE_COUNT_MAX, (element, field) -> element.oneOf(field, words))
                .map(list -> list.isEmpty() ? Set.of() : EnumSet.copyOf(list));
    }

    private static Answer shown(IssueKey.Issued issued) {
        return Answer.ok(json -> write(json, issued.key(), Optional.of(issued.whole())))
                .secret("api_key");
    }

    private static void write(JsonWriter json, ApiKey key, Optional<String> whole) {
        json.object(out -> writeFields(out, key, whole));
    }

    private static void writeFields(JsonWriter out, ApiKey key, Optional<String> whole) {
        out.put("api_key_id", key.id())
                .put("name", key.name())
                .put("prefix", key.prefix())
                .putTexts(
                        "scopes",
                        key.scopes().stream().sorted().map(Scope::wire).toList())
                .putTexts(
                        "allowed_addresses",
                        key.addresses().stream().map(AddressRange::text).toList())
                .put("created_at", key.createdAt())
                .put("last_used_at", key.lastUsedAt())
                .put("expires_at", key.expiresAt())
                .put("revoked_at", key.revokedAt())
                .put("leaked_at", key.leakedAt())
                .put("replaced_by", key.replacedBy());
        whole.ifPresent(secret -> out.put("api_key", secret));
    }
}
