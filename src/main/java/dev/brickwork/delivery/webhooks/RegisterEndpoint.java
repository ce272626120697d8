package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.endpoints.Endpoint;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointInput;
import dev.brickwork.delivery.webhooks.endpoints.EndpointJson;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.delivery.webhooks.endpoints.SigningSecrets;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.sellers.Sellers;
import java.util.Optional;
import java.util.UUID;

/// Creates an endpoint with its first secret. Its name is looked up before, and no transaction is open then.
final class RegisterEndpoint implements Routes.Staged {
    private static final int ENDPOINT_COUNT_MAX = 100;

    private final Sellers sellers;
    private final EndpointStore endpoints;
    private final QueueStore queues;
    private final UrlCheck urlCheck;
    private final SecretEncryption seal;

    RegisterEndpoint(
            Sellers sellers, EndpointStore endpoints, QueueStore queues, UrlCheck urlCheck, SecretEncryption seal) {
        this.sellers = sellers;
        this.endpoints = endpoints;
        this.queues = queues;
        this.urlCheck = urlCheck;
        this.seal = seal;
    }

    /// Nothing is written for an address that may be refused.
    @Override
    public UUID begin(Tx tx, Request request) {
        var input = EndpointInput.forCreation(request);
        requireRoom(tx);
        return input.url().map(_ -> Ids.next()).orElseThrow();
    }

    @Override
    public Routes.Write finish(Request request, UUID intent) {
        var id = new EndpointId(intent);
        var caller = request.caller();
        var input = EndpointInput.forCreation(request);
        urlCheck.require(caller, input.url().orElseThrow());
        return (tx, _) -> shown(tx, registered(tx, id, input));
    }

    /// Once, however often the answer is lost.
    private Endpoint registered(Tx tx, EndpointId id, EndpointInput input) {
        var known = endpoints.find(tx, id);
        if (known.isPresent()) return known.get();
        sellers.hold(tx); // Of two who come at the same time, the second one counts the first.
        requireRoom(tx);
        var endpoint = new Endpoint(
                id,
                input.url().orElseThrow(),
                input.events().orElseThrow(),
                input.isActive().orElse(true),
                Optional.empty(),
                tx.now(),
                1);
        endpoints.insert(tx, endpoint, seal.seal(SigningSecrets.fresh(), Sender.about(id)));
        queues.create(tx, tx.seller(), id);
        return endpoints.find(tx, id).orElseThrow();
    }

    private void requireRoom(Tx tx) {
        if (endpoints.count(tx) < ENDPOINT_COUNT_MAX) return;
        throw Refusal.badRequest("a seller has at most %d endpoints".formatted(ENDPOINT_COUNT_MAX));
    }

    private Answer shown(Tx tx, Endpoint endpoint) {
        var secret = seal.open(endpoints.secret(tx, endpoint.id()), Sender.about(endpoint.id()));
        return Answer.ok(json -> json.object(out -> {
                    EndpointJson.fields(out, endpoint);
                    out.put("secret", secret.reveal()); // The one time it is shown.
                }))
                .secret("secret");
    }
}
