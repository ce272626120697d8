package dev.brickwork.integrations.accounting.books;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.integrations.accounting.BooksDouble;
import dev.brickwork.integrations.accounting.BooksDouble.Answer;
import dev.brickwork.integrations.accounting.BooksDouble.MemoryVault;
import dev.brickwork.integrations.accounting.BooksDouble.Trouble;
import dev.brickwork.integrations.accounting.books.AccountingHttp.Reply;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.telemetry.Traces;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tokens, limits and trouble, which are the same for every service.
@Tag("verify")
class AccountingHttpTest {
    private static final Instant NOW = Instant.parse("2025-01-31T12:00:00Z");

    /// Long enough for a loaded machine.
    private JsonCalls calls = new JsonCalls(Duration.ofSeconds(30), Traces.OFF);
    private BooksDouble service;
    private MemoryVault vault;

    @BeforeEach
    void open() throws Exception {
        service = new BooksDouble(request -> new Answer(200, "{\"ok\":true}"));
        vault = new MemoryVault(service.tokens(NOW));
    }

    @AfterEach
    void close() {
        service.close();
        calls.close();
    }

    @Test
    void aStaleTokenIsRenewedAndStoredFirst() {
        vault = new MemoryVault(new Tokens(Secret.of("access-0"), Secret.of("refresh-0"), NOW.plusSeconds(60)));
        assertThat(get()).isInstanceOf(Reply.Ok.class);

        assertThat(service.requests()).extracting(BooksDouble.Request::path).containsExactly("/token", "/x");
        assertThat(service.requests().getFirst().query())
                .containsOnly(Map.entry("grant_type", "refresh_token"), Map.entry("refresh_token", "refresh-0"));
        assertThat(vault.load().refresh().reveal()).isEqualTo("refresh-1");
        assertThat(vault.load().expiresAt()).isEqualTo(NOW.plusSeconds(1800));
        assertThat(vault.load().toString()).doesNotContain("refresh-1", "access-1");
    }

    @Test
    void aRefusedTokenIsRenewedOnce() {
        service.expireAccess();
        assertThat(get()).isInstanceOf(Reply.Ok.class);
        assertThat(service.requests()).extracting(BooksDouble.Request::path).containsExactly("/x", "/token", "/x");
    }

    /// Another process renewed in the meantime: its token is used instead of spending the old refresh token again.
    @Test
    void anotherProcesssTokenIsUsed() {
        var stale = vault.load();
        service.expireAccess();
        vault.replace(stale, service.tokens(NOW));
        assertThat(get()).isInstanceOf(Reply.Ok.class);
        assertThat(service.requests()).extracting(BooksDouble.Request::path).containsExactly("/x");
    }

    @Test
    void aRevokedConnectionIsDisconnected() {
        service.revoke();
        assertThat(pushed()).isInstanceOf(SyncResult.Disconnected.class);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            429, 17,   Retry,        PT17S, true
            429, '',   Retry,        PT1M,  true
            429, soon, Retry,        PT1M,  true
            429, 999999, Retry,      PT24H, true
            429, 'Fri, 31 Jan 2025 12:00:30 GMT', Retry, PT30S, true
            503, 5,    Retry,        PT5S,  true
            500, '',   Retry,        PT30S, false
            502, '',   Retry,        PT30S, false
            302, '',   Retry,        PT30S, false
            403, '',   Disconnected, '',    false
            400, '',   Refused,      '',    false
            404, '',   Refused,      '',    false
            """)
    void trouble(int status, String retryAfter, String kind, String after, boolean isOfAll) {
        var headers = retryAfter.isEmpty() ? Map.<String, String>of() : Map.of("Retry-After", retryAfter);
        service.next(new Trouble(status, headers, "{}", false));
        var pushed = pushed();
        assertThat(pushed.getClass().getSimpleName()).isEqualTo(kind);
        if (pushed instanceof SyncResult.Retry retry)
            assertThat(retry).isEqualTo(new SyncResult.Retry(Duration.parse(after), retry.why(), isOfAll));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            ''
            <html>
            []
            null
            '"ok"'
            {"a":
            """)
    void whatIsNoObjectIsNotDone(String body) {
        service.next(new Trouble(200, Map.of(), body, false));
        assertThat(pushed()).isInstanceOf(SyncResult.Retry.class);
    }

    @Test
    void silenceEndsInTime() {
        calls.close();
        calls = new JsonCalls(Duration.ofSeconds(1), Traces.OFF);
        service.next(new Trouble(0, Map.of(), "", false));
        long start = System.nanoTime();
        assertThat(pushed())
                .isInstanceOfSatisfying(
                        SyncResult.Retry.class,
                        retry -> assertThat(retry.isOfAll()).isTrue());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void anAnswerTooLargeIsLost() {
        service.next(new Trouble(200, Map.of(), "{\"x\":\"" + "a".repeat(JsonCalls.ANSWER_BYTES_MAX) + "\"}", false));
        assertThat(pushed()).isInstanceOf(SyncResult.Retry.class);
    }

    @Test
    void nobodyListeningIsTriedAgain() {
        service.close();
        assertThat(pushed()).isInstanceOf(SyncResult.Retry.class);
    }

    /// The seller is sent there with our name and comes back with a code for the first tokens.
    @Test
    void connecting() {
        var oauth = new OAuth(calls, service.app(), InstantSource.fixed(NOW));
        assertThat(oauth.authorizeUrl("s/1", URI.create("https://us.example/accounting/callback")))
                .hasToString(service.base()
                        + "/authorize?client_id=client&redirect_uri=https%3A%2F%2Fus.example%2Faccounting%2Fcallback"
                        + "&response_type=code&scope=a+b&state=s%2F1");
        var granted = oauth.exchange("code-1", URI.create("https://us.example/accounting/callback"));
        assertThat(granted).isInstanceOf(OAuth.Granted.Fresh.class);
        assertThat(service.requests().getFirst().query())
                .containsEntry("grant_type", "authorization_code")
                .containsEntry("code", "code-1");
        assertThat(service.app().toString()).doesNotContain("canary");
    }

    @Test
    void theirWordsAreMadeFitForALog() {
        var refused = new SyncResult.Refused("a\r\nb\u0000c " + "x".repeat(1000));
        assertThat(refused.why()).startsWith("a b c x").hasSize(SyncResult.WHY_LENGTH_MAX);
    }

    private SyncResult pushed() {
        return ((Reply.Not) get()).pushed();
    }

    private Reply get() {
        var clock = InstantSource.fixed(NOW);
        var wording = new AccountingHttp.Wording(
                Map.of(), body -> body.path("Message").asText());
        return new AccountingHttp(calls, new OAuth(calls, service.app(), clock), vault, clock, wording)
                .get(service.base().resolve("/x"));
    }
}
