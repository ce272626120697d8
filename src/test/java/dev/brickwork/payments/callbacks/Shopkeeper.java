package dev.brickwork.payments.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A seller who takes money through Stripe, with the endpoint for Stripe's messages.
///
/// @param path where its messages come in
record Shopkeeper(PaymentsFixture till, StripeDouble stripe, String path) {
    static final Secret SECRET = Secret.of("whsec_canary");

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static Shopkeeper connected(TestServer house, StripeDouble stripe) {
        var till = new PaymentsFixture(house.seller());
        return new Shopkeeper(till, stripe, URI.create(connect(till)).getPath());
    }

    static String connect(PaymentsFixture till) {
        return till.seller()
                .put(
                        "/processor",
                        "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\", \"webhook_secret\": \"%s\"}}"
                                .formatted(StripeDouble.API_KEY, SECRET.reveal()))
                .is(200)
                .text("callback_url");
    }

    String customerWith(String method) throws IOException {
        var customer = till.customer("Acme " + method);
        till.seller()
                .post("/customers/%s/payment-methods".formatted(customer), "{}")
                .is(200);
        stripe.attachToLatest(method);
        till.choose(customer, method);
        return customer;
    }

    /// The address of Stripe's form for an invoice.
    URI form(String invoice) {
        var caller = new Caller(till.seller().id(), "page", "test", Instant.now());
        var id = new InvoiceId(UUID.fromString(invoice));
        var side = till.seller().house().wiring().payments().payersSide();
        return side.formFor(caller, id, URI.create("https://x.example"), Optional.empty());
    }

    static String event(String id, String type, String object) {
        return "{\"id\": \"%s\", \"object\": \"event\", \"type\": \"%s\", \"created\": %d, \"data\": {\"object\": %s}}"
                .formatted(id, type, Instant.now().getEpochSecond(), object);
    }

    static String signed(String body) {
        return StripeDouble.signed(body, SECRET, Instant.now());
    }

    int send(String body) {
        return send(path, body, signed(body));
    }

    int send(String door, String body, String signature) {
        var request = HttpRequest.newBuilder(URI.create(till.seller().house().address() + door))
                .header("Stripe-Signature", signature)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /// That something became of a charge, or went back of it; comes back when it was acted on.
    void tell(String type, String charge) {
        int before = handled();
        var object = "{\"id\": \"%s\", \"payment_intent\": \"%s\"}".formatted(charge, charge);
        assertThat(send(event("evt_" + UUID.randomUUID(), type, object))).isEqualTo(200);
        Await.until("another message is acted on", () -> handled() > before);
    }

    /// How many messages were acted on.
    int handled() {
        return till.seller()
                .house()
                .database()
                .read(tx -> tx.query(
                                "SELECT count(*) FROM callback WHERE seller_id = :seller AND handled_at IS NOT NULL")
                        .bind("seller", till.seller().id().value())
                        .mapTo(Integer.class)
                        .one());
    }

    long credit(String customer) {
        return till.seller()
                .get("/customers/%s/credits".formatted(customer))
                .is(200)
                .json()
                .path("balances")
                .path(0)
                .path("balance")
                .asLong();
    }
}
