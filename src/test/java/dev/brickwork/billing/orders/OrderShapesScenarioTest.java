package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.app.TestServer;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.GoldenFile;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The wire shapes of orders and subscriptions, and the bodies of their events, as clients have read them. A new
/// member is a new line in these files; a line that goes or changes breaks a client.
@Tag("verify")
final class OrderShapesScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// An order keeps metadata of every kind of JSON (API 4.4), as deep as a request may be, and so does the
    /// subscription that a recast changes.
    @Test
    void metadataMayBeOfAnyKind() {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        for (var kind : List.of("[1,{\"_a\":2}]", "\"text\"", "4.20", "false", "[".repeat(31) + "]".repeat(31))) {
            var id = shop.create(shop.order("2025-01-31", 12, "MONTHLY", 5, ", \"metadata\": " + kind));
            shop.seller.get("/subscriptions/" + id).is(200, "\"metadata\":" + kind);
            shop.start(id);
            shop.seller.get("/subscriptions/" + id).is(200, "\"metadata\":" + kind);
            var order = shop.seller
                    .post("/subscriptions/%s/recast".formatted(id), """
                            {"starts_at": "2025-01-31", "contract_length": 12, "billing_frequency": "MONTHLY",
                             "metadata": {"_x": 1, "a": null}, "bricks": [{"brick_id": "%s", "quantity": 6}]}
                            """.formatted(shop.seats))
                    .is(200)
                    .text("order_id");
            shop.seller
                    .get("/subscriptions/%s/recast/%s".formatted(id, order))
                    .is(200, "\"metadata\":{}", "\"adjustment_credit_label\":\"Adjustment credit\"");
            shop.seller
                    .patch("/subscriptions/%s/recast/%s".formatted(id, order), "{\"metadata\": %s}".formatted(kind))
                    .is(200);
            shop.seller
                    .post("/subscriptions/%s/recast/%s/start".formatted(id, order), "{}")
                    .is(200);
            shop.seller.get("/subscriptions/" + id).is(200, "\"metadata\":" + kind);
            shop.seller.get("/subscriptions").is(200, "\"metadata\":" + kind);
            shop.seller
                    .patch("/subscriptions/" + id, "{\"metadata\": {\"a\": 1}}")
                    .is(200);
            shop.seller.get("/subscriptions/" + id).is(200, "\"metadata\":{\"a\":1}");
        }
    }

    /// Starts alone lay the phases (API 2.6): lengths follow, and the estimate is that of the lengths (rule F-01).
    @Test
    void phasesMayBeGivenByTheirStartsAlone() {
        var shop = Shop.at(HOUSE, "2025-01-01T09:00:00Z");
        var order = shop.order("2025-01-01", 12, "MONTHLY", 5, ", \"phases\": [%s]");
        var starts = order.formatted(
                "{\"starts_at\": \"2025-01-01\"}, {\"starts_at\": \"2025-05-01\"}, {\"starts_at\": \"2025-08-01\"}");
        var lengths = order.formatted("{\"contract_length\": 4}, {\"contract_length\": 3}, {\"contract_length\": 5}");
        var estimate =
                shop.seller.post("/subscriptions/estimate", starts).is(200).json();
        assertThat(estimate)
                .isEqualTo(shop.seller
                        .post("/subscriptions/estimate", lengths)
                        .is(200)
                        .json());
        var id = shop.started(starts);
        assertThat(shop.seller.get("/subscriptions/" + id).is(200).json().path("phases"))
                .isEqualTo(estimate.path("phases"));
        shop.seller
                .post(
                        "/subscriptions/estimate",
                        order.formatted("{\"starts_at\": \"2025-01-01\"}, {\"starts_at\": \"2025-05-02\"}"))
                .is(400, "\"phases[0].contract_length\"", "a whole number of months");
    }

    @Test
    void answersAndEventsAreWhatTheGoldenFilesSay() {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var customer = shop.seller
                .post(
                        "/customers",
                        "{\"name\": \"Acme\", \"external_id\": \"acme-1\", \"time_zone\": \"Europe/Paris\"}")
                .is(200)
                .text("customer_id");
        var person = shop.seller
                .post(
                        "/customers/%s/persons".formatted(customer),
                        "{\"first_name\": \"Ada\", \"email\": \"ada@acme.test\"}")
                .is(200)
                .text("person_id");
        var order = """
                {"starts_at": "2025-01-31", "contract_length": 14, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 12, "discount": [{"rate": "10", "renews": true}]},
                            {"brick_id": "%s"}, {"brick_id": "%s", "quantity": 1000}, {"brick_id": "%s"}],
                 "customer_id": "%s", "discount_coupons": ["WELCOME"], "point_of_contact_id": "%s",
                 "accounts_payable_emails": ["ap@acme.test"], "purchase_order": {"code": "PO-7"},
                 "renewal_uplifted_rate": "3.5", "renewal_contract_period": 12, "metadata": {"crm": 17},
                 "accepted_payment_methods_config": {"paywall_check": false}, "payment_terms": 45}
                """.formatted(shop.plan, shop.seats, shop.onboarding, shop.tokens, shop.audit, customer, person);
        var id = shop.create(order);
        golden(
                "estimate",
                shop.seller.post("/subscriptions/estimate", order).is(200).json());
        shop.start(id);
        golden("subscription", shop.seller.get("/subscriptions/" + id).is(200).json());
        var upgrade = """
                {"starts_at": "2025-06-15", "bricks": [{"brick_id": "%s", "quantity": 20}], "metadata": {"deal": "x"}}
                """.formatted(shop.seats);
        golden(
                "upgrade-estimate",
                shop.seller
                        .post("/subscriptions/%s/upgrade/estimate".formatted(id), upgrade)
                        .is(200)
                        .json());
        golden(
                "order-result",
                shop.seller
                        .post("/subscriptions/%s/upgrade".formatted(id), upgrade)
                        .is(200)
                        .json());
        golden(
                "orders",
                shop.seller
                        .get("/subscriptions/%s/orders".formatted(id))
                        .is(200)
                        .json());
        golden(
                "bricks",
                shop.seller
                        .get("/subscriptions/%s/bricks".formatted(id))
                        .is(200)
                        .json());
        golden(
                "termination",
                shop.seller
                        .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_notes\": \"moved\"}")
                        .is(200)
                        .json());
        events(shop);
    }

    private static void events(Shop shop) {
        var all = JsonNodeFactory.instance.arrayNode();
        List<JsonNode> told = HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT jsonb_build_object('event_type', event_type, 'data', data::jsonb)::text AS told
                        FROM event
                        WHERE seller_id = :seller AND is_public
                            AND (event_type LIKE 'order%' OR event_type LIKE 'subscription%')
                        ORDER BY staged_at, id
                        """)
                        .bind("seller", shop.seller.id().value())
                        .map((row, _) -> JsonReader.stored(Columns.text(row, "told")))
                        .list());
        told.forEach(all::add);
        golden("events", all);
    }

    private static void golden(String name, JsonNode json) {
        GoldenFile.matches("wire/%s.json".formatted(name), json.toPrettyString() + "\n");
    }
}
