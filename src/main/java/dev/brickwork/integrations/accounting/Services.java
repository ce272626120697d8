package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.AccountingHttp;
import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.integrations.accounting.books.JsonCalls;
import dev.brickwork.integrations.accounting.books.OAuth;
import dev.brickwork.integrations.accounting.books.QuickBooks;
import dev.brickwork.integrations.accounting.books.Tokens;
import dev.brickwork.integrations.accounting.books.Xero;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/// The services that books are kept at: who may call them, and how each is spoken to.
final class Services {
    private final Database database;
    private final LinkStore links;
    private final Accounting.Hosts hosts;
    private final JsonCalls calls;
    private final InstantSource realTime;

    Services(Database database, LinkStore links, Accounting.Hosts hosts, JsonCalls calls, InstantSource realTime) {
        this.database = database;
        this.links = links;
        this.hosts = hosts;
        this.calls = calls;
        this.realTime = realTime;
    }

    Books open(SellerId seller, Link link) {
        var credentials = database.read(tx -> links.credentials(tx, seller));
        var oauth = oauth(link.kind(), credentials.clientId(), credentials.clientSecret());
        var vault = new StoredTokens(database, links, seller);
        return switch (link.kind()) {
            case QUICKBOOKS -> {
                var line = new AccountingHttp(calls, oauth, vault, realTime, QuickBooks.WORDING);
                yield new QuickBooks(line, hosts.quickBooks().base(), link.organisation(), link.books());
            }
            case XERO -> {
                var wording = Xero.wording(UUID.fromString(link.organisation()));
                var line = new AccountingHttp(calls, oauth, vault, realTime, wording);
                yield new Xero(line, hosts.xero().base(), link.books());
            }
        };
    }

    OAuth oauth(Consent consent) {
        return oauth(consent.kind(), consent.clientId(), consent.clientSecret());
    }

    private OAuth oauth(Books.Kind kind, String clientId, Secret clientSecret) {
        var service = hosts.of(kind);
        var scope = switch (kind) {
            case QUICKBOOKS -> QuickBooks.SCOPE;
            case XERO -> Xero.SCOPE;
        };
        return new OAuth(
                calls, new OAuth.App(service.consent(), service.tokens(), scope, clientId, clientSecret), realTime);
    }

    /// QuickBooks names the company in the address; Xero has to be asked.
    Optional<String> chosenCompany(Consent consent, Tokens tokens, Optional<String> named) {
        return switch (consent.kind()) {
            case QUICKBOOKS -> named.filter(QuickBooks::isId);
            case XERO -> Xero.company(calls, hosts.xero().base(), tokens);
        };
    }
}
