package dev.brickwork.payments.methods;

import dev.brickwork.payments.processor.Processor.Kind;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.time.Instant;
import java.util.Optional;

/// A seller's account at a processor, as we keep it.
///
/// @param accountId the processor's name for the account
/// @param problem why no payments can be taken
/// @param token part of the address at which the processor's messages arrive
record Connection(
        Kind kind,
        String accountId,
        Optional<Credentials> credentials,
        Optional<String> publishableKey,
        boolean takesPayments,
        Optional<String> problem,
        String token,
        Instant connectedAt) {
    /// Credentials of the account. Without `callbackSecret` no message is accepted, and only look-ups tell results.
    record Credentials(Secret secretKey, Optional<Secret> callbackSecret) {
        /// For the sealed column; the only place where both leave their wrapping.
        Secret stored() {
            return Secret.of(JsonWriter.text(json -> json.object(out -> out.put("secret_key", secretKey.reveal())
                    .put("webhook_secret", callbackSecret.map(Secret::reveal)))));
        }

        static Credentials stored(Secret text) {
            var json = JsonReader.stored(text.reveal());
            return new Credentials(
                    Secret.of(json.path("secret_key").textValue()),
                    JsonReader.text(json, "webhook_secret").map(Secret::of));
        }
    }
}
