package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.Backlog;
import dev.brickwork.delivery.webhooks.delivery.DeliveryConcurrency;
import dev.brickwork.delivery.webhooks.delivery.DeliveryStore;
import dev.brickwork.delivery.webhooks.delivery.DeliveryView;
import dev.brickwork.delivery.webhooks.delivery.DisableEndpoint;
import dev.brickwork.delivery.webhooks.delivery.Dispatcher;
import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.delivery.WorkQueue;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.egress.Guard;
import dev.brickwork.platform.egress.GuardedClient;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.sellers.Sellers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/// Facade of the webhooks module. Other modules do not call it about an event: it finds them in the outbox.
public final class Webhooks {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Database database;
    private final InstantSource realTime;
    private final Sequencer sequencer;
    private final Dispatcher dispatcher;
    private final Loop numbering;
    private final Loop dispatching;
    private final Backlog backlog;
    private final Routes routes;

    /// Dependencies of the module.
    public record Dependencies(
            Database database, Sellers sellers, Outbox outbox, SecretEncryption seal, InstantSource realTime) {}

    /// How deliveries are sent, and how far: plain http to this machine for test sellers, private hosts by name.
    public record WayOut(
            Guard guard, GuardedClient client, boolean isLoopbackAllowed, Set<String> privateOrigins, Traces traces) {}

    public Webhooks(Dependencies modules, WayOut out) {
        this.database = modules.database;
        this.realTime = modules.realTime;
        var feed = new FeedStore();
        var endpoints = new EndpointStore();
        var deliveries = new DeliveryStore();
        var queues = new QueueStore();
        var reach = new Sender.Reach(out.isLoopbackAllowed, out.privateOrigins);
        var sender = new Sender(out.client, modules.seal, reach, modules.realTime, out.traces);
        var turnOff = new DisableEndpoint(modules.database, endpoints, queues, deliveries, modules.outbox);
        var parts = new WorkQueue.Parts(
                modules.database, queues, deliveries, sender, turnOff, new DeliveryConcurrency(), modules.outbox);
        this.dispatcher = new Dispatcher(parts);
        this.dispatching = new Loop("webhooks", POLL, dispatcher::round);
        this.sequencer = new Sequencer(modules.database, feed, deliveries, modules.realTime, dispatching::wake);
        this.numbering = new Loop("feed", POLL, sequencer::round);
        modules.outbox.onStaged(_ -> numbering.wake());
        this.backlog = new Backlog(modules.database);
        this.routes = routes(modules, out.guard, parts, endpoints, feed);
    }

    private Routes routes(
            Dependencies modules, Guard guard, WorkQueue.Parts parts, EndpointStore endpoints, FeedStore feed) {
        var view = new DeliveryView();
        var replay = new Replay(parts.queues());
        var urlCheck = new UrlCheck(modules.database, modules.sellers, guard, parts.sender());
        var operations = new EndpointResource.Operations(
                new RegisterEndpoint(modules.sellers, endpoints, parts.queues(), urlCheck, modules.seal),
                new ChangeEndpoint(parts, endpoints, urlCheck, dispatching::wake),
                new TestEndpoint(parts, endpoints, view),
                replay);
        return new Routes()
                .include(new FeedResource(parts, feed, endpoints, replay, dispatching::wake).routes())
                .include(new EndpointResource(parts, endpoints, view, operations, modules.seal, dispatching::wake)
                        .routes());
    }

    public Routes routes() {
        return routes;
    }

    /// The loops that run for as long as the process does.
    public List<Loop> loops() {
        return List.of(numbering, dispatching);
    }

    /// Registers the gauges of the backlog.
    public void tell(Metrics metrics) {
        backlog.tell(metrics);
    }

    public void register(Invariants invariants) {
        invariants.register("I10 what is in line will be sent", QueueStore::asleep);
    }

    /// Ends what is being delivered; to be called after the loops were stopped.
    public void stop() throws InterruptedException {
        dispatcher.stop();
    }

    /// Parks what was being delivered when the database was replaced by an older copy. Whether it arrived is
    /// unknown, so it is not sent automatically, but can be replayed. Returns how many deliveries that are.
    public int holdBack() {
        while (sequencer.round()) {} // What has no number yet would be on its way with the next start.
        var now = realTime.instant();
        var mark = JsonWriter.text(json -> json.object(out -> out.put("attempted_at", now)
                .putNull("status")
                .put("duration_ms", 0)
                .put("error", "restored")));
        return database.inTransaction(tx -> new DeliveryStore().holdBack(tx, mark));
    }

    Sequencer sequencer() {
        return sequencer;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }
}
