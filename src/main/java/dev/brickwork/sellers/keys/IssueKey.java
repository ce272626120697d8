package dev.brickwork.sellers.keys;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Scope;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes a key. The whole key is in the answer and nowhere else.
final class IssueKey {
    static final String LIVE = "live";
    static final String TEST = "test";

    private final KeyStore keys;
    private final InstantSource realTime;

    IssueKey(KeyStore keys, InstantSource realTime) {
        this.keys = keys;
        this.realTime = realTime;
    }

    record Issued(ApiKey key, String whole) {}

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Refused(Map<String, List<String>> faults) implements Verdict {}
    }

    /// No key makes one with wider bounds than its own: scopes, addresses, expiry.
    static Verdict decide(KeyBounds wanted, KeyBounds own) {
        var faults = wanted.faults(own);
        return faults.isEmpty() ? new Verdict.Allowed() : new Verdict.Refused(faults);
    }

    /// @param own the bounds of the key that asks
    record Input(String name, KeyBounds wanted, KeyBounds own, String environment) {}

    Issued run(Tx tx, Input input) {
        if (decide(input.wanted, input.own) instanceof Verdict.Refused(var faults)) {
            throw Refusal.badRequest("the key would have wider bounds than your own", faults);
        }
        return store(tx, KeyText.random(input.environment), input.name, input.wanted);
    }

    /// Makes a key without bounds but its scopes, and without asking who may: for the first key of a seller, which is
    /// the seller's own, and for the operator's commands.
    Issued store(Tx tx, KeyText text, String name, Set<Scope> scopes) {
        return store(tx, text, name, new KeyBounds(scopes, List.of(), Optional.empty()));
    }

    private Issued store(Tx tx, KeyText text, String name, KeyBounds bounds) {
        var now = realTime.instant().truncatedTo(ChronoUnit.MICROS); // What the database keeps.
        var key = new ApiKey(
                text.id(),
                name,
                text.prefix(),
                bounds.scopes(),
                bounds.addresses(),
                now,
                Optional.empty(),
                bounds.expiresAt(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        keys.insert(tx, key, text.secretHash(), now);
        return new Issued(key, text.whole());
    }
}
