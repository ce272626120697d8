package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.DeliveryStore;
import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.delivery.WorkQueue;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointInput;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import java.util.UUID;

/// Changes an endpoint. A new address is looked at between two transactions. Moving it, or turning it on again, also
/// after the service turned it off, puts everything in line that waits for it.
final class ChangeEndpoint implements Routes.Staged {
    private final EndpointStore endpoints;
    private final QueueStore queues;
    private final DeliveryStore deliveries;
    private final UrlCheck urlCheck;
    private final Sender sender;
    private final Runnable onDue;

    ChangeEndpoint(WorkQueue.Parts parts, EndpointStore endpoints, UrlCheck urlCheck, Runnable onDue) {
        this.endpoints = endpoints;
        this.queues = parts.queues();
        this.deliveries = parts.deliveries();
        this.sender = parts.sender();
        this.urlCheck = urlCheck;
        this.onDue = onDue;
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var id = EndpointResource.id(request);
        var before = endpoints.find(tx, id).orElseThrow(EndpointResource::absent);
        request.requireVersion(before.version());
        EndpointInput.forChange(request);
        return id.value();
    }

    @Override
    public Routes.Write finish(Request request, UUID intent) {
        var input = EndpointInput.forChange(request);
        input.url().ifPresent(url -> urlCheck.require(request.caller(), url));
        return (tx, _) -> changed(tx, request, new EndpointId(intent), input);
    }

    private Answer changed(Tx tx, Request request, EndpointId id, EndpointInput input) {
        var caller = request.caller();
        var before = endpoints.lock(tx, id).orElseThrow(EndpointResource::absent);
        request.requireVersion(before.version());
        var after = input.over(before);
        if (after.equals(before)) return EndpointResource.shown(before);
        endpoints.save(tx, after);
        if (after.isActive() && !(before.isActive() && after.url().equals(before.url()))) {
            var now = sender.now();
            queues.reset(tx, caller.seller(), id, now);
            deliveries.resume(tx, caller.seller(), id, now);
            tx.afterCommit(onDue);
        }
        if (!after.isActive()) queues.end(tx, caller.seller(), id);
        return EndpointResource.shown(endpoints.find(tx, id).orElseThrow(EndpointResource::absent));
    }
}
