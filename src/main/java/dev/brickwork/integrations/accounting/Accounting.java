package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Books;
import dev.brickwork.integrations.accounting.books.JsonCalls;
import dev.brickwork.integrations.accounting.books.QuickBooks;
import dev.brickwork.integrations.accounting.books.Xero;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.sellers.Sellers;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Facade of accounting: the link to outside books, and the export of our own.
public final class Accounting {
    /// The listeners that write down what is to be carried over.
    public static final List<String> FOLLOWERS = List.of(FollowEvents.NAME);

    private static final Duration POLL = Duration.ofSeconds(2);

    private final Database database;
    private final LinkStore links;
    private final SyncTaskStore pushes;
    private final Loop loop;
    private final SyncWorker carrier;
    private final ConsentPages pages;
    private final Routes routes;

    /// Where the services are: their interfaces, where people agree, and where tokens are given and renewed.
    public record Hosts(Service quickBooks, Service xero) {
        public static final Hosts REAL = new Hosts(
                new Service(
                        QuickBooks.BASE,
                        URI.create("https://appcenter.intuit.com/connect/oauth2"),
                        URI.create("https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer")),
                new Service(
                        Xero.BASE,
                        URI.create("https://login.xero.com/identity/connect/authorize"),
                        URI.create("https://identity.xero.com/connect/token")));

        Service of(Books.Kind kind) {
            return switch (kind) {
                case QUICKBOOKS -> quickBooks;
                case XERO -> xero;
            };
        }
    }

    public record Service(URI base, URI consent, URI tokens) {
        /// This service at another base address, and at another token endpoint if one is given.
        public Service at(Optional<URI> elsewhere, Optional<URI> otherTokens) {
            return new Service(elsewhere.orElse(base), consent, otherTokens.orElse(tokens));
        }
    }

    /// Dependencies of accounting sync. `baseUrl` is the address at which browsers reach this service.
    public record Dependencies(
            Database database,
            Sellers sellers,
            Outbox outbox,
            SecretEncryption seal,
            InstantSource realTime,
            String baseUrl,
            Traces traces) {}

    public Accounting(Dependencies modules, Hosts hosts) {
        var database = modules.database;
        var realTime = modules.realTime;
        this.database = database;
        this.links = new LinkStore(modules.seal);
        var calls = new JsonCalls(JsonCalls.TIMEOUT, modules.traces);
        var services = new Services(database, links, hosts, calls, realTime);
        this.pushes = new SyncTaskStore();
        var view = new BooksView();
        var carryOver = new SyncDocument(database, pushes, view);
        this.carrier = new SyncWorker(database, modules.outbox, links, pushes, carryOver, services::open, realTime);
        this.loop = new Loop("accounting", POLL, carrier::round);
        modules.outbox.register(new FollowEvents(database, links, pushes, view, realTime, loop::wake));
        var consents = new ConsentStore(modules.seal);
        var returnTo = URI.create(modules.baseUrl + ConsentPages.PATH);
        var connecting = new Connecting(links, pushes, realTime, loop::wake);
        this.pages = new ConsentPages(database, consents, connecting, services, returnTo, realTime);
        var askConsent = new AskConsent(consents, services, returnTo, realTime);
        this.routes = new Routes()
                .include(new LinkResource(modules.sellers, links, pushes, connecting, askConsent, loop::wake).routes())
                .include(new PeriodResource(modules.sellers).routes());
    }

    /// The database was replaced by an older copy of itself. What waited then may have been carried over since, so
    /// it is not carried by itself, and is looked for over there when the seller turns the link on again. Says how
    /// many links are halted.
    public int holdBack() {
        return database.inTransaction(tx -> {
            pushes.doubt(tx);
            return links.halt(tx);
        });
    }

    /// Where people come back to after they agreed.
    public PublicPages pages() {
        return pages;
    }

    public Routes routes() {
        return routes;
    }

    public Loop loop() {
        return loop;
    }
}
