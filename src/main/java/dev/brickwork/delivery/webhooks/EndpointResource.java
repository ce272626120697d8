package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.DeliveryStore;
import dev.brickwork.delivery.webhooks.delivery.DeliveryView;
import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.delivery.WorkQueue;
import dev.brickwork.delivery.webhooks.endpoints.Endpoint;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointJson;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.delivery.webhooks.endpoints.SigningSecrets;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.security.SecretEncryption;
import java.util.HashSet;

/// Everything under /webhook-endpoints.
final class EndpointResource {
    private static final String PATH = "/webhook-endpoints";
    private static final String ONE = "/webhook-endpoints/{webhook_endpoint_id}";
    private static final int REPLAY_IDS_MAX = 1000;

    private final EndpointStore endpoints;
    private final DeliveryStore deliveries;
    private final QueueStore queues;
    private final DeliveryView view;
    private final Operations operations;
    private final Sender sender;
    private final SecretEncryption seal;
    private final Runnable onDue;

    record Operations(RegisterEndpoint register, ChangeEndpoint change, TestEndpoint test, Replay replay) {}

    EndpointResource(
            WorkQueue.Parts parts,
            EndpointStore endpoints,
            DeliveryView view,
            Operations operations,
            SecretEncryption seal,
            Runnable onDue) {
        this.endpoints = endpoints;
        this.deliveries = parts.deliveries();
        this.queues = parts.queues();
        this.sender = parts.sender();
        this.view = view;
        this.operations = operations;
        this.seal = seal;
        this.onDue = onDue;
    }

    Routes routes() {
        return new Routes()
                .get(PATH, Scope.READ, this::list)
                .staged("POST", PATH, Scope.WRITE, operations.register)
                .get(ONE, Scope.READ, this::read)
                .staged("PATCH", ONE, Scope.WRITE, operations.change)
                .delete(ONE, Scope.WRITE, this::delete)
                .staged("POST", ONE + "/test", Scope.WRITE, operations.test)
                .post(ONE + "/rotate-secret", Scope.WRITE, this::rotate)
                .get(ONE + "/deliveries", Scope.READ, this::deliveries)
                .post(ONE + "/replay", Scope.WRITE, this::replay);
    }

    static EndpointId id(Request request) {
        return request.id("webhook_endpoint_id", "webhook endpoint", EndpointId::new);
    }

    static Refusal absent() {
        return Refusal.notFound("webhook endpoint");
    }

    private Answer list(Tx tx, Request request) {
        var page = request.page(Listing.OLDEST_FIRST);
        var found = endpoints.list(tx, page);
        return page.answer(endpoints.count(tx), found, EndpointJson::write);
    }

    private Answer read(Tx tx, Request request) {
        return shown(endpoints.find(tx, id(request)).orElseThrow(EndpointResource::absent));
    }

    static Answer shown(Endpoint endpoint) {
        return Answer.ok(json -> EndpointJson.write(json, endpoint)).version(endpoint.version());
    }

    private Answer delete(Tx tx, Request request) {
        var endpoint = endpoints.lock(tx, id(request)).orElseThrow(EndpointResource::absent);
        endpoints.delete(tx, endpoint.id());
        queues.end(tx, request.seller(), endpoint.id());
        deliveries.close(tx, request.seller(), endpoint.id());
        return Answer.ok(json -> json.object(out -> out.put("message", "The webhook endpoint was deleted.")));
    }

    /// The end of the old secret is real time, as the deliveries that it signs.
    private Answer rotate(Tx tx, Request request) {
        var endpoint = endpoints.lock(tx, id(request)).orElseThrow(EndpointResource::absent);
        var until = sender.now().plus(SigningSecrets.OVERLAP);
        var secret = SigningSecrets.fresh();
        endpoints.rotate(tx, endpoint.id(), seal.seal(secret, Sender.about(endpoint.id())), until);
        return Answer.ok(json ->
                        json.object(out -> out.put("secret", secret.reveal()).put("old_secret_valid_until", until)))
                .secret("secret");
    }

    private Answer deliveries(Tx tx, Request request) {
        var query = request.queryFields();
        var page = request.page(query, Listing.NEWEST_FIRST);
        var state = query.text("state");
        if (state.isPresent() && !DeliveryView.STATES.contains(state.get())) {
            query.fault("state", "Must be one of %s.".formatted(String.join(", ", DeliveryView.STATES)));
        }
        query.check();
        var endpoint = endpoints.find(tx, id(request)).orElseThrow(EndpointResource::absent);
        var found = view.list(tx, endpoint.id(), state, page);
        return page.answer(view.count(tx, endpoint.id(), state), found, DeliveryView::write);
    }

    private Answer replay(Tx tx, Request request) {
        var endpoint = endpoints.lock(tx, id(request)).orElseThrow(EndpointResource::absent);
        var fields = request.fields();
        var ids = fields.each("event_ids", REPLAY_IDS_MAX, (one, name) -> one.uuid(name));
        var from = fields.moment("from");
        var to = fields.moment("to");
        boolean isByTime = fields.isSent("from") || fields.isSent("to");
        if (fields.isSent("event_ids") == isByTime) fields.fault("event_ids", "Either event_ids, or from and to.");
        if (isByTime && !fields.isSent("from")) fields.fault("from", "This field is required.");
        if (isByTime && !fields.isSent("to")) fields.fault("to", "This field is required.");
        if (ids.isPresent() && ids.get().isEmpty()) fields.fault("event_ids", "Name at least one event.");
        fields.check();
        requireActive(endpoint);
        int lined = ids.isPresent()
                ? operations.replay.byId(tx, endpoint.id(), new HashSet<>(ids.get()), sender.now())
                : operations.replay.byTime(
                        tx, request.seller(), endpoint, from.orElseThrow(), to.orElseThrow(), sender.now());
        if (ids.isPresent() && lined < new HashSet<>(ids.get()).size()) {
            throw Refusal.badField("event_ids", "Not all of these events are in the feed.");
        }
        tx.afterCommit(onDue);
        return Answer.ok(json -> json.object(out -> out.put("deliveries", lined)));
    }

    static void requireActive(Endpoint endpoint) {
        if (!endpoint.isActive()) throw Refusal.badRequest("the webhook endpoint is not active: turn it on first");
    }
}
