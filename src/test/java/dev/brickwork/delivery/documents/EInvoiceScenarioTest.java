package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Structured invoices of whatever people write into their fields pass the public rules.
@Tag("verify")
final class EInvoiceScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// A number is a VAT number when it begins with its country, however it is written (BR-CO-09); what is left empty
    /// is left out, and not sent empty (PEPPOL-EN16931-R008).
    @ParameterizedTest
    @CsvSource(textBlock = """
            # seller, its tax id,           buyer, its tax id,     category
            DE,       DE136695976,          AT,    ATU13585627,    AE
            DE,       de 136.695.976,       AT,    atu 13585627,   AE
            GB,       GB 123 4567 89,       GR,    EL094259216,    AE
            DE,       DE136695976,          CH,    -,              G
            US,       EIN 12-3456789,       US,    -,              O
            US,       EIN 12-3456789,       AT,    -,              S
            AU,       ABN 51 824 753 556,   FR,    SIREN 40483304, S
            CH,       CHE-116.281.710 MWST, AT,    ATU13585627,    AE
            """)
    void theTaxIdsOfBothSidesAreSentAsWhatTheyAre(
            String from, String taxId, String to, String buyerTaxId, String category) throws Exception {
        var seller = seller(from, taxId);
        var invoice = seller.post("/invoices", """
                        {"customer_id": "%s", "purchase_order": {"code": "PO 1"}, "memo": " ",
                         "line_items": [{"description": "Work", "quantity": 3, "unit_price": "33.335"}]}
                        """.formatted(customer(seller, to, buyerTaxId)))
                .is(200)
                .text("invoice_id");

        var ubl = seller.get("/invoices/%s/e-invoice?format=ubl".formatted(invoice))
                .is(200, "<cac:TaxCategory><cbc:ID>%s<".formatted(category))
                .body()
                .getBytes(StandardCharsets.UTF_8);
        var cii = seller.get("/invoices/%s/e-invoice?format=cii".formatted(invoice))
                .is(200)
                .body()
                .getBytes(StandardCharsets.UTF_8);

        Judges.checkUblSchema(ubl);
        assertThat(Judges.faults(Judges.Rules.EN_UBL, ubl)).isEmpty();
        assertThat(Judges.faults(Judges.Rules.EN_CII, cii)).isEmpty();
        assertThat(Judges.faults(Judges.Rules.PEPPOL, ubl)).noneMatch(fault -> fault.contains("R008"));
    }

    /// A slash of its number would be a folder.
    @Test
    void theFileHasANameThatCanBeSaved() {
        var seller = seller("DE", "DE136695976");
        seller.patch("/seller", "{\"invoice_number_prefix\": \"RE/\"}").is(200);
        var invoice = seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "33.00"}]}
                        """.formatted(customer(seller, "DE", "-")))
                .is(200);
        var number = invoice.text("invoice_number");
        assertThat(number).startsWith("RE/");
        var name = number.replace('/', '_');
        assertThat(seller.get("/invoices/%s/e-invoice?format=ubl".formatted(invoice.text("invoice_id")))
                        .is(200)
                        .header("Content-Disposition"))
                .hasValue("attachment; filename=\"%s.xml\"; filename*=UTF-8''%s.xml"
                        .formatted(name, number.replace("/", "%2F")));
    }

    /// GST is on both categories, QST on one of them, and less is billed of the other: the line that takes it off bears
    /// no tax itself (rule M-06), and still its category is taxed on what is left of it.
    @Test
    void eachCategoryIsTaxedOnItsOwnBase() throws Exception {
        var seller = seller("CA", "123456789RT0001");
        seller.post("/tax-registrations", "{\"country\": \"CA\"}").is(200);
        seller.post("/tax-rates", """
                {"country": "CA", "region": "QC", "category": "food", "percent": "5", "name": "GST"}
                """).is(200);
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var meals = shop.brick("meals", "SUBSCRIPTION");
        seller.patch("/bricks/" + meals, "{\"tax_category\": \"food\"}").is(200);
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100")), Shop.priced(meals, Shop.monthly("10")));
        var customer = seller.post("/customers", """
                        {"name": "Buyer", "address": {"city": "Montréal", "country": "CA", "region": "QC"}}
                        """).is(200).text("customer_id");
        var subscription = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-31", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "customer_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 2}, {"brick_id": "%s", "quantity": 10}]}
                        """.formatted(plan, customer, seats, meals))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        seller.started("/subscriptions/%s/upgrade".formatted(subscription), """
                {"starts_at": "2025-02-28", "bricks": [{"brick_id": "%s", "quantity": 4}]}
                """.formatted(meals));
        seller.advanceTo("2025-02-28T08:00:00Z");
        var invoice = seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .json()
                .path("results")
                .path(1);
        assertThat(invoice.path("grand_total").asLong()).isEqualTo(200_00 + 29_95 + 40_00 + 2_00);

        var ubl = seller.get("/invoices/%s/e-invoice?format=ubl"
                        .formatted(invoice.path("invoice_id").asText()))
                .is(200)
                .body();

        assertThat(ubl.replaceAll(" currencyID=\"USD\"|</?c[ab]c:", ""))
                .contains("TaxableAmount>200.00TaxableAmount>TaxAmount>29.95TaxAmount>")
                .contains("TaxableAmount>40.00TaxableAmount>TaxAmount>2.00TaxAmount>");
        assertThat(Judges.faults(Judges.Rules.EN_UBL, ubl.getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    /// A due date that was set says in how many days it is due, whatever the terms of the seller are.
    @Test
    void theTermsAreThoseOfTheDueDate() {
        var seller = seller("DE", "DE136695976");
        var invoice = seller.post("/invoices", """
                        {"customer_id": "%s", "due_at": "2025-02-05",
                         "line_items": [{"description": "Work", "unit_price": "100"}]}
                        """.formatted(customer(seller, "DE", "-")))
                .is(200)
                .text("invoice_id");
        var path = "/invoices/%s/e-invoice?format=ubl".formatted(invoice);
        seller.get(path).is(200, "<cbc:DueDate>2025-02-05<", "<cbc:Note>Net 5 days<");

        seller.patch("/invoices/" + invoice, "{\"due_at\": \"2025-01-31\"}").is(200);
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        seller.get(path).is(200, "<cbc:DueDate>2025-01-31<", "<cbc:Note>Due on receipt<");
    }

    @Test
    void aSellersTaxIdIsNotBlank() {
        var seller = HOUSE.seller();
        var blank = "{\"tax_id\": \" \"}";

        seller.patch("/seller", blank).is(400, "\"tax_id\"");
        seller.patch("/legal-entities/" + entity(seller), blank).is(400, "\"tax_id\"");
    }

    private static TestServer.Tenant seller(String country, String taxId) {
        var seller = HOUSE.sellerAt("2025-01-31T08:00:00Z");
        seller.patch("/seller", "{\"invoice_email_from\": \"billing@harbour.example\"}")
                .is(200);
        seller.patch("/legal-entities/" + entity(seller), """
                {"legal_name": "Harbour Light", "tax_id": "%s",
                 "address": {"line_1": "Kai 1", "line_2": "", "zip": "20457", "city": "Hamburg", "country": "%s"}}
                """.formatted(taxId, country))
                .is(200);
        seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        return seller;
    }

    private static String entity(TestServer.Tenant seller) {
        return seller.get("/legal-entities").first("legal_entity_id");
    }

    private static String customer(TestServer.Tenant seller, String country, String taxId) {
        return seller.post("/customers", """
                        {"name": "Buyer", "tax_id": %s, "address": {"zip": "1010", "city": "Town", "country": "%s"}}
                        """.formatted(taxId.equals("-") ? "null" : "\"" + taxId + "\"", country))
                .is(200)
                .text("customer_id");
    }
}
