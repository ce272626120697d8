package dev.brickwork.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.support.Insisting;
import dev.brickwork.support.Property;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two who have seen the same state of a resource change it at the same moment, at two processes: one of them is told
/// that the other was faster, also where nothing was there before.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class EditorsRaceTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final TestServer TWIN = HOUSE.twin();
    private static final int ROUNDS = Property.cases(5, 200);
    private static final String NOW = "2025-05-01T08:00:00Z";

    @Test
    void ofThresholds() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var shop = new Shop(till.seller());
        var calls = shop.brick("calls", "USAGE");
        var plan = shop.plan("Metered", Shop.priced(calls, Shop.flat("0.04")));
        for (int i = 0; i < ROUNDS; i++) {
            var subscription = till.seller()
                    .post("/subscriptions", """
                    {"starts_at": "2025-05-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                     "bricks": [{"brick_id": "%s"}], "customer_id": "%s"}
                    """.formatted(plan, calls, till.customer("Acme " + i)))
                    .is(200)
                    .text("subscription_id");
            till.seller()
                    .post("/subscriptions/%s/start".formatted(subscription), "{}")
                    .is(200);
            race(
                    till.seller(),
                    "/subscriptions/%s/bricks/%s/usage/thresholds".formatted(subscription, calls),
                    "{\"precommitment\": [], \"units\": [1], \"money\": []}",
                    "{\"precommitment\": [], \"units\": [2], \"money\": []}");
        }
    }

    @Test
    void ofTheProcessor() {
        for (int i = 0; i < ROUNDS; i++) {
            race(HOUSE.seller(), "/processor", "{\"kind\": \"SANDBOX\"}", "{\"kind\": \"SANDBOX\"}");
        }
    }

    @Test
    void ofTheDefaultMethod() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        for (int i = 0; i < ROUNDS; i++) {
            var customer = till.paying("Acme " + i, "pm_sandbox_visa");
            till.give(customer, "pm_sandbox_visa__2");
            till.give(customer, "pm_sandbox_link");
            race(
                    till.seller(),
                    "/customers/%s/payment-methods/default".formatted(customer),
                    "{\"payment_method_id\": \"pm_sandbox_visa__2\"}",
                    "{\"payment_method_id\": \"pm_sandbox_link\"}");
        }
    }

    @Test
    void ofTheBooks() {
        for (int i = 0; i < ROUNDS; i++) {
            race(HOUSE.seller(), "/accounting", books("1"), books("2"));
        }
    }

    private static String books(String realm) {
        return """
                {"kind": "QUICKBOOKS", "mapping": {"revenue": "1", "bank": "2"}, "credentials": {"realm_id": "%s",
                 "client_id": "a", "client_secret": "b", "refresh_token": "c"}}
                """.formatted(realm);
    }

    /// The entity follows the seller's name, and that must not undo what was changed of it meanwhile.
    @Test
    void ofASellerAndItsEntity() {
        for (int i = 0; i < ROUNDS; i++) {
            var seller = HOUSE.seller();
            var twin = new Tenant(TWIN, seller.id(), seller.key());
            var listed = seller.get("/legal-entities").is(200).json().path("results");
            var entity =
                    "/legal-entities/" + listed.path(0).path("legal_entity_id").asText();
            var replies = Insisting.both(
                    () -> seller.patch("/seller", "{\"legal_name\": \"Acme Ltd\"}"),
                    () -> twin.patch(entity, "{\"tax_id\": \"DE123456789\"}"));
            for (var reply : replies) reply.is(200);
            seller.get(entity).is(200, "\"legal_name\":\"Acme Ltd\"", "\"tax_id\":\"DE123456789\"");
        }
    }

    private static void race(Tenant seller, String path, String one, String other) {
        var seen = seller.get(path).is(200).header("ETag").orElseThrow();
        var twin = new Tenant(TWIN, seller.id(), seller.key());
        var replies = Insisting.both(
                () -> seller.send("PUT", path, one, "If-Match", seen),
                () -> twin.send("PUT", path, other, "If-Match", seen));
        assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 412);
    }
}
