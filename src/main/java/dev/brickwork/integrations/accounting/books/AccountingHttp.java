package dev.brickwork.integrations.accounting.books;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.integrations.accounting.books.JsonCalls.Answer;
import dev.brickwork.integrations.accounting.books.JsonCalls.Call;
import dev.brickwork.platform.egress.RetryAfter;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// The wire to one seller's books: puts the token on each call, renews it when it is stale or refused, and turns
/// what is not success into what to do about it. What success looks like is the connector's business.
public final class AccountingHttp {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration AFTER_LIMIT = Duration.ofMinutes(1);

    private final JsonCalls calls;
    private final OAuth oauth;
    private final Tokens.Vault vault;
    private final InstantSource clock;
    private final Map<String, String> headers;
    private final Function<JsonNode, String> complaint;

    /// `headers` go on every call; `complaint` finds the words in an error answer.
    public AccountingHttp(JsonCalls calls, OAuth oauth, Tokens.Vault vault, InstantSource clock, Wording wording) {
        this.calls = calls;
        this.oauth = oauth;
        this.vault = vault;
        this.clock = clock;
        this.headers = wording.headers();
        this.complaint = wording.complaint();
    }

    public record Wording(Map<String, String> headers, Function<JsonNode, String> complaint) {}

    sealed interface Reply {
        record Ok(JsonNode body) implements Reply {}

        record Not(SyncResult pushed) implements Reply {}
    }

    Reply get(URI uri) {
        return send(new Call("GET", uri, headers, Optional.empty()));
    }

    Reply delete(URI uri) {
        return send(new Call("DELETE", uri, headers, Optional.empty()));
    }

    Reply send(String method, URI uri, Map<String, String> extra, JsonNode body) {
        var all = new TreeMap<>(headers);
        all.putAll(extra);
        all.put("Content-Type", "application/json");
        return send(new Call(method, uri, all, Optional.of(JsonCalls.text(body))));
    }

    private Reply send(Call call) {
        var stored = vault.load();
        var tokens = stored.isStale(clock.instant()) ? renewed(stored) : new OAuth.Granted.Fresh(stored);
        if (!(tokens instanceof OAuth.Granted.Fresh(var first))) return not(tokens);
        var answer = calls.send(with(first, call));
        if (!isUnauthorized(answer)) return reply(answer);
        var again = renewed(first); // revoked early, or renewed by another process
        return again instanceof OAuth.Granted.Fresh(var second) ? reply(calls.send(with(second, call))) : not(again);
    }

    /// Stored before it is used, so that a crash does not lose the only token that still works.
    private OAuth.Granted renewed(Tokens stale) {
        var stored = vault.load();
        if (!stored.equals(stale)) return new OAuth.Granted.Fresh(stored);
        var granted = oauth.renew(stale);
        if (granted instanceof OAuth.Granted.Fresh(var fresh) && !vault.replace(stale, fresh)) {
            return new OAuth.Granted.Fresh(vault.load());
        }
        return granted;
    }

    private static Call with(Tokens tokens, Call call) {
        var headers = new TreeMap<>(call.headers());
        headers.put("Authorization", "Bearer " + tokens.access().reveal());
        headers.put("Accept", "application/json");
        return new Call(call.method(), call.uri(), headers, call.body());
    }

    private Reply reply(Answer answer) {
        return switch (answer) {
            case Answer.Lost(var why) -> new Reply.Not(SyncResult.Retry.ofAll(SOON, why));
            case Answer.Got got when got.status() / 100 == 2 && got.body().isObject() -> new Reply.Ok(got.body());
            case Answer.Got got -> new Reply.Not(trouble(got));
        };
    }

    private SyncResult trouble(Answer.Got got) {
        int status = got.status();
        if (status == 429 || status == 503) {
            var wait = got.retryAfter().flatMap(header -> RetryAfter.parse(header, clock.instant()));
            return SyncResult.Retry.ofAll(wait.orElse(AFTER_LIMIT), "the books ask us to slow down");
        }
        if (status == 401 || status == 403) {
            return new SyncResult.Disconnected("the books no longer accept our connection; connect again");
        }
        if (status >= 500 || status < 400)
            return new SyncResult.Retry(SOON, "the books answered with status " + status);
        var words = complaint.apply(got.body());
        return new SyncResult.Refused(words.isBlank() ? "the books answered with status " + status : words);
    }

    private static boolean isUnauthorized(Answer answer) {
        return answer instanceof Answer.Got got && got.status() == 401;
    }

    private static Reply not(OAuth.Granted granted) {
        return granted instanceof OAuth.Granted.Not(var pushed)
                ? new Reply.Not(pushed)
                : new Reply.Not(SyncResult.Retry.ofAll(SOON, "no token"));
    }
}
