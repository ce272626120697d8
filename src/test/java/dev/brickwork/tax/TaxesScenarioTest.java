package dev.brickwork.tax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Caller;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.sellers.Address;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Registrations and rates through the front door, and what the other rooms are told of them.
@Tag("verify")
final class TaxesScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void nothingIsTaxedUntilThereIsARegistrationAndNothingAfterItWasRemoved() {
        var seller = HOUSE.sellerAt("2025-09-15T12:00:00Z");
        assertThat(rates(seller, "DE", "2025-09-15", "standard")).isEmpty();

        var id = seller.post("/tax-registrations", "{\"country\": \"DE\", \"tax_id\": \"DE136695976\"}")
                .is(200, "\"country\":\"DE\"", "\"region\":null", "\"valid_from\":null")
                .text("tax_registration_id");
        seller.get("/tax-registrations").is(200, "\"count\":1", id);
        assertThat(rates(seller, "DE", "2025-09-15", "standard").toString()).contains("VAT", "19");

        HOUSE.seller().delete("/tax-registrations/" + id).is(404);
        seller.delete("/tax-registrations/" + id).is(200, "removed");
        seller.delete("/tax-registrations/" + id).is(404, "tax registration");
        seller.get("/tax-registrations").is(200, "\"count\":0");
        assertThat(rates(seller, "DE", "2025-09-15", "standard")).isEmpty();
        assertThat(rates(seller, "DE", "2025-09-14", "standard")).hasSize(1);
        seller.get("/audit?kind=tax_registration").is(200, "\"INSERT\"", "\"UPDATE\"");
    }

    /// Rule X-04: a reverse charge names the number by which it is one, and however often the invoice is made anew for
    /// the address at issue, it is taxed in the same way.
    @Test
    void anInvoiceIsMadeAnewUnderTheNumberThatItWasIssuedTo() {
        var seller = HOUSE.sellerAt("2025-09-15T12:00:00Z");
        seller.patch("/seller", "{\"tax_id\": \"DE136695976\", \"address\": {\"country\": \"DE\"}}")
                .is(200);
        seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var customer = seller.post("/customers", """
                {"name": "Briques", "tax_id": "FR40303265045", "address": {"country": "FR"}}
                """).is(200).text("customer_id");
        var invoice = seller.post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "100"}]}
                """.formatted(customer))
                .is(200, "\"tax_total\":0")
                .text("invoice_id");
        seller.patch("/customers/" + customer, "{\"tax_id\": null}").is(200);

        for (int version = 2; version <= 3; version++) {
            seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200, "\"tax_total\":0");
            seller.get("/invoices/%s/versions/%d".formatted(invoice, version))
                    .is(200, "\"reverse_charge\":true", "\"tax_id\":\"FR40303265045\"");
        }
        var current = "{\"should_use_current_address\": true}";
        seller.post("/invoices/%s/regenerate".formatted(invoice), current).is(200, "\"tax_total\":2000");
    }

    /// Rule X-04: the issuer may have moved, too. Its new address is printed, and taxed from where it was.
    @Test
    void anInvoiceIsMadeAnewFromWhereItsIssuerWas() {
        var seller = HOUSE.sellerAt("2025-09-15T12:00:00Z");
        seller.patch("/seller", "{\"address\": {\"country\": \"DE\"}}").is(200);
        seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var customer = seller.post("/customers", """
                        {"name": "Buyer", "tax_id": "DE136695976", "address": {"country": "DE"}}
                        """).is(200).text("customer_id");
        var invoice = seller.post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "100"}]}
                """.formatted(customer))
                .is(200, "\"tax_total\":1900")
                .text("invoice_id");
        seller.patch("/seller", "{\"address\": {\"country\": \"FR\"}}").is(200);

        for (int version = 2; version <= 3; version++) {
            seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200, "\"tax_total\":1900");
            var issuer = seller.get("/invoices/%s/versions/%d".formatted(invoice, version))
                    .is(200)
                    .json()
                    .path("issuer");
            assertThat(issuer.at("/address/country").asText()).isEqualTo("FR");
        }
        var current = "{\"should_use_current_address\": true}";
        seller.post("/invoices/%s/regenerate".formatted(invoice), current).is(200, "\"tax_total\":0");
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200, "\"tax_total\":0");
    }

    /// Rule X-08, as the version keeps it for its papers; also when the invoice is made anew.
    @Test
    void anInvoiceAbroadNamesTheNumberOfTheRegistrationThere() {
        var seller = HOUSE.sellerAt("2025-09-15T12:00:00Z");
        seller.patch("/seller", "{\"tax_id\": \"DE136695976\", \"address\": {\"country\": \"DE\"}}")
                .is(200);
        seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        seller.post("/tax-registrations", "{\"country\": \"GB\", \"tax_id\": \"GB980780684\"}")
                .is(200);

        for (var expected : List.of("DE DE136695976", "GB GB980780684")) {
            var country = expected.substring(0, 2);
            var customer = seller.post(
                            "/customers",
                            "{\"name\": \"%1$s\", \"address\": {\"country\": \"%1$s\"}}".formatted(country))
                    .is(200)
                    .text("customer_id");
            var invoice =
                    seller.post("/invoices", """
                    {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "100"}]}
                    """.formatted(customer)).is(200).text("invoice_id");
            seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
            for (var version : List.of(1, 2)) {
                assertThat(seller.get("/invoices/%s/versions/%d".formatted(invoice, version))
                                .is(200)
                                .json()
                                .at("/issuer/tax_id")
                                .asText())
                        .isEqualTo(expected.substring(3));
            }
        }
    }

    @Test
    void oneCannotRegisterTwiceForTheSamePlaceAndTime() {
        var seller = HOUSE.seller();
        var here = "{\"country\": \"US\", \"region\": \"CA\", %s}";
        seller.post("/tax-registrations", here.formatted("\"valid_to\": \"2025-06-30\""))
                .is(200);
        seller.post("/tax-registrations", here.formatted("\"valid_from\": \"2025-06-30\""))
                .is(400, "\"country\"", "already");
        seller.post("/tax-registrations", here.formatted("\"valid_from\": \"2025-07-01\""))
                .is(200);
        seller.post("/tax-registrations", "{\"country\": \"US\", \"region\": \"NY\"}")
                .is(200);
        var entity = seller.get("/legal-entities")
                .json()
                .at("/results/0/legal_entity_id")
                .asText();
        seller.post("/tax-registrations", here.formatted("\"legal_entity_id\": \"" + entity + "\""))
                .is(200, entity);
        HOUSE.seller()
                .post("/tax-registrations", here.formatted("\"legal_entity_id\": \"" + entity + "\""))
                .is(400, "\"legal_entity_id\"");
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        var seller = HOUSE.seller();
        seller.post("/tax-registrations", "{}").is(400, "\"country\"", "required");
        seller.post("/tax-registrations", """
                {"country": "XX", "region": "12345678901234567", "tax_id": 7, "legal_entity_id": "x",
                 "valid_from": "2025-02-30", "valid_to": "soon"}
                """)
                .is(400, "\"country\"", "\"region\"", "\"tax_id\"", "\"legal_entity_id\"", "\"valid_from\"")
                .is(400, "\"valid_to\"");
        seller.post("/tax-rates", """
                {"country": "de", "percent": 19, "name": " ", "category": " ", "valid_from": "2025-02-01",
                 "valid_to": "2025-01-31"}
                """)
                .is(400, "\"country\"", "\"percent\"", "\"name\"", "\"category\"", "\"valid_to\"");
        seller.post("/tax-rates", "{\"country\": \"DE\", \"percent\": \"-1\", \"name\": \"VAT\"}")
                .is(400, "\"percent\"");
        seller.post("/tax-rates", "{\"country\": \"DE\", \"percent\": \"100.000001\", \"name\": \"VAT\"}")
                .is(400, "\"percent\"");
        seller.get("/tax-rates?country=XX&valid_on=today").is(400, "\"country\"", "\"valid_on\"");
        seller.delete("/tax-registrations/nothing").is(404);
    }

    @Test
    void theSellersRatesComeBeforeTheBuiltInOnes() {
        var seller = HOUSE.seller();
        seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        seller.get("/tax-rates?country=DE&valid_on=2025-01-01")
                .is(200, "\"count\":1", "BUILT_IN", "\"percent\":\"19\"");
        seller.post("/tax-rates", """
                {"country": "DE", "category": "books", "percent": "7.00", "name": "VAT"}
                """).is(200, "\"percent\":\"7\"", "\"source\":\"SELLER\"", "\"category\":\"books\"");
        seller.get("/tax-rates?country=DE&limit=1").is(200, "\"count\":4", "SELLER", "offset=1", "\"previous\":null");
        seller.get("/tax-rates?category=books").is(200, "\"count\":1");
        seller.post("/tax-rates", "{\"country\": \"CH\", \"category\": null, \"percent\": \"8.1\", \"name\": \"VAT\"}")
                .is(200, "\"category\":\"standard\"");
        seller.get("/tax-rates?country=CA&region=qc").is(200, "\"count\":2", "9.975");
        HOUSE.seller().get("/tax-rates?category=books").is(200, "\"count\":0");
        assertThat(rates(seller, "DE", "2025-09-15", "books").toString()).contains("7");
    }

    @Test
    void aRateOfTheSellersOwnNeverChanges() {
        var seller = HOUSE.seller();
        seller.post("/tax-rates", "{\"country\": \"NO\", \"percent\": \"25\", \"name\": \"MVA\"}")
                .is(200);
        assertThatThrownBy(() -> HOUSE.database()
                        .inTransaction(tx -> tx.update("DELETE FROM tax_rate WHERE seller_id = :seller")
                                .bind("seller", seller.id().value())
                                .execute()))
                .hasMessageContaining("never change");
        seller.post("/tax-registrations", "{\"country\": \"NO\"}").is(200);
        assertThat(rates(seller, "NO", "2025-09-15", "standard").toString()).contains("MVA", "25");
    }

    private static List<TaxComponent> rates(TestServer.Tenant seller, String country, String date, String category) {
        var caller = new Caller(seller.id(), "test", "test", Instant.now());
        Optional<String> none = Optional.empty();
        var to = new Address(none, none, none, none, none, Optional.of(country));
        return HOUSE.database().read(tx -> {
            var entity = HOUSE.wiring().sellers().defaultEntity(tx.as(caller));
            var sale = Sale.of(entity, Optional.of(to), none, LocalDate.parse(date));
            return HOUSE.wiring().taxes().rates(tx.as(caller), sale).of(category);
        });
    }
}
