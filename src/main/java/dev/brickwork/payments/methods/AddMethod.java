package dev.brickwork.payments.methods;

import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Begins to add a payment method: answers what a browser needs to let its holder enter it with the processor. Card
/// numbers never pass through this service.
final class AddMethod implements Routes.Staged {
    private static final int URL_LENGTH_MAX = 2000;

    private final Customers customers;
    private final Processors processors;

    AddMethod(Customers customers, Processors processors) {
        this.customers = customers;
        this.processors = processors;
    }

    /// @param script a method of the sandbox that is added at once, for clients without a browser
    private record Input(MethodType type, Optional<URI> returnTo, Optional<SandboxScript> script, String scriptId) {}

    @Override
    public UUID begin(Tx tx, Request request) {
        var company = new CustomerId(MethodResource.company(request));
        var customer = customers.find(tx, company).orElseThrow(() -> Refusal.notFound("customer"));
        if (customer.isErased()) throw Refusal.badRequest("the personal data of this customer were erased");
        read(request);
        return Ids.next();
    }

    private static Input read(Request request) {
        var fields = request.fields();
        var type = fields.oneOf("type", Fields.words(MethodType::wire, MethodType.values()))
                .orElse(MethodType.CARD);
        var returnTo = fields.text("return_url", URL_LENGTH_MAX).flatMap(text -> url(fields, text));
        var scriptId = fields.filledText("sandbox_payment_method_id", SetDefaultMethod.ID_LENGTH_MAX);
        var script = scriptId.filter(Method::isId).flatMap(SandboxScript::of);
        if (scriptId.isPresent() && script.isEmpty()) {
            fields.fault("sandbox_payment_method_id", "Must be a method of the sandbox such as pm_sandbox_visa.");
        }
        fields.check();
        return new Input(type, returnTo, script, scriptId.orElse(""));
    }

    private static Optional<URI> url(Fields fields, String text) {
        try {
            var url = new URI(text);
            boolean isWeb = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
            if (isWeb && url.getHost() != null && url.getUserInfo() == null) return Optional.of(url);
        } catch (URISyntaxException malformed) {
            // The same fault as for an address of another kind.
        }
        fields.fault("return_url", "Must be an address that starts with https://.");
        return Optional.empty();
    }

    @Override
    public Routes.Write finish(Request request, UUID setupId) {
        var caller = request.caller();
        var company = MethodResource.company(request);
        var input = read(request);
        var connected = processors.require(caller);
        boolean isSandbox = connected.kind() == Processor.Kind.SANDBOX;
        if (input.script.isPresent() && !isSandbox) {
            throw Refusal.badField("sandbox_payment_method_id", "Only the sandbox has this method.");
        }
        var setup = Unavailable.refused(() -> processors.forPayer(caller, connected, company, payer -> {
            if (input.script.isPresent()) processors.sandboxProcessor(caller).attach(payer, input.scriptId);
            return connected
                    .processor()
                    .beginSetup(new Processor.SetupOrder(setupId, payer, Set.of(input.type), input.returnTo));
        }));
        return (_, _) ->
                Answer.ok(json -> MethodJson.setup(json, connected, setup)).secret("client_secret", "url");
    }
}
