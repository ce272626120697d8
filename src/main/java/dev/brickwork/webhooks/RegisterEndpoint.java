package dev.brickwork.webhooks;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.Seal;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Creates an endpoint with its first secret. Its name is looked up in the middle, and no transaction is open
/// then (REL
/// 2.9): the endpoint is stored first, and there for nobody until its address was found good.
final class RegisterEndpoint implements Routes.Staged {
    private static final int ENDPOINT_COUNT_MAX = 100;

    private final Database database;
    private final EndpointStore endpoints;
    private final QueueStore queues;
    private final UrlCheck urlCheck;
    private final Seal seal;
    private final SecureRandom random = new SecureRandom();

    RegisterEndpoint(Database database, EndpointStore endpoints, QueueStore queues, UrlCheck urlCheck, Seal seal) {
        this.database = database;
        this.endpoints = endpoints;
        this.queues = queues;
        this.urlCheck = urlCheck;
        this.seal = seal;
    }

    @Override
    public UUID begin(Handle tx, Request request) {
        var input = EndpointInput.forCreation(request);
        var caller = request.caller();
        if (endpoints.count(tx, caller) >= ENDPOINT_COUNT_MAX) {
            throw Refusal.badRequest("a seller has at most %d endpoints".formatted(ENDPOINT_COUNT_MAX));
        }
        var endpoint = new Endpoint(
                new EndpointId(Ids.next()),
                input.url().orElseThrow(),
                input.events().orElseThrow(),
                input.isActive().orElse(true),
                Optional.empty(),
                caller.now(),
                1);
        var secret = SigningSecrets.fresh(random);
        endpoints.insert(tx, caller, endpoint, seal.seal(secret, Sender.about(endpoint.id())));
        queues.create(tx, caller.seller(), endpoint.id());
        return endpoint.id().value();
    }

    @Override
    public Answer finish(Request request, UUID intent) {
        var id = new EndpointId(intent);
        var caller = request.caller();
        urlCheck.require(caller, EndpointInput.forCreation(request).url().orElseThrow());
        return database.inTransaction(caller, tx -> shown(tx, caller, id));
    }

    private Answer shown(Handle tx, Caller caller, EndpointId id) {
        endpoints.show(tx, caller, id);
        var endpoint = endpoints.find(tx, caller, id).orElseThrow();
        var secret = seal.open(endpoints.secret(tx, caller, id), Sender.about(id));
        return Answer.ok(json -> json.object(out -> {
                    EndpointJson.fields(out, endpoint);
                    out.put("secret", secret.reveal()); // The one time it is shown.
                }))
                .secret();
    }
}
