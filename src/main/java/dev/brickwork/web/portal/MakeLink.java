package dev.brickwork.web.portal;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.web.portal.access.PageToken;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/// Makes a link to a page. It is shown once; only its hash is kept.
final class MakeLink {
    private final LinkStore links;
    private final String baseUrl;
    private final InstantSource realTime;

    MakeLink(LinkStore links, String baseUrl, InstantSource realTime) {
        this.links = links;
        this.baseUrl = baseUrl;
        this.realTime = realTime;
    }

    /// The target of a link: an order, or the portal of a company.
    record Input(
            Link.Kind kind,
            SubscriptionId subscription,
            Optional<OrderId> order,
            Optional<UUID> person,
            Optional<UUID> company) {
        static Input ofOrder(Link.Kind kind, SubscriptionId subscription, OrderId order, Optional<UUID> person) {
            return new Input(kind, subscription, Optional.of(order), person, Optional.empty());
        }

        static Input ofPortal(Subscription subscription) {
            var company = Optional.of(subscription.billedCompany());
            return new Input(Link.Kind.PORTAL, subscription.id(), Optional.empty(), Optional.empty(), company);
        }
    }

    record Made(Link link, String path, String url) {}

    Made run(Tx tx, Input input) {
        var now = realTime.instant().truncatedTo(ChronoUnit.SECONDS);
        var token = PageToken.fresh();
        var link = new Link(
                tx.seller(),
                Ids.next(),
                input.kind,
                input.subscription,
                input.order,
                input.person,
                input.company,
                tx.now(),
                now.plus(input.kind.life()));
        links.insert(tx, link, token, now);
        var path = input.kind.path() + token.text();
        return new Made(link, path, baseUrl + path);
    }
}
