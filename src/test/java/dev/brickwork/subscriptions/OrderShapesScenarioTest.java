package dev.brickwork.subscriptions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.House;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.json.JsonReader;
import dev.brickwork.support.GoldenFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The wire shapes of orders and subscriptions, and the bodies of their events, as clients have read them. A new
/// member is a new line in these files; a line that goes or changes breaks somebody.
final class OrderShapesScenarioTest {
    private static final House HOUSE = House.withoutFollowUp();

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
                .read(tx -> tx.createQuery("""
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
