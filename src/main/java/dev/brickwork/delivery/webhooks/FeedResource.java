package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.FeedEvent;
import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.delivery.WorkQueue;
import dev.brickwork.delivery.webhooks.endpoints.Endpoint;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.delivery.webhooks.endpoints.EventTypes;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Page;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.platform.outbox.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The feed over HTTP: everything that happened, in order and without gaps.
final class FeedResource {
    private static final int ENDPOINTS_MAX = 100;
    private static final long SEQUENCE_MAX = 999_999_999_999_999_999L;

    private final FeedStore feed;
    private final EndpointStore endpoints;
    private final Replay replay;
    private final Sender sender;
    private final Outbox outbox;
    private final Runnable onDue;

    FeedResource(WorkQueue.Parts parts, FeedStore feed, EndpointStore endpoints, Replay replay, Runnable onDue) {
        this.outbox = parts.outbox();
        this.sender = parts.sender();
        this.feed = feed;
        this.endpoints = endpoints;
        this.replay = replay;
        this.onDue = onDue;
    }

    Routes routes() {
        return new Routes()
                .get("/events", Scope.READ, this::list)
                .get("/events/{event_id}", Scope.READ, this::read)
                .post("/events/{event_id}/replay", Scope.WRITE, this::replay);
    }

    /// `next` goes on after the last event shown while there are more; there is no way back. An event may arrive
    /// between the two statements, so that the count speaks of one that the page does not show yet.
    private Answer list(Tx tx, Request request) {
        var query = request.queryFields();
        var page = request.page(query, Listing.IN_ONE_ORDER);
        if (page.offset() > 0) query.fault("offset", "This list goes on by after.");
        long after = query.longInteger("after", 0, SEQUENCE_MAX).orElse(0L);
        var type = query.text("event_type");
        if (type.isPresent() && !EventTypes.NAMES.contains(type.get())) {
            query.fault("event_type", EventTypes.NO_SUCH_EVENT);
        }
        query.check();
        var found = feed.after(tx, after, type, page.limit());
        long count = feed.countAfter(tx, after, type);
        return Answer.ok(json -> json.object(out -> {
            out.put("count", count);
            if (!found.isEmpty() && found.size() < count) {
                out.put("next", next(page, type, found.getLast().sequence()));
            } else {
                out.putNull("next");
            }
            out.putNull("previous").putEach("results", found, (each, event) -> write(each, request.seller(), event));
        }));
    }

    private static String next(Page page, Optional<String> type, long last) {
        var query = new StringBuilder("?after=%d&limit=%d".formatted(last, page.limit()));
        type.ifPresent(name -> query.append("&event_type=").append(name));
        return page.path() + query;
    }

    private Answer read(Tx tx, Request request) {
        var event = find(tx, request);
        return Answer.ok(json -> write(json, request.seller(), event)).version(1); // It never changes.
    }

    private FeedEvent find(Tx tx, Request request) {
        var id = request.id("event_id", "event", uuid -> uuid);
        return feed.find(tx, id).orElseThrow(() -> Refusal.notFound("event"));
    }

    /// To the endpoints that are named, or to all that are active and want such events.
    private Answer replay(Tx tx, Request request) {
        var event = find(tx, request);
        var fields = request.fields();
        var wanted = fields.each("webhook_endpoint_ids", ENDPOINTS_MAX, (one, name) -> one.uuid(name));
        fields.check();
        var chosen = wanted.isPresent() ? named(tx, request, wanted.get()) : wanting(tx, event.type());
        int lined = 0;
        for (var endpoint : chosen) {
            lined += replay.byId(tx, endpoint.id(), List.of(event.id()), sender.now());
        }
        int count = lined;
        tx.afterCommit(onDue);
        return Answer.ok(json -> json.object(out -> out.put("deliveries", count)));
    }

    private List<Endpoint> named(Tx tx, Request request, List<UUID> ids) {
        var found = new ArrayList<Endpoint>();
        var fields = request.fields();
        for (int i = 0; i < ids.size(); i++) {
            var endpoint = endpoints.find(tx, new EndpointId(ids.get(i)));
            if (endpoint.isEmpty()) fields.fault("webhook_endpoint_ids[" + i + "]", "There is no such endpoint.");
            endpoint.filter(one -> !found.contains(one)).ifPresent(found::add);
        }
        fields.check();
        found.forEach(EndpointResource::requireActive);
        return found;
    }

    private List<Endpoint> wanting(Tx tx, String type) {
        return endpoints.active(tx).stream()
                .filter(endpoint -> endpoint.wants(type))
                .toList();
    }

    private void write(JsonWriter json, SellerId seller, FeedEvent event) {
        json.object(out -> out.put("sequence", event.sequence())
                .put("event_id", event.id())
                .put("event_type", event.type())
                .put("created_at", event.occurredAt())
                .putRaw("data", outbox.told(seller, event.body())));
    }
}
