package dev.brickwork.billing.orders;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/// A shop whose contracts go over to other customers and legal entities, and who is billed by whom.
final class TwoPayers {
    final Shop shop;
    final String heir;
    private final Map<String, String> names = new HashMap<>();

    TwoPayers(TestServer house, String now) {
        shop = Shop.at(house, now);
        names.put(shop.customer, "acme");
        heir = customer("heir", "");
    }

    String customer(String name, String more) {
        var id = shop.customer(name, more);
        names.put(id, name);
        return id;
    }

    String entity(String name) {
        var id = shop.seller
                .post("/legal-entities", """
                {"legal_name": "%s", "invoice_number_prefix": "%s"}
                """.formatted(name, name))
                .is(200)
                .text("legal_entity_id");
        names.put(id, name);
        return id;
    }

    /// Two seats of acme, billed from the start.
    String order(int months, String frequency, String more) {
        return shop.order(
                "2025-01-01", months, frequency, 2, ", \"first_charge_date\": \"CONTRACT_START_DATE\"" + more);
    }

    /// Two seats of acme, and tokens, which are billed by usage.
    String metered(int months) {
        return order(months, "MONTHLY", "")
                .replace("}]", "}, {\"brick_id\": \"%s\", \"quantity\": 0}]".formatted(shop.tokens));
    }

    void upgrade(String id, String from, int seats, String more) {
        change(id, "upgrade", """
                {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": %d}]%s}
                """.formatted(from, shop.seats, seats, more));
    }

    /// One seat for two months, from the end of what is agreed.
    void renew(String id, String more) {
        change(id, "renewal", """
                {"contract_length": 2, "billing_frequency": "MONTHLY", "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                """.formatted(shop.seats, more));
    }

    void change(String id, String kind, String body) {
        shop.seller.started("/subscriptions/%s/%s".formatted(id, kind), body);
    }

    static String to(String customer) {
        return ", \"customer_id\": \"%s\"".formatted(customer);
    }

    static String by(String entity) {
        return ", \"legal_entity_id\": \"%s\"".formatted(entity);
    }

    void terminate(String id, String on) {
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"%s\"}".formatted(on))
                .is(200);
    }

    TestServer.Reply reinstate(String id) {
        return shop.seller.post("/subscriptions/%s/reinstate".formatted(id), "{}");
    }

    void erase(String customer) {
        shop.seller.delete("/customers/%s/personal-data".formatted(customer)).is(200);
    }

    /// On which date who is billed how much; what only waits for usage is there as well.
    List<String> bills(String id) {
        return StreamSupport.stream(shop.invoices(id).spliterator(), false)
                .map(this::told)
                .sorted()
                .toList();
    }

    String told(JsonNode invoice) {
        var customer = invoice.path("customer_id").asText();
        var billed = invoice.path("billed_company_id").asText();
        var entity = invoice.path("legal_entity_id").asText();
        return "%s %s%s%s %d"
                .formatted(
                        invoice.path("bill_at").asText().substring(0, 10),
                        names.get(customer),
                        billed.equals(customer) ? "" : " through " + names.get(billed),
                        names.containsKey(entity) ? " by " + names.get(entity) : "",
                        invoice.path("grand_total").asLong());
    }

    /// Those that stand beside the schedules.
    List<String> standalone() {
        return StreamSupport.stream(
                        shop.seller
                                .get("/invoices?limit=1000")
                                .is(200)
                                .json()
                                .path("results")
                                .spliterator(),
                        false)
                .filter(invoice -> invoice.path("subscription_id").isNull())
                .map(this::told)
                .sorted()
                .toList();
    }

    void use(String transaction, String id, String brick, int value, String time) {
        shop.seller
                .post("/usage", """
                        {"transaction_id": "%s", "subscription_id": "%s", "brick_id": "%s", "value": %d, "time": "%s"}
                        """.formatted(transaction, id, brick, value, time))
                .is(201);
    }

    void change(String transaction, int value) {
        shop.seller
                .patch("/usage", "{\"transaction_id\": \"%s\", \"value\": %d}".formatted(transaction, value))
                .is(200);
    }
}
