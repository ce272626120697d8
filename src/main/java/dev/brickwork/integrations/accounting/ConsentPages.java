package dev.brickwork.integrations.accounting;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.integrations.accounting.books.OAuth;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where a person comes back from the accounting service after agreeing: the state says who was sent there, the code
/// is exchanged for tokens, and the books are connected. A state that we do not know starts nothing.
final class ConsentPages implements PublicPages {
    static final String PATH = "/accounting/callback";

    private static final int VALUE_LENGTH_MAX = 4096;

    private final Database database;
    private final ConsentStore consents;
    private final Connecting connecting;
    private final Services services;
    private final URI returnTo;
    private final InstantSource realTime;

    ConsentPages(
            Database database,
            ConsentStore consents,
            Connecting connecting,
            Services services,
            URI returnTo,
            InstantSource realTime) {
        this.database = database;
        this.consents = consents;
        this.connecting = connecting;
        this.services = services;
        this.returnTo = returnTo;
        this.realTime = realTime;
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        if (!request.path().equals(PATH) || !request.method().equals("GET")) return Optional.empty();
        var state = one(request.query(), "state");
        var consent = state.flatMap(
                text -> database.inTransaction(tx -> consents.take(tx, Secret.of(text), realTime.instant())));
        if (consent.isEmpty()) return page(400, "This link is not valid any more. Please begin again.");
        var code = one(request.query(), "code");
        if (code.isEmpty()) return page(400, "The books were not connected, because the company did not agree.");
        return connect(request, consent.get(), code.get());
    }

    private Optional<Answer> connect(PublicRequest request, Consent consent, String code) {
        var granted = services.oauth(consent).exchange(code, returnTo);
        if (!(granted instanceof OAuth.Granted.Fresh(var tokens))) {
            return page(400, "The accounting service did not accept the answer. Please begin again.");
        }
        var company = services.chosenCompany(consent, tokens, one(request.query(), "realmId"));
        if (company.isEmpty()) return page(400, "No company was chosen. Please begin again.");
        var caller = new Caller(consent.seller(), "accounting consent", request.requestId(), consent.askedAt());
        var link = new Link(
                consent.kind(), company.get(), false, true, consent.mapping(), consent.askedAt(), Optional.empty());
        var credentials = new Credentials(consent.clientId(), consent.clientSecret(), tokens);
        database.write(caller, tx -> connecting.run(tx, link, credentials));
        return page(200, "The books are connected. You can close this page.");
    }

    private static Optional<String> one(Map<String, List<String>> query, String name) {
        var values = query.getOrDefault(name, List.of());
        return values.size() == 1
                        && !values.getFirst().isEmpty()
                        && values.getFirst().length() <= VALUE_LENGTH_MAX
                ? Optional.of(values.getFirst())
                : Optional.empty();
    }

    /// Our own sentences only: nothing of the request is shown.
    private static Optional<Answer> page(int status, String sentence) {
        var html = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Accounting</title><p>%s</p></html>"
                .formatted(sentence);
        var headers = Map.of(
                "Cache-Control", "no-store",
                "Content-Security-Policy", "default-src 'none'",
                "Referrer-Policy", "no-referrer");
        return Optional.of(new Answer(status, "text/html; charset=utf-8", html.getBytes(UTF_8), headers));
    }
}
