package dev.brickwork.accounting;

import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.Seal;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.jobs.Loop;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

/// The door of the room: the link to outside books, and the export of our own.
public final class Accounting {
    private static final Duration POLL = Duration.ofSeconds(2);

    private final Database database;
    private final LinkStore links;
    private final InstantSource realTime;
    private final Hosts hosts;
    private final JsonCalls calls = new JsonCalls(JsonCalls.TIMEOUT);
    private final Loop loop;
    private final Carrier carrier;
    private final Routes routes;

    /// Where the services are: their interfaces and where tokens are renewed.
    public record Hosts(URI quickBooks, URI quickBooksTokens, URI xero, URI xeroTokens) {
        public static final Hosts REAL = new Hosts(
                QuickBooks.BASE,
                URI.create("https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer"),
                Xero.BASE,
                URI.create("https://identity.xero.com/connect/token"));
    }

    public Accounting(
            Database database, Sellers sellers, Outbox outbox, Seal seal, InstantSource realTime, Hosts hosts) {
        this.database = database;
        this.realTime = realTime;
        this.hosts = hosts;
        this.links = new LinkStore(seal);
        var pushes = new PushStore();
        var view = new BooksView();
        this.carrier =
                new Carrier(database, links, pushes, new CarryOver(database, pushes, view), this::open, realTime);
        this.loop = new Loop("accounting", POLL, carrier::round);
        outbox.register(new FollowEvents(database, links, pushes, view, realTime, loop::wake));
        this.routes = new Routes()
                .include(new LinkResource(links, pushes, realTime, loop::wake).routes())
                .include(new PeriodResource(sellers).routes());
    }

    public Routes routes() {
        return routes;
    }

    public Loop loop() {
        return loop;
    }

    private Books open(SellerId seller, Link link) {
        var credentials = database.read(tx -> links.credentials(tx, seller));
        var vault = new StoredTokens(database, links, seller);
        return switch (link.kind()) {
            case QUICKBOOKS -> {
                var app = app(hosts.quickBooksTokens, credentials);
                var line = new BooksLine(calls, new OAuth(calls, app, realTime), vault, realTime, QuickBooks.WORDING);
                yield new QuickBooks(line, hosts.quickBooks, link.organisation(), link.books());
            }
            case XERO -> {
                var app = app(hosts.xeroTokens, credentials);
                var wording = Xero.wording(UUID.fromString(link.organisation()));
                var line = new BooksLine(calls, new OAuth(calls, app, realTime), vault, realTime, wording);
                yield new Xero(line, hosts.xero, link.books());
            }
        };
    }

    /// Consent is given at the service itself; here only tokens are renewed.
    private static OAuth.App app(URI tokens, Credentials credentials) {
        return new OAuth.App(tokens, tokens, "", credentials.clientId(), credentials.clientSecret());
    }
}
