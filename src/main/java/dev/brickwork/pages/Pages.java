package dev.brickwork.pages;

import dev.brickwork.customers.Customers;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.PublicPages;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.subscriptions.Subscriptions;
import java.time.InstantSource;
import java.util.Map;

/// The door of the room.
public final class Pages {
    private final PageResource resource;
    private final Site site;

    /// The rooms that the pages show and move.
    public record Rooms(Database database, Sellers sellers, Customers customers, Subscriptions subscriptions) {}

    /// What stands around it.
    ///
    /// @param baseUrl the public address of this service, without a slash at its end
    /// @param viewsPerMinute how many pages one network address may ask for
    public record Surroundings(String baseUrl, int viewsPerMinute, InstantSource realTime, MailedCodes codes) {}

    public Pages(Rooms rooms, Surroundings around) {
        var links = new LinkStore();
        var forms = new FormStore();
        var making = new MakeLink(links, around.baseUrl, around.realTime);
        var visits = new OrderVisits(rooms.database, rooms.sellers, rooms.subscriptions, links, forms);
        var payView = new PayView();
        var pdf = new PayPdf(rooms.database, payView, new CodeStore(), forms, around.codes);
        resource = new PageResource(rooms.database, rooms.customers, rooms.subscriptions, making);
        site = new Site(
                Map.of(
                        "pay", new PayPage(rooms.database, rooms.sellers, payView, pdf),
                        "portal", new PortalPage(rooms, links, new PortalView(), payView),
                        "sign", new SignPage(rooms.database, rooms.customers, visits)),
                around.baseUrl,
                around.viewsPerMinute,
                around.realTime);
    }

    public Routes routes() {
        return resource.routes();
    }

    public PublicPages site() {
        return site;
    }
}
