package dev.brickwork.customers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.Contract;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The people of customers, and their erasure, through the front door.
@Tag("verify")
final class PersonsScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void aPersonIsAddedListedAndChanged() {
        var seller = HOUSE.seller();
        var customer = customer(seller, "Acme");
        var path = "/customers/" + customer + "/persons";
        var made = seller.post(path, """
                {"first_name": "Ada", "last_name": "Moreau", "email": "ada@acme.example", "role": "CFO"}
                """).is(200, "\"preferred_name\":null", customer);
        var ada = path + "/" + made.text("person_id");
        var seen = made.header("ETag").orElseThrow();
        seller.send("PATCH", ada, "{\"role\": \"CEO\", \"preferred_name\": \"A.\"}", "If-Match", seen)
                .is(200, "\"role\":\"CEO\"", "\"preferred_name\":\"A.\"", "Moreau");
        seller.send("PATCH", ada, "{\"role\": \"X\"}", "If-Match", seen).is(412);
        seller.patch(ada, "{\"role\": null}").is(200, "\"role\":null");
        seller.patch(ada, "{}").is(200);
        seller.post(path, "{\"email\": \"bob@acme.example\"}").is(200);
        seller.get(path + "?ordering=-created_at&limit=1").is(200, "\"count\":2", "bob@");
        assertThat(events(seller))
                .containsExactly(
                        "company.created", "person.created", "person.updated", "person.updated", "person.created");
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        var seller = HOUSE.seller();
        var path = "/customers/" + customer(seller, "Acme") + "/persons";
        seller.post(path, "{}").is(400, "\"email\"", "At least one");
        // No mail server takes these, and one of them would keep a bill from all its other recipients.
        for (var odd : List.of(
                ".ada@acme.example",
                "ada.@acme.example",
                "a..da@acme.example",
                "ada@acme..example",
                "=?utf-8?q?ada?=@a.example")) {
            seller.post(path, "{\"email\": \"%s\"}".formatted(odd)).is(400, "\"email\"", "Must be an e-mail address.");
        }
        seller.post(path, "{\"role\": \"CFO\"}").is(400, "At least one");
        seller.post(path, """
                {"first_name": " ", "last_name": 1, "preferred_name": "%s", "email": "no address", "role": []}
                """.formatted("x".repeat(256)))
                .is(400, "\"first_name\"", "\"last_name\"", "\"preferred_name\"", "\"email\"", "\"role\"");
        var id = seller.post(path, "{\"first_name\": \"Ada\"}").is(200).text("person_id");
        seller.patch(path + "/" + id, "{\"first_name\": null}").is(400, "At least one");
        seller.patch(path + "/" + id, "{\"first_name\": null, \"last_name\": \"M\"}")
                .is(200);
        seller.patch(path + "/none", "{}").is(404, "person");
        var elsewhere = "/customers/" + customer(seller, "Other") + "/persons/" + id;
        seller.patch(elsewhere, "{\"role\": \"spy\"}").is(404, "person");
    }

    @Test
    void peopleAreFoundByPartsOfWhatIsKnown() {
        var seller = HOUSE.seller();
        var acme = customer(seller, "Acme");
        var other = customer(seller, "Other");
        person(seller, acme, "Ada", "Moreau", "ada_m@acme.example");
        person(seller, acme, "Bob", "Moreau", "bob@acme.example");
        person(seller, other, "Ada", "O'Hara 100%", "adaXm@other.example");
        assertThat(found(seller, "\"last_name\": \"MOR\"")).containsExactly("ada_m@acme.example", "bob@acme.example");
        assertThat(found(seller, "\"email\": \"a_m\"")).containsExactly("ada_m@acme.example");
        assertThat(found(seller, "\"first_name\": \"ada\", \"customer_id\": \"%s\"".formatted(other)))
                .containsExactly("adaXm@other.example");
        assertThat(found(seller, "\"last_name\": \"'h\"")).containsExactly("adaXm@other.example");
        assertThat(found(seller, "\"last_name\": \"%\"")).containsExactly("adaXm@other.example");
        assertThat(found(seller, "\"customer_id\": \"%s\"".formatted(acme))).hasSize(2);
        assertThat(found(HOUSE.seller(), "\"customer_id\": \"%s\"".formatted(acme)))
                .isEmpty();
        assertThat(found(HOUSE.seller(), "\"last_name\": \"Moreau\"")).isEmpty();
        seller.post("/persons/search", "{}").is(400, "\"email\"");
        seller.post("/persons/search", "{\"customer_id\": \"x\", \"email\": \"\", \"first_name\": 1}")
                .is(400, "\"customer_id\"", "\"email\"", "\"first_name\"");
    }

    /// After erasing, no personal data is left in the tables, the lists, the searches or the audit.
    @Test
    void erasingLeavesNothingThatNamesAnybody() {
        var seller = HOUSE.seller();
        var secrets =
                List.of("Zorglub", "Adalbertine", "Quixmore", "adalb@", "Chief Zorg", "Elm Lane", "TAX-77", "crm-99");
        var id = seller.post("/customers", """
                {"name": "Zorglub Ltd", "legal_name": "Zorglub Limited", "external_id": "crm-99", "tax_id": "TAX-77",
                 "address": {"line_1": "Elm Lane 1", "country": "GB"}, "locale": "fr", "metadata": {"who": "Zorglub"}}
                """).is(200).text("customer_id");
        var path = "/customers/" + id;
        var person = person(seller, id, "Adalbertine", "Quixmore", "adalb@zorglub.example");
        seller.patch(path + "/persons/" + person, "{\"role\": \"Chief Zorg\"}").is(200);
        seller.patch(path, "{\"address\": {\"line_1\": \"Elm Lane 2\"}}").is(200);
        seller.get("/audit?object_id=" + id)
                .is(
                        200,
                        "\"before\":{\"address\": \"(personal)\", \"version\": 1}",
                        "\"after\":{\"address\": \"(personal, changed)\", \"version\": 2}");

        seller.delete(path + "/personal-data").is(200, "erased");

        var seen = seller.get(path)
                        .is(200, "\"name\":\"Erased customer " + id, "\"locale\":\"fr\"")
                        .body()
                + seller.get(path + "/persons").is(200, "\"count\":0").body()
                + seller.get("/audit?limit=1000").is(200, person).body()
                + rows(seller, "customer")
                + rows(seller, "person")
                + rows(seller, "audit");
        assertThat(seen).doesNotContain(secrets);
        assertThat(found(seller, "\"first_name\": \"Adalb\"")).isEmpty();
        assertThat(events(seller)).endsWith("company.updated", "company.erased", "person.updated");

        seller.delete(path + "/personal-data").is(200);
        seller.patch(path, "{\"name\": \"Back\"}").is(400, "erased");
        seller.post(path + "/persons", "{\"first_name\": \"New\"}").is(400, "erased");
        seller.patch(path + "/persons/" + person, "{\"role\": \"x\"}").is(404);
        seller.post("/customers", "{\"name\": \"Zorglub Ltd\", \"external_id\": \"crm-99\"}")
                .is(200);
    }

    /// An invoice that is still to be issued must say to whom; one that was voided before will not be.
    @Test
    void anInvoiceToComeKeepsItsCustomerUntilItIsVoid() {
        var seller = HOUSE.sellerAt("2025-05-01T08:00:00Z");
        var acme = customer(seller, "Acme");
        var invoice = seller.post("/invoices", """
                        {"customer_id": "%s", "issued_at": "2025-08-01",
                         "line_items": [{"description": "Training", "unit_price": "100.00"}]}
                        """.formatted(acme)).is(200).text("invoice_id");
        var data = "/customers/%s/personal-data".formatted(acme);
        seller.delete(data).is(400, "1 invoice still to be issued");
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        seller.delete(data).is(200);
    }

    @Test
    void theEventsHaveTheShapeOfTheContract() {
        var seller = HOUSE.seller();
        var acme = customer(seller, "Acme");
        var ada = person(seller, acme, "Ada", "Moreau", "ada@acme.example");
        seller.patch("/customers/" + acme, "{\"address\": {\"country\": \"FR\"}, \"metadata\": {\"a\": [1]}}")
                .is(200);
        seller.patch("/customers/" + acme + "/persons/" + ada, "{\"role\": \"CFO\"}")
                .is(200);
        var types = events(seller);
        assertThat(types).hasSize(4);
        var told = HOUSE.database()
                .read(tx -> tx.query("SELECT data FROM event WHERE seller_id = :seller ORDER BY id")
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
        for (int i = 0; i < types.size(); i++) {
            var body = (ObjectNode) JsonReader.stored(told.get(i));
            body.put("event_type", types.get(i))
                    .put("webhook_run_id", Ids.next().toString())
                    .put("sequence", i + 1)
                    .put("occurred_at", "2025-01-02T09:00:00Z");
            Contract.checkEvent(types.get(i), body.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /// Those that run for the customer, and those that run at its expense as a partner.
    @Test
    void aCustomerWithALiveSubscriptionIsNotErased() {
        var seller = HOUSE.sellerAt("2025-01-31T00:00:00Z");
        var plan = plan(seller);
        var buyer = customer(seller, "Buyer");
        var partner = seller.post("/customers", "{\"name\": \"Partner\", \"is_partner\": true}")
                .is(200)
                .text("customer_id");
        var bystander = customer(seller, "Bystander");
        subscription(seller, plan, buyer, partner);
        var ended = subscription(seller, plan, bystander, bystander);
        seller.post("/subscriptions/%s/terminate".formatted(ended), "{}").is(200);

        seller.get("/customers/" + buyer)
                .is(200, "\"status\":\"ACTIVE\"", "\"name\":\"Team\"", "\"starts_at\":\"2025-01-31\"")
                .is(200, "\"ends_at\":\"2026-01-30\"");
        seller.get("/customers/" + partner).is(200, "\"subscriptions\":[]");
        assertThat(seller.get("/customers").is(200).json().findValuesAsText("status"))
                .containsExactly("ACTIVE", "INACTIVE");
        seller.delete("/customers/" + buyer + "/personal-data").is(400, "1 live subscription");
        seller.delete("/customers/" + partner + "/personal-data").is(400, "1 live subscription");
        seller.delete("/customers/" + bystander + "/personal-data").is(200);
        seller.get("/customers/" + buyer).is(200, "\"name\":\"Buyer\"");
    }

    /// Void and muted invoices are never issued, so they do not hinder an erasure.
    @Test
    void whatIsNeverIssuedKeepsNobody() {
        var seller = HOUSE.sellerAt("2025-01-31T00:00:00Z");
        var plan = plan(seller);
        var waived = customer(seller, "Waived");
        var first = subscription(seller, plan, waived, waived, "2025-02-01");
        for (var invoice : seller.get("/subscriptions/%s/invoices".formatted(first))
                .is(200)
                .json()
                .path("results")) {
            seller.post("/invoices/%s/void".formatted(invoice.path("invoice_id").asText()), "{}")
                    .is(200);
        }
        seller.patch("/seller", "{\"muted_before\": \"2025-03-01\"}").is(200);
        var muted = customer(seller, "Muted");
        var second = subscription(seller, plan, muted, muted, "2025-02-02");
        seller.get("/subscriptions/%s/invoices".formatted(second)).is(200, "\"status\":\"MUTED\"");
        seller.advanceTo("2025-02-10T00:00:00Z");
        for (var one : List.of(first, second)) {
            seller.post("/subscriptions/%s/terminate".formatted(one), "{}").is(200);
        }
        seller.delete("/customers/" + waived + "/personal-data").is(200);
        seller.delete("/customers/" + muted + "/personal-data").is(200);
    }

    private static String plan(TestServer.Tenant seller) {
        var plan = seller.post("/plans", "{\"plan_name\": \"Team\"}").is(200).text("plan_id");
        seller.put("/plans/%s/draft".formatted(plan), """
                {"prices": [{"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "99.00"}],
                 "bricks": []}
                """).is(200);
        seller.post("/plans/%s/publish".formatted(plan), "{}").is(200);
        return plan;
    }

    private static String subscription(TestServer.Tenant seller, String plan, String customer, String billed) {
        return subscription(seller, plan, customer, billed, "2025-01-31");
    }

    private static String subscription(
            TestServer.Tenant seller, String plan, String customer, String billed, String startsAt) {
        var id = seller.post("/subscriptions", """
                        {"starts_at": "%s", "contract_length": 12, "billing_frequency": "ANNUALLY",
                         "plan_id": "%s", "bricks": [], "customer_id": "%s", "billed_company_id": "%s"}
                        """.formatted(startsAt, plan, customer, billed))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    private static String customer(TestServer.Tenant seller, String name) {
        return seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
    }

    private static String person(TestServer.Tenant seller, String customer, String first, String last, String email) {
        return seller.post("/customers/" + customer + "/persons", """
                {"first_name": "%s", "last_name": "%s", "email": "%s"}
                """.formatted(first, last, email))
                .is(200)
                .text("person_id");
    }

    private static List<String> found(TestServer.Tenant seller, String criteria) {
        return seller.post("/persons/search", "{" + criteria + "}")
                .is(200)
                .json()
                .path("results")
                .findValuesAsText("email");
    }

    private static String rows(TestServer.Tenant seller, String table) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT t::text FROM %s t WHERE seller_id = :seller".formatted(table))
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list())
                .toString();
    }

    private static List<String> events(TestServer.Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT event_type FROM event WHERE seller_id = :seller ORDER BY id")
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
    }
}
