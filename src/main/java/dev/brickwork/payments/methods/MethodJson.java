package dev.brickwork.payments.methods;

import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.Method.Details;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.json.JsonWriter;
import java.net.URI;
import java.util.Optional;

/// Payment methods on the wire: exactly the part that `type` names.
public final class MethodJson {
    private MethodJson() {}

    /// A method with what only we know of it.
    public record Shown(Method method, boolean isDefault, Optional<Acceptance.Restriction> restriction) {}

    static void method(JsonWriter json, Shown shown) {
        var method = shown.method;
        json.object(out -> {
            out.put("payment_method_id", method.id())
                    .put("is_default", shown.isDefault)
                    .put("type", method.type().wire());
            switch (method.details()) {
                case Details.Card card ->
                    out.putObject(
                            "card",
                            part -> part.put("brand", card.brand())
                                    .put("last4", card.last4())
                                    .put("exp_month", card.expMonth())
                                    .put("exp_year", card.expYear()));
                case Details.UsBankAccount account ->
                    out.putObject(
                            "us_bank_account",
                            part -> part.put("bank_name", account.bankName())
                                    .put("bank_type", account.bankType())
                                    .put("last4", account.last4())
                                    .put("routing_number", account.routingNumber()));
                case Details.Link link -> out.putObject("link", part -> part.put("email", link.email()));
            }
            shown.restriction.ifPresent(why -> out.putObject(
                    "restricted", part -> part.put("reason", why.reason()).put("message", why.message())));
        });
    }

    static void setup(JsonWriter json, Connected connected, Processor.Setup setup) {
        json.object(out -> out.put("setup_id", setup.id())
                .put("processor", connected.kind())
                .put("client_secret", setup.clientSecret().map(Secret::reveal))
                .put("publishable_key", connected.publishableKey())
                .put("url", setup.url().map(URI::toString))
                .put("url_expires_at", setup.expiresAt()));
    }
}
