package dev.brickwork.customers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Customers through the front door.
@Tag("verify")
final class CustomersScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void aNameIsEnoughAndTheRestHasDefaults() {
        var seller = HOUSE.seller();
        var made = seller.post("/customers", "{\"name\": \"  Acme  \"}")
                .is(200, "\"name\":\"Acme\"", "\"locale\":\"en\"", "\"is_partner\":false", "\"metadata\":{}")
                .is(200, "\"subscriptions\":[]", "\"address\":null", "\"time_zone\":null");
        var read = seller.get("/customers/" + made.text("customer_id")).is(200);
        assertThat(read.json()).isEqualTo(made.json());
        assertThat(read.header("ETag")).isEqualTo(made.header("ETag"));
        assertThat(events(seller)).containsExactly("company.created");
    }

    @Test
    void everythingThatWasSentComesBack() {
        var seller = HOUSE.seller();
        var body = """
                {"name": "Müller & Söhne", "legal_name": "Müller GmbH", "external_id": "crm-1",
                 "address": {"line_1": "Weg 1", "city": "Köln", "zip": "50667", "country": "DE"},
                 "tax_id": "DE136695976", "time_zone": "Europe/Berlin", "locale": "de-at", "is_partner": true,
                 "metadata": {"cost_centre": "4711", "_private": 1}}
                """;
        var id = seller.post("/customers", body).is(200).text("customer_id");
        seller.get("/customers/" + id)
                .is(200, "Müller & Söhne", "Müller GmbH", "crm-1", "Köln", "\"line_2\":null", "DE136695976")
                .is(
                        200,
                        "Europe/Berlin",
                        "\"de-AT\"",
                        "\"is_partner\":true",
                        "\"metadata\":{\"cost_centre\":\"4711\"}");
    }

    @Test
    void whatIsNullCountsAsNotSent() {
        HOUSE.seller().post("/customers", """
                        {"name": "Acme", "legal_name": null, "external_id": null, "address": null, "tax_id": null,
                         "time_zone": null, "locale": null, "is_partner": null, "metadata": null}
                        """).is(200, "\"locale\":\"en\"", "\"is_partner\":false", "\"metadata\":{}");
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        var seller = HOUSE.seller();
        seller.post("/customers", "{}").is(400, "\"name\"", "required");
        seller.post("/customers", "[]").is(400);
        seller.post("/customers", "{\"name\": null}").is(400, "\"name\"");
        seller.post("/customers", """
                {"name": " ", "legal_name": 5, "external_id": "%s", "address": {"country": "de", "zip": "%s"},
                 "tax_id": [], "time_zone": "Mars/Base", "locale": "english!", "is_partner": "yes"}
                """.formatted("x".repeat(256), "1".repeat(33)))
                .is(400, "\"name\"", "\"legal_name\"", "\"external_id\"", "\"address.country\"", "\"address.zip\"")
                .is(400, "\"tax_id\"", "\"time_zone\"", "\"locale\"", "\"is_partner\"");
        for (var locale : List.of("", "xx", "de-XY", "und", "de_DE", "en-")) {
            seller.post("/customers", "{\"name\": \"L\", \"locale\": \"%s\"}".formatted(locale))
                    .is(400, "\"locale\"");
        }
        seller.get("/customers").is(200, "\"count\":0");
        assertThat(events(seller)).isEmpty();
    }

    @Test
    void namesAndExternalIdsAreUniqueWithinASeller() {
        var seller = HOUSE.seller();
        seller.post("/customers", "{\"name\": \"Acme\", \"external_id\": \"1\"}")
                .is(200);
        var other = seller.post("/customers", "{\"name\": \"Other\", \"external_id\": \"2\"}")
                .is(200)
                .text("customer_id");
        seller.post("/customers", "{\"name\": \"Acme\", \"external_id\": \"2\", \"locale\": \"?\"}")
                .is(400, "\"name\"", "\"external_id\"", "\"locale\"", "Another customer");
        seller.post("/customers", "{\"name\": \"Acme\", \"external_id\": \"1\"}")
                .is(400, "\"name\"", "\"external_id\"");
        seller.patch("/customers/" + other, "{\"name\": \"Acme\"}").is(400, "\"name\"");
        seller.patch("/customers/" + other, "{\"external_id\": \"1\"}").is(400, "\"external_id\"");
        seller.patch("/customers/" + other, "{\"name\": \"Other\", \"external_id\": \"2\"}")
                .is(200);
        seller.post("/customers", "{\"name\": \"acme\"}").is(200);
        HOUSE.seller()
                .post("/customers", "{\"name\": \"Acme\", \"external_id\": \"1\"}")
                .is(200);
    }

    @Test
    void aPatchChangesWhatItSendsAndTellsOnlyOfChanges() {
        var seller = HOUSE.seller();
        var id = seller.post("/customers", """
                {"name": "Acme", "tax_id": "T", "locale": "fr", "time_zone": "Europe/Paris", "metadata": {"a": 1, "b": 2},
                 "address": {"city": "Paris", "country": "FR"}}
                """).is(200).text("customer_id");
        var path = "/customers/" + id;
        seller.patch(
                        path,
                        "{\"legal_name\": \"Acme SA\", \"tax_id\": null, \"locale\": null, \"metadata\": {\"b\": 3}}")
                .is(200, "Acme SA", "\"tax_id\":null", "\"locale\":\"en\"", "\"a\":1", "\"b\":3", "Paris");
        seller.patch(path, "{\"address\": {\"country\": \"DE\"}, \"time_zone\": null}")
                .is(200, "\"city\":null", "\"country\":\"DE\"", "\"time_zone\":null");
        seller.patch(path, "{\"metadata\": {}}").is(200, "\"metadata\":{}");
        seller.patch(path, "{}").is(200);
        seller.patch(path, "{\"name\": \"Acme\", \"unknown\": 1}").is(200);
        assertThat(events(seller))
                .containsExactly("company.created", "company.updated", "company.updated", "company.updated");
        seller.patch(path, "{\"name\": null, \"is_partner\": null}").is(400, "\"name\"", "\"is_partner\"");
        seller.patch(path, "{\"metadata\": [1, {\"_a\": null}]}").is(200, "\"metadata\":[1,{\"_a\":null}]");
        seller.patch(path, "{\"metadata\": \"free text\"}").is(200, "\"metadata\":\"free text\"");
        seller.patch(path, "{\"metadata\": {\"a\": 1}}").is(200, "\"metadata\":{\"a\":1}");
    }

    @Test
    void aStaleEditorIsToldSo() {
        var seller = HOUSE.seller();
        var made = seller.post("/customers", "{\"name\": \"Acme\"}").is(200);
        var path = "/customers/" + made.text("customer_id");
        var seen = made.header("ETag").orElseThrow();
        seller.send("PATCH", path, "{\"tax_id\": \"1\"}", "If-Match", seen).is(200);
        seller.send("PATCH", path, "{\"tax_id\": \"2\"}", "If-Match", seen).is(412);
        seller.get(path).is(200, "\"tax_id\":\"1\"");
    }

    @Test
    void aRepeatedCreationIsAnsweredAsTheFirst() {
        var seller = HOUSE.seller();
        var first = seller.send("POST", "/customers", "{\"name\": \"Acme\"}", "Idempotency-Key", "k1")
                .is(200);
        var second = seller.send("POST", "/customers", "{\"name\": \"Acme\"}", "Idempotency-Key", "k1")
                .is(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("Idempotent-Replayed")).contains("true");
        var refused = seller.send("POST", "/customers", "{\"name\": \"Acme\"}", "Idempotency-Key", "k2")
                .is(400);
        assertThat(seller.send("POST", "/customers", "{\"name\": \"Acme\"}", "Idempotency-Key", "k2")
                        .is(400)
                        .body())
                .isEqualTo(refused.body());
        assertThat(events(seller)).containsExactly("company.created");
    }

    @Test
    void listsArePagedAndOrdered() {
        var seller = HOUSE.seller();
        for (var name : List.of("A", "B", "C")) seller.post("/customers", "{\"name\": \"%s\"}".formatted(name));
        assertThat(names(seller.get("/customers").is(200))).containsExactly("A", "B", "C");
        assertThat(names(seller.get("/customers?ordering=-created_at").is(200))).containsExactly("C", "B", "A");
        var page = seller.get("/customers?limit=1&offset=1").is(200, "\"count\":3", "offset=2", "offset=0");
        assertThat(names(page)).containsExactly("B");
        seller.get("/customers?ordering=name").is(400, "\"ordering\"");
        seller.get("/customers?limit=1001&offset=-1").is(400, "\"limit\"", "\"offset\"");
    }

    /// The search takes its text literally: wildcards and SQL have no special meaning.
    @Test
    void searchTakesEveryTextAtItsWord() {
        var seller = HOUSE.seller();
        for (var name :
                List.of("100% Pure", "100 Pure", "snake_case", "snakeXcase", "O'Neil \\\"Q\\\"", "back\\\\slash"))
            seller.post("/customers", "{\"name\": \"%s\"}".formatted(name)).is(200);
        seller.post("/customers", "{\"name\": \"ÄRZTE\", \"external_id\": \"%_\"}")
                .is(200);
        assertThat(found(seller, "\"name\": \"0%\"")).containsExactly("100% Pure");
        assertThat(found(seller, "\"name\": \"%\"")).containsExactly("100% Pure");
        assertThat(found(seller, "\"name\": \"e_c\"")).containsExactly("snake_case");
        assertThat(found(seller, "\"name\": \"PURE\"")).containsExactly("100% Pure", "100 Pure");
        assertThat(found(seller, "\"name\": \"'\"")).containsExactly("O'Neil \"Q\"");
        assertThat(found(seller, "\"name\": \"\\\"q\\\"\"")).containsExactly("O'Neil \"Q\"");
        assertThat(found(seller, "\"name\": \"k\\\\s\"")).containsExactly("back\\slash");
        assertThat(found(seller, "\"name\": \"' OR '1'='1\"")).isEmpty();
        assertThat(found(seller, "\"name\": \"ärz\"")).containsExactly("ÄRZTE");
        assertThat(found(seller, "\"external_id\": \"%_\"")).containsExactly("ÄRZTE");
        assertThat(found(seller, "\"external_id\": \"%\"")).isEmpty();
        assertThat(found(seller, "\"name\": \"pure\", \"external_id\": \"%_\"")).isEmpty();
        assertThat(found(HOUSE.seller(), "\"name\": \"pure\"")).isEmpty();
        seller.post("/customers/search?limit=1", "{\"name\": \"pure\"}").is(200, "\"count\":2", "search?limit=1");
        seller.post("/customers/search", "{}").is(400, "\"name\"");
        seller.post("/customers/search", "{\"name\": \"\", \"external_id\": 1}").is(400, "\"name\"", "\"external_id\"");
    }

    /// An erased customer's invoice would be issued without name or address, and therefore without tax.
    @Test
    void nobodyIsErasedWhoIsStillToGetAnInvoice() {
        var seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        var id = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var invoice = seller.post("/invoices", """
                        {"customer_id": "%s", "issued_at": "2025-03-01",
                         "line_items": [{"description": "Work", "quantity": 1, "unit_price": "10"}]}
                        """.formatted(id)).is(200).text("invoice_id");
        seller.delete("/customers/%s/personal-data".formatted(id)).is(400, "1 invoice still to be issued");
        seller.advanceTo("2025-03-01T00:00:00Z").is(200);
        seller.delete("/customers/%s/personal-data".formatted(id)).is(200);
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(400, "stays as it was issued");
        seller.get("/invoices/%s/versions/1".formatted(invoice)).is(200, "\"name\":\"Acme\"");
    }

    @Test
    void anotherSellersCustomerIsNotThere() {
        var id = HOUSE.seller().post("/customers", "{\"name\": \"Acme\"}").text("customer_id");
        var stranger = HOUSE.seller();
        var absent = "/customers/01985d2a-7c10-7000-8000-00000000c001";
        assertThat(stranger.get("/customers/" + id).is(404).body())
                .isEqualTo(stranger.get(absent).is(404).body());
        stranger.patch("/customers/" + id, "{\"name\": \"Mine\"}").is(404);
        stranger.get("/customers/" + id + "/persons").is(404);
        stranger.post("/customers/" + id + "/persons", "{\"first_name\": \"Eve\"}")
                .is(404);
        stranger.delete("/customers/" + id + "/personal-data").is(404);
        stranger.get("/customers/not-an-id").is(404, "customer");
    }

    private static List<String> found(TestServer.Tenant seller, String criteria) {
        return names(seller.post("/customers/search", "{" + criteria + "}").is(200));
    }

    private static List<String> names(TestServer.Reply reply) {
        return reply.json().path("results").findValuesAsText("name");
    }

    static List<String> events(TestServer.Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT event_type FROM event WHERE seller_id = :seller ORDER BY id")
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
    }
}
