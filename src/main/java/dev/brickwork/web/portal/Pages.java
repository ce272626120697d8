package dev.brickwork.web.portal;

import dev.brickwork.billing.orders.BuyerOrders;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.customers.Customers;
import dev.brickwork.payments.CustomerPayments;
import dev.brickwork.payments.SandboxForms;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.web.portal.access.FormStore;
import java.time.InstantSource;
import java.util.Map;

/// Facade of the hosted pages: the routes that make links to them, and the pages themselves.
public final class Pages {
    private final PageResource resource;
    private final PortalRouter site;

    /// The modules that the pages read and call.
    public record Dependencies(
            Database database,
            Sellers sellers,
            Customers customers,
            Contracts contracts,
            BuyerOrders orders,
            CustomerPayments payments,
            SandboxForms sandbox) {}

    /// Settings and collaborators of the hosted pages.
    ///
    /// @param baseUrl the public address of this service, without a slash at its end
    /// @param viewsPerMinute how many pages one network address may ask for
    public record Surroundings(
            String baseUrl, SealedTokens tokens, int viewsPerMinute, InstantSource realTime, MailedCodes codes) {}

    public Pages(Dependencies modules, Surroundings around) {
        var links = new LinkStore();
        var making = new MakeLink(links, around.baseUrl, around.realTime);
        resource = new PageResource(modules, making);
        site = new PortalRouter(
                sections(modules, around, links, making), around.baseUrl, around.viewsPerMinute, around.realTime);
    }

    private static Map<String, PortalRouter.Section> sections(
            Dependencies modules, Surroundings around, LinkStore links, MakeLink making) {
        var database = modules.database;
        var payments = modules.payments;
        var forms = new FormStore();
        var visits = new OrderVisits(database, modules.sellers, modules.orders, links, forms);
        var view = new PayView(around.tokens);
        var online = new PayOnline(database, payments, forms);
        var pdf = new PayPdf(database, view, new CodeStore(), forms, around.codes);
        var methods = new PortalMethods(database, payments, forms);
        return Map.of(
                "pay", new PayPage(database, modules.sellers, view, online, pdf),
                "checkout", new CheckoutPage(database, visits, forms, making, payments),
                "sign", new SignPage(database, modules.customers, visits),
                "portal", new PortalPage(modules, links, new PortalView(around.tokens), view, methods),
                "sandbox", new SandboxPage(database, modules.sellers, modules.sandbox));
    }

    public Routes routes() {
        return resource.routes();
    }

    public PublicPages site() {
        return site;
    }
}
