package dev.brickwork.keys;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.http.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

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
        record Allowed(Set<Scope> scopes) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// Nobody gives what he does not have. Without a wish a key may do all that its maker may.
    static Verdict decide(Optional<Set<Scope>> wanted, Set<Scope> own) {
        var scopes = wanted.orElse(own);
        if (scopes.isEmpty()) return new Verdict.Refused("A key needs at least one scope.");
        var missing =
                scopes.stream().filter(scope -> !own.contains(scope)).sorted().map(Scope::wire);
        var names = missing.collect(Collectors.joining(", "));
        return names.isEmpty()
                ? new Verdict.Allowed(scopes)
                : new Verdict.Refused("Your own key lacks the scope %s.".formatted(names));
    }

    record Wish(
            String name,
            Optional<Set<Scope>> scopes,
            List<AddressRange> addresses,
            Optional<Instant> expiresAt,
            Set<Scope> own,
            String environment) {}

    Issued run(Handle tx, Caller caller, Wish wish) {
        return switch (decide(wish.scopes, wish.own)) {
            case Verdict.Refused(var why) -> throw Refusal.badField("scopes", why);
            case Verdict.Allowed(var scopes) ->
                store(
                        tx,
                        caller,
                        KeyText.random(wish.environment),
                        new Wish(
                                wish.name,
                                Optional.of(scopes),
                                wish.addresses,
                                wish.expiresAt,
                                wish.own,
                                wish.environment));
        };
    }

    /// Without asking who may.
    Issued store(Handle tx, Caller caller, KeyText text, String name, Set<Scope> scopes) {
        return store(
                tx,
                caller,
                text,
                new Wish(name, Optional.of(scopes), List.of(), Optional.empty(), scopes, text.environment()));
    }

    private Issued store(Handle tx, Caller caller, KeyText text, Wish wish) {
        var now = realTime.instant().truncatedTo(ChronoUnit.MICROS); // What the database keeps.
        var key = new ApiKey(
                text.id(),
                wish.name,
                text.prefix(),
                wish.scopes.orElseThrow(),
                wish.addresses,
                now,
                Optional.empty(),
                wish.expiresAt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        keys.insert(tx, caller, key, text.secretHash(), now);
        return new Issued(key, text.whole());
    }
}
