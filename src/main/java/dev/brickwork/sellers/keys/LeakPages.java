package dev.brickwork.sellers.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.database.AuditContext;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.lang.System.Logger;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Where secret scanners report keys that they found in public, signed as webhooks are. A key of a
/// test seller is revoked at once. One of a live seller is marked and goes on, since revoking it would stop a
/// business: its owner gets a mail and decides.
final class LeakPages implements PublicPages {
    static final String PATH = "/leaked-keys";

    private static final Logger LOG = System.getLogger(LeakPages.class.getName());
    private static final String SECRET_PREFIX = "whsec_";
    private static final int KEY_COUNT_MAX = 100;
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String WHY = "found in public by a scanner";

    private final Database database;
    private final KeyStore keys;
    private final Outbox outbox;
    private final Secret secret;
    private final InstantSource realTime;

    LeakPages(Database database, KeyStore keys, Outbox outbox, Secret secret, InstantSource realTime) {
        this.database = database;
        this.keys = keys;
        this.outbox = outbox;
        this.secret = secret;
        this.realTime = realTime;
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        if (!request.path().equals(PATH) || !request.method().equals("POST")) return Optional.empty();
        var body = request.bytes();
        if (!isSigned(request, body)) throw Refusal.badRequest("the signature does not hold");
        var fields = Fields.of(JsonReader.request(body));
        var found = fields.require("keys", name -> fields.<String>each(name, KEY_COUNT_MAX, Fields::text));
        fields.check();
        var known = new ArrayList<String>();
        for (var text : found.orElseThrow()) mark(text, request.requestId()).ifPresent(known::add);
        return Optional.of(Answer.ok(json -> json.object(out -> out.putTexts("known", known))));
    }

    /// The id of the key, if it is one of ours that still means something.
    private Optional<String> mark(String text, String requestId) {
        var key = KeyText.parse(text);
        if (key.isEmpty()) return Optional.empty();
        var id = key.get().id();
        var found = database.read(tx -> keys.findByText(tx, id))
                .filter(it -> MessageDigest.isEqual(it.secretHash(), key.get().secretHash()));
        if (found.isEmpty()) return Optional.empty();
        var now = realTime.instant();
        var caller = new Caller(found.get().seller(), "scanner", requestId, now);
        database.write(caller, tx -> {
            AuditContext.because(tx, Optional.of(WHY));
            var before = keys.lock(tx, id).orElseThrow();
            keys.leaked(tx, id, found.get().isTest(), now);
            if (before.leakedAt().isEmpty()) tellOwner(tx, before, found.get().isTest());
        });
        LOG.log(Logger.Level.WARNING, "the key {0} was {1}", id, WHY);
        return Optional.of(id);
    }

    /// Once, however many scanners find it. The operator's own key has no seller to write to; it is in the log.
    private void tellOwner(Tx tx, ApiKey key, boolean isRevoked) {
        if (tx.seller().equals(SellerId.OPERATOR)) return;
        outbox.stage(
                tx,
                Event.inside(
                        "key.leaked",
                        tx.seller().value(),
                        json -> json.put("name", key.name())
                                .put("prefix", key.prefix())
                                .put("is_revoked", isRevoked)));
    }

    private boolean isSigned(PublicRequest request, byte[] body) {
        var id = request.header("webhook-id");
        var timestamp = request.header("webhook-timestamp").flatMap(LeakPages::seconds);
        var signatures = request.header("webhook-signature");
        if (id.isEmpty() || timestamp.isEmpty() || signatures.isEmpty()) return false;
        var age = Duration.between(timestamp.get(), realTime.instant()).abs();
        if (age.compareTo(TOLERANCE) > 0) return false;
        var expected =
                signature(id.get(), timestamp.get().getEpochSecond(), body).getBytes(UTF_8);
        return List.of(signatures.get().split(" ", -1)).stream()
                .anyMatch(one -> MessageDigest.isEqual(one.getBytes(UTF_8), expected));
    }

    private static Optional<Instant> seconds(String text) {
        try {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(text)));
        } catch (NumberFormatException | DateTimeException malformed) {
            return Optional.empty();
        }
    }

    private String signature(String id, long timestamp, byte[] body) {
        var key = Base64.getDecoder().decode(secret.reveal().substring(SECRET_PREFIX.length()));
        var signed = Sha256.keyed(key, "%s.%d.".formatted(id, timestamp).getBytes(UTF_8), body);
        return "v1," + Base64.getEncoder().encodeToString(signed);
    }
}
