package dev.brickwork.sellers.keys;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Change;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Replaces a key by a new one with the same name, scopes, addresses and, unless another is asked for, expiry, within
/// the bounds of the key that asks; the old one goes on for a while, so that no client breaks. A key has one
/// successor: a caller that lost the answer rotates that one, and no key is left that no caller knows of.
final class RotateKey {
    private final KeyStore keys;
    private final IssueKey issueKey;
    private final InstantSource realTime;

    RotateKey(KeyStore keys, IssueKey issueKey, InstantSource realTime) {
        this.keys = keys;
        this.issueKey = issueKey;
        this.realTime = realTime;
    }

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    static Verdict decide(ApiKey old, Instant now) {
        if (old.revokedAt().isPresent()) return new Verdict.Refused("a revoked key cannot be rotated");
        if (old.replacedBy().isPresent()) {
            return new Verdict.Refused("the key was rotated already; its successor is "
                    + old.replacedBy().get());
        }
        boolean isOver = old.expiresAt().filter(end -> !end.isAfter(now)).isPresent();
        return isOver ? new Verdict.Refused("an expired key cannot be rotated") : new Verdict.Allowed();
    }

    /// @param own the bounds of the key that asks
    record Input(String id, Duration overlap, Change<Instant> expiresAt, KeyBounds own, String environment) {}

    record Rotated(IssueKey.Issued issued, Instant oldExpiresAt) {}

    Rotated run(Tx tx, Input input) {
        var old = keys.lock(tx, input.id).orElseThrow(KeyResource::noKey);
        RevokeKey.requireNoMoreThan(input.own.scopes(), old);
        requireNoFurther(input.own, old);
        var now = realTime.instant();
        if (decide(old, now) instanceof Verdict.Refused(var why)) throw Refusal.badRequest(why);
        var issued = issueKey.run(
                tx,
                new IssueKey.Input(
                        old.name(),
                        new KeyBounds(old.scopes(), old.addresses(), input.expiresAt.over(old.expiresAt())),
                        input.own,
                        input.environment));
        keys.replace(tx, input.id, issued.key().id(), now.plus(input.overlap));
        return new Rotated(
                issued, keys.lock(tx, input.id).flatMap(ApiKey::expiresAt).orElseThrow());
    }

    /// The one that asks is shown the successor, which works from where the old key does.
    private static void requireNoFurther(KeyBounds own, ApiKey old) {
        if (!old.bounds().isReachableBeyond(own)) return;
        throw Refusal.of(
                Refusal.Kind.FORBIDDEN, "the key works from addresses that your own is not allowed to be used from");
    }
}
