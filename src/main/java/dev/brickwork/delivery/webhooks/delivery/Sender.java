package dev.brickwork.delivery.webhooks.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.SigningSecrets;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.egress.Guard;
import dev.brickwork.platform.egress.GuardedClient;
import dev.brickwork.platform.egress.Outcome;
import dev.brickwork.platform.egress.Policy;
import dev.brickwork.platform.egress.Trouble;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Traces;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Signs and sends one body to one endpoint, whatever comes back.
public final class Sender {
    private static final Logger LOG = System.getLogger(Sender.class.getName());
    private static final Map<String, String> FIXED =
            Map.of("Content-Type", "application/json", "User-Agent", "Brickwork-Webhooks/1");

    private final GuardedClient client;
    private final SecretEncryption seal;
    private final Reach reach;
    private final InstantSource realTime;
    private final Traces traces;

    /// Which addresses of our own network may be called.
    ///
    /// @param isLoopbackAllowed for test sellers only
    public record Reach(boolean isLoopbackAllowed, Set<String> privateOrigins) {
        Policy of(boolean isTestSeller) {
            return new Policy(isLoopbackAllowed && isTestSeller, privateOrigins);
        }
    }

    public Sender(GuardedClient client, SecretEncryption seal, Reach reach, InstantSource realTime, Traces traces) {
        this.client = client;
        this.seal = seal;
        this.reach = reach;
        this.realTime = realTime;
        this.traces = traces;
    }

    /// The context that binds a sealed secret to this endpoint.
    public static String about(EndpointId endpoint) {
        return "webhook:" + endpoint;
    }

    /// The endpoint as an attempt needs it.
    ///
    /// @param secrets empty when the key that sealed them was lost
    public record Address(EndpointId endpoint, String url, Policy policy, Optional<SigningSecrets> secrets) {}

    public Address address(EndpointId endpoint, QueueStore.Held held) {
        var retiring = held.previousSecret()
                .flatMap(old -> opened(old, endpoint))
                .flatMap(old -> held.previousUntil().map(until -> new SigningSecrets.Retiring(old, until)));
        var secrets = opened(held.secret(), endpoint).map(secret -> new SigningSecrets(secret, retiring));
        return new Address(endpoint, held.url(), reach.of(held.isTestSeller()), secrets);
    }

    /// Empty when the key of the secret was lost, which must not keep its successor from being used.
    private Optional<Secret> opened(byte[] sealed, EndpointId endpoint) {
        try {
            return Optional.of(seal.open(sealed, about(endpoint)));
        } catch (SecretEncryption.DoesNotOpen lost) {
            return Optional.empty();
        }
    }

    /// The seconds of the signature are of the wall clock, for every seller.
    public DeliveryAttempt send(Address address, String id, String body) {
        var at = now();
        if (address.secrets.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "the secret of webhook endpoint {0} was sealed with another key: its seller makes a new one with POST /webhook-endpoints/{0}/rotate-secret",
                    address.endpoint);
            return new DeliveryAttempt(at, Duration.ZERO, new Outcome.Failed(Trouble.SEALED));
        }
        var bytes = body.getBytes(UTF_8);
        var headers = new TreeMap<>(FIXED);
        headers.putAll(Signature.headers(id, at, bytes, address.secrets.get().valid(at)));
        long begun = System.nanoTime();
        var outcome = traced(id, () -> client.post(address.url, address.policy, headers, bytes));
        return new DeliveryAttempt(at, Duration.ofNanos(System.nanoTime() - begun), outcome);
    }

    private Outcome traced(String id, Supplier<Outcome> attempt) {
        var span = traces.call("webhook").put("brickwork.webhook_id", id);
        return span.around(() -> {
            var outcome = attempt.get();
            switch (outcome) {
                case Outcome.Answered answered -> span.put("http.response.status_code", answered.status());
                case Outcome.Failed(var trouble) ->
                    span.put("error.type", trouble.name()).fail();
            }
            return outcome;
        });
    }

    public Instant now() {
        return realTime.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /// The reason why nothing may be sent to an address, if any; asked when an endpoint is registered, and by the
    /// client again at each attempt. A host that is not known yet may be registered where the loopback is allowed,
    /// for trials that perhaps have no network.
    public Optional<String> refusal(Guard guard, String url, boolean isTestSeller) {
        return switch (guard.check(url, reach.of(isTestSeller))) {
            case Guard.Verdict.Refused(var why) -> Optional.of(why);
            case Guard.Verdict.Allowed _, Guard.Verdict.Unknown _ -> Optional.empty();
        };
    }
}
