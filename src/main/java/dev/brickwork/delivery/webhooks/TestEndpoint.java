package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.DeliveryStore;
import dev.brickwork.delivery.webhooks.delivery.DeliveryView;
import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.delivery.WorkQueue;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.json.JsonWriter;
import java.util.UUID;

/// Sends a test event now, once, and tells how it went. Works for an endpoint that is turned off, too: this is
/// how its keeper sees whether it is back.
final class TestEndpoint implements Routes.Staged {
    private final Database database;
    private final EndpointStore endpoints;
    private final QueueStore queues;
    private final DeliveryStore deliveries;
    private final DeliveryView view;
    private final Sender sender;

    TestEndpoint(WorkQueue.Parts parts, EndpointStore endpoints, DeliveryView view) {
        this.database = parts.database();
        this.endpoints = endpoints;
        this.queues = parts.queues();
        this.deliveries = parts.deliveries();
        this.sender = parts.sender();
        this.view = view;
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var endpoint = endpoints.find(tx, EndpointResource.id(request)).orElseThrow(EndpointResource::absent);
        var id = Ids.next();
        deliveries.forgetTests(tx, endpoint.id(), sender.now());
        deliveries.insertTest(tx, endpoint.id(), id, sender.now());
        return id;
    }

    @Override
    public Routes.Write finish(Request request, UUID intent) {
        var endpoint = EndpointResource.id(request);
        var held =
                database.read(tx -> queues.look(tx, request.seller(), endpoint)).orElseThrow(EndpointResource::absent);
        var body = JsonWriter.text(json -> json.object(out -> out.put("event_type", "webhook.test")
                .put("webhook_run_id", intent)
                .put("sequence", 0)
                .put("occurred_at", request.caller().now())));
        var tried = sender.send(sender.address(endpoint, held), intent.toString(), body);
        return (tx, _) -> {
            deliveries.recordTest(tx, request.seller(), intent, tried);
            var shown = view.find(tx, intent).orElseThrow();
            return Answer.ok(json -> DeliveryView.write(json, shown));
        };
    }
}
