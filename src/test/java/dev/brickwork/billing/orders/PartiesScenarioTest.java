package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who buys and who is billed, when an order closes (rule I-16).
@Tag("verify")
final class PartiesScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");

    private String started(String id, String kind, String more) {
        var order = shop.seller
                .post("/subscriptions/%s/%s".formatted(id, kind), """
                        {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 2}]%s}
                        """.formatted(shop.seats, more))
                .is(200)
                .text("order_id");
        return "/subscriptions/%s/%s/%s/start".formatted(id, kind, order);
    }

    private String billedCompany(String id) {
        return shop.seller.get("/subscriptions/" + id).is(200).text("billed_company_id");
    }

    /// A change without `billed_company_id` leaves the partner as the payer.
    @Test
    void aPartnerGoesOnPaying() {
        var partner = shop.customer("Partner", ", \"is_partner\": true");
        var billed = ", \"billed_company_id\": \"%s\"".formatted(partner);
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, billed));
        shop.seller.post(started(id, "upgrade", ""), "{}").is(200);
        assertThat(billedCompany(id)).isEqualTo(partner);
        for (var invoice : shop.invoices(id)) {
            assertThat(invoice.path("billed_company_id").asText()).isEqualTo(partner);
        }
    }

    /// The new customer is erased between the making of the order and its closing.
    @Test
    void anErasedCustomerTakesOverNothing() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        var other = shop.customer("Other", "");
        var start = started(id, "upgrade", ", \"customer_id\": \"%s\"".formatted(other));
        shop.seller.delete("/customers/%s/personal-data".formatted(other)).is(200);
        shop.seller.post(start, "{}").is(400, "erased");
        assertThat(shop.seller.get("/subscriptions/" + id).is(200).text("customer_id"))
                .isEqualTo(shop.customer);
    }

    /// Neither a reinstatement nor e-mail addresses are accepted for an erased customer.
    @Test
    void anErasedCustomerIsNotBroughtBack() {
        var id = shop.started(
                shop.order("2025-01-01", 12, "MONTHLY", 1, ", \"accounts_payable_emails\": [\"ap@acme.example\"]"));
        var path = "/subscriptions/" + id;
        shop.seller.post(path + "/terminate", "{}").is(200, "INACTIVE");
        shop.seller
                .delete("/customers/%s/personal-data".formatted(shop.customer))
                .is(200);
        shop.seller.post(path + "/reinstate", "{}").is(400, "erased");
        shop.seller
                .patch(path, "{\"accounts_payable_emails\": [\"ada@acme.example\"]}")
                .is(400, "erased");
        shop.seller.get(path).is(200, "\"status\":\"INACTIVE\"", "\"accounts_payable_emails\":[]");
    }

    /// A late renewal, which would revive the subscription, is refused.
    @Test
    void anErasedCustomerIsNotRenewed() {
        var id = shop.started(shop.order("2025-01-01", 1, "MONTHLY", 1, ", \"auto_renews\": false"));
        shop.seller.advanceTo("2025-03-01T00:00:00Z").is(200);
        shop.seller
                .delete("/customers/%s/personal-data".formatted(shop.customer))
                .is(200);
        shop.seller
                .post("/subscriptions/%s/renewal".formatted(id), """
                {"contract_length": 12, "billing_frequency": "MONTHLY", "accounts_payable_emails": ["ada@acme.example"],
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(shop.seats))
                .is(400, "erased");
    }

    /// An erased person cannot be named anew; where they are named already, other changes remain possible.
    @Test
    void anErasedPersonIsNamedNoMore() {
        var other = shop.customer("Other", "");
        var person = shop.seller
                .post("/customers/%s/persons".formatted(other), "{\"first_name\": \"Ada\"}")
                .is(200)
                .text("person_id");
        var named = ", \"point_of_contact_id\": \"%s\"".formatted(person);
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, named));
        var path = "/subscriptions/" + id;
        shop.seller.delete("/customers/%s/personal-data".formatted(other)).is(200);
        shop.seller
                .post("/subscriptions", shop.order("2025-01-01", 12, "MONTHLY", 1, named))
                .is(400, "\"point_of_contact_id\"", "erased");
        shop.seller
                .patch(path, "{\"signatory_user_id\": \"%s\"}".formatted(person))
                .is(400, "\"signatory_user_id\"", "erased");
        shop.seller.patch(path, "{\"auto_renews\": false}").is(200);
        shop.seller.post(started(id, "upgrade", ""), "{}").is(200);
    }
}
