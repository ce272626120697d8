package dev.brickwork.integrations.accounting.books;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.integrations.accounting.books.JsonCalls.Answer;
import dev.brickwork.integrations.accounting.books.JsonCalls.Call;
import dev.brickwork.platform.Secret;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The authorization-code side of OAuth 2, as both services speak it: sending the seller there, the first tokens,
/// and renewing them. Both rotate the refresh token and accept the old one for a while, so two processes that
/// renew at once do not lock each other out.
public final class OAuth {
    private static final Duration RETRY = Duration.ofSeconds(30);

    private final JsonCalls calls;
    private final App app;
    private final InstantSource clock;

    public OAuth(JsonCalls calls, App app, InstantSource clock) {
        this.calls = calls;
        this.app = app;
        this.clock = clock;
    }

    /// The seller's registration with the service.
    public record App(URI authorizeUrl, URI tokenUrl, String scope, String clientId, Secret clientSecret) {}

    public sealed interface Granted {
        record Fresh(Tokens tokens) implements Granted {}

        /// `pushed` is a [SyncResult.Retry] or a [SyncResult.Disconnected].
        record Not(SyncResult pushed) implements Granted {}
    }

    /// Where the seller agrees; `state` comes back with the code and must be compared.
    public URI authorizeUrl(String state, URI returnTo) {
        var query = Map.of(
                "response_type", "code",
                "client_id", app.clientId(),
                "scope", app.scope(),
                "redirect_uri", returnTo.toString(),
                "state", state);
        return URI.create(app.authorizeUrl() + "?" + form(query));
    }

    public Granted exchange(String code, URI returnTo) {
        return ask(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", returnTo.toString()));
    }

    Granted renew(Tokens tokens) {
        return ask(Map.of(
                "grant_type", "refresh_token", "refresh_token", tokens.refresh().reveal()));
    }

    private Granted ask(Map<String, String> fields) {
        var client = app.clientId() + ":" + app.clientSecret().reveal();
        var answer = calls.send(new Call(
                "POST",
                app.tokenUrl(),
                Map.of(
                        "Authorization", "Basic " + Base64.getEncoder().encodeToString(client.getBytes(UTF_8)),
                        "Content-Type", "application/x-www-form-urlencoded",
                        "Accept", "application/json"),
                Optional.of(form(fields))));
        return switch (answer) {
            case Answer.Lost(var why) -> new Granted.Not(SyncResult.Retry.ofAll(RETRY, why));
            case Answer.Got got -> granted(got);
        };
    }

    private Granted granted(Answer.Got got) {
        if (got.status() == 400 || got.status() == 401) {
            return new Granted.Not(
                    new SyncResult.Disconnected("the books no longer accept our connection; connect again"));
        }
        var access = got.body().path("access_token").asText("");
        var refresh = got.body().path("refresh_token").asText("");
        long seconds = got.body().path("expires_in").asLong(0);
        if (got.status() != 200 || access.isEmpty() || refresh.isEmpty() || seconds <= 0) {
            return new Granted.Not(SyncResult.Retry.ofAll(RETRY, "the books gave no token"));
        }
        return new Granted.Fresh(new Tokens(
                Secret.of(access), Secret.of(refresh), clock.instant().plusSeconds(seconds)));
    }

    private static String form(Map<String, String> fields) {
        return new TreeMap<>(fields)
                .entrySet().stream()
                        .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                        .collect(Collectors.joining("&"));
    }
}
