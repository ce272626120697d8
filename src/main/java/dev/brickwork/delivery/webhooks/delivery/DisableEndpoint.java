package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.time.Instant;

/// Turns off an endpoint that said it is gone, or that took nothing for five days. What it has not got
/// stays parked until the seller turns it on again; the seller gets a mail.
public final class DisableEndpoint {
    static final String GONE = "It answered 410 Gone.";
    static final String DEAD = "It took nothing for 120 hours.";

    private final Database database;
    private final EndpointStore endpoints;
    private final QueueStore queues;
    private final DeliveryStore deliveries;
    private final Outbox outbox;

    public DisableEndpoint(
            Database database, EndpointStore endpoints, QueueStore queues, DeliveryStore deliveries, Outbox outbox) {
        this.database = database;
        this.endpoints = endpoints;
        this.queues = queues;
        this.deliveries = deliveries;
        this.outbox = outbox;
    }

    /// Disables the endpoint, unless the claim was lost: the seller may have given it a new address since.
    void run(QueueStore.Claim claim, boolean isGone, Health health, Instant now) {
        var caller = new Caller(claim.seller(), "webhooks", Ids.next().toString(), now);
        var reason = isGone ? GONE : DEAD;
        database.write(caller, tx -> {
            endpoints.lock(tx, claim.endpoint());
            if (queues.held(tx, claim).isEmpty()) return;
            var turnedOff = endpoints.turnOff(tx, claim.endpoint(), reason);
            if (turnedOff.isEmpty()) return; // Another process was faster.
            queues.end(tx, claim.seller(), claim.endpoint());
            deliveries.park(tx, claim.seller(), claim.endpoint());
            outbox.stage(
                    tx,
                    Event.inside(
                            "webhook.disabled",
                            claim.endpoint().value(),
                            json -> json.put("url", turnedOff.get().url())
                                    .put("reason", reason)
                                    .put("failing_since", health.failingSince())));
        });
    }
}
