package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.delivery.mail.outgoing.Mailbox;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.support.Shop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// From the estimate to the payment in currencies without decimals and with three (rule C-02), through the front door.
@Tag("verify")
final class CurrencyScenarioTest {
    private static final String ADDRESS =
            "\"address\": {\"line_1\": \"Weg 1\", \"zip\": \"20457\", \"city\": \"Hamburg\"," + " \"country\": \"DE\"}";

    @TempDir
    private static Path folder;

    private static Mailbox mailbox;

    @AutoClose
    private static TestServer house;

    @BeforeAll
    static void open() {
        mailbox = new Mailbox(folder);
        house = mailbox.house();
    }

    /// A German seller whose only plan has ten seats in one currency.
    private record World(Tenant seller, String currency, String plan, String seats, String customer) {
        static World open(String currency, String price) {
            var seller = house.sellerAt("2025-01-01T08:00:00Z");
            var entity =
                    seller.get("/legal-entities").json().path("results").path(0).path("legal_entity_id");
            seller.patch("/legal-entities/" + entity.asText(), """
                    {"legal_name": "Hafenlicht GmbH", "tax_id": "DE136695976", "invoice_number_prefix": "%s-", %s}
                    """.formatted(currency, ADDRESS))
                    .is(200);
            seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
            seller.patch("/seller", "{\"enabled_currencies\": [\"USD\", \"%s\"]}".formatted(currency))
                    .is(200);
            var shop = new Shop(seller);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly(price).replace("USD", currency)));
            var customer = seller.post("/customers", "{\"name\": \"Acme\", \"locale\": \"en\", %s}".formatted(ADDRESS))
                    .is(200)
                    .text("customer_id");
            return new World(seller, currency, plan, seats, customer);
        }

        String terms(int months, String discount) {
            return """
                    "currency": "%s", "starts_at": "2025-01-01", "contract_length": %d, "billing_frequency": "MONTHLY",
                    "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 10%s}]
                    """.formatted(currency, months, plan, seats, discount);
        }

        JsonNode estimate(int months) {
            return seller.post("/subscriptions/estimate", "{%s}".formatted(terms(months, "")))
                    .is(200)
                    .json();
        }

        List<JsonNode> invoices(String subscription) {
            var all = new ArrayList<JsonNode>();
            seller.get("/subscriptions/%s/invoices".formatted(subscription))
                    .is(200)
                    .json()
                    .path("results")
                    .forEach(all::add);
            return all;
        }

        String pdf(String invoice) throws Exception {
            var address = URI.create(house.address() + "/api/v2/invoices/%s/pdf".formatted(invoice));
            var request = HttpRequest.newBuilder(address)
                    .header("X-SERVICE-KEY", seller.key())
                    .header("Accept", "application/pdf")
                    .build();
            return PdfText.of(fetched(request)).text().replace('\u00a0', ' ');
        }
    }

    private static byte[] fetched(HttpRequest request) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).isEqualTo(200);
            return answer.body();
        }
    }

    /// The examples of the rule.
    @ParameterizedTest
    @CsvSource(textBlock = """
            JPY, 1200, 12000,   12000 JPY,     1200,    12000
            JPY, 120,  1200,    1200 JPY,      120,     1200
            KWD, 120,  1200000, 1200.000 KWD,  120.000, 1200.00
            KWD, 0.5,  5000,    5.000 KWD,     0.500,   5.00
            """)
    void tenSeats(String currency, String price, long total, String value, String unitPrice, String subTotal) {
        var world = World.open(currency, price);

        var estimate = world.estimate(1);

        assertThat(estimate.path("sub_total").asLong()).isEqualTo(total);
        var line = estimate.path("line_items").path(0);
        assertThat(line.path("sub_total").asLong()).isEqualTo(total);
        assertThat(line.path("grand_total").asText()).isEqualTo(Long.toString(total));
        var tier = line.path("tiers_breakdown").path(0);
        assertThat(tier.path("unit_price").asText()).isEqualTo(unitPrice);
        assertThat(tier.path("sub_total").asText()).isEqualTo(subTotal);
        var order = world.seller
                .post("/subscriptions", "{%s, \"customer_id\": \"%s\"}".formatted(world.terms(1, ""), world.customer))
                .is(200)
                .text("subscription_id");
        assertThat(world.seller
                        .post("/subscriptions/%s/start".formatted(order), "{}")
                        .is(200)
                        .text("contract_value"))
                .isEqualTo(value);
    }

    /// Ten seats for two months with 10 % off; the first invoice is charged, the second one paid by transfer.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # currency | price  | value      | first | second | in words   | in the book | each   | row
            JPY        | 1200   | 21600 JPY  | 12852 | 12852  | ¥12,852    | 10800       | 1,200  | ¥10,800
            KWD        | 1.2345 | 22.221 KWD | 13222 | 13221  | KWD 13.222 | 11.111      | 1.2345 | KWD 11.111
            """)
    void fromTheEstimateToTheTransfer(
            String currency,
            String price,
            String value,
            long first,
            long second,
            String inWords,
            String inTheBook,
            String each,
            String net)
            throws Exception {
        var world = World.open(currency, price);
        var till = new PaymentsFixture(world.seller);
        var off = ", \"discount\": [{\"rate\": \"10\", \"renews\": true}]";
        var subscription = world.seller
                .post("/subscriptions", """
                        {%s, "customer_id": "%s", "auto_renews": false, "accounts_payable_emails": ["ap@%s.example"]}
                        """.formatted(world.terms(2, off), world.customer, currency))
                .is(200)
                .text("subscription_id");
        world.seller
                .post("/subscriptions/%s/start".formatted(subscription), "{}")
                .is(200, "\"contract_value\":\"%s\"".formatted(value));
        world.seller.advanceTo("2025-02-01T08:00:00Z");
        var invoices = world.invoices(subscription);
        assertThat(invoices).extracting(it -> it.path("grand_total").asLong()).containsExactly(first, second);
        assertThat(invoices).extracting(it -> it.path("currency").asText()).containsOnly(currency);
        var charged = invoices.get(0).path("invoice_id").asText();
        var wired = invoices.get(1).path("invoice_id").asText();

        assertThat(world.pdf(charged)).contains(inWords, each, net);
        var number = invoices.get(0).path("invoice_number").asText();
        var mail = mailbox.wait(1, number).getFirst();
        assertThat(mail.plain().replace('\u00a0', ' ')).contains(inWords);
        var page = URI.create(invoices.get(0).path("payment_url").asText());
        assertThat(new String(fetched(HttpRequest.newBuilder(page).build()), StandardCharsets.UTF_8)
                        .replace('\u00a0', ' '))
                .contains(inWords);

        till.give(world.customer, "pm_sandbox_visa");
        till.choose(world.customer, "pm_sandbox_visa");
        till.pay(charged).is(200, "\"paid_amount\":%d".formatted(first), "\"currency\":\"%s\"".formatted(currency));
        world.seller
                .post(
                        "/invoices/%s/payments".formatted(wired),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(second - 1))
                .is(200);
        assertThat(till.remaining(wired)).isEqualTo(1);
        world.seller
                .post("/invoices/%s/payments".formatted(wired), "{\"payment_method\": \"WIRE\", \"paid_amount\": 2}")
                .is(200);
        assertThat(List.of(till.status(charged), till.status(wired))).containsOnly("PAID");
        world.seller
                .get("/customers/%s/credits".formatted(world.customer))
                .is(200, "\"currency\":\"%s\",\"balance\":1".formatted(currency));
        assertThat(till.takenBySandbox()).isEqualTo(first);
        assertThat(till.cash()).isEqualTo(first + second + 1);
        assertThat(world.seller
                        .get("/accounting/periods/2025-01/export?format=csv")
                        .is(200)
                        .body())
                .contains("," + currency + "," + inTheBook + ",");
        assertThat(till.broken()).isEmpty();
    }

    /// A currency is known once the seller has enabled it, and then as long as something is agreed in it.
    @Test
    void aCurrencyIsRefusedUntilItIsEnabled() {
        var world = World.open("JPY", "1200");
        var seller = world.seller;
        var draft = "{\"bricks\": [%s]}"
                .formatted(Shop.priced(world.seats, Shop.monthly("5").replace("USD", "KWD")));
        var why = "Currency KWD is not enabled for this seller; enabled: USD, JPY.";
        seller.put("/plans/%s/draft".formatted(world.plan), draft)
                .is(400, "\"bricks[0].prices[0].currency\"", why, "PATCH /seller");
        seller.post(
                        "/subscriptions/estimate",
                        "{%s}".formatted(world.terms(1, "").replace("JPY", "KWD")))
                .is(400, "\"currency\"", why);
        seller.post(
                        "/subscriptions",
                        "{%s, \"customer_id\": \"%s\"}"
                                .formatted(world.terms(1, "").replace("JPY", "KWD"), world.customer))
                .is(400, "\"currency\"", why);
        seller.post("/invoices", """
                        {"customer_id": "%s", "currency": "KWD", "line_items": [{"description": "Work", "unit_price": "1"}]}
                        """.formatted(world.customer)).is(400, "\"currency\"", why);
        seller.post(
                        "/customers/%s/credits".formatted(world.customer),
                        "{\"amount\": 5, \"currency\": \"KWD\", \"reason\": \"goodwill\"}")
                .is(400, "\"currency\"", why);
        for (var code : List.of("XXX", "CLF", "DEM", "yen"))
            seller.patch("/seller", "{\"enabled_currencies\": [\"USD\", \"%s\"]}".formatted(code))
                    .is(400, "\"enabled_currencies[1]\"", code + " is not the ISO 4217 code of a currency");

        seller.patch("/seller", "{\"enabled_currencies\": [\"USD\", \"JPY\", \"KWD\"], \"currency\": \"KWD\"}")
                .is(200, "\"currency\":\"KWD\"");
        seller.put("/plans/%s/draft".formatted(world.plan), draft).is(200, "\"unit_price\":\"5.000\"");
        seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 3, "unit_price": "0.0015"}]}
                        """.formatted(world.customer)).is(200, "\"currency\":\"KWD\"", "\"sub_total\":5");
        seller.patch("/seller", "{\"enabled_currencies\": [\"USD\"], \"currency\": \"USD\"}")
                .is(200);
        seller.get("/journal?currency=KWD").is(200, "\"currency\":\"KWD\"");
    }

    /// A yen has no decimals, which the European norm allows, and a dinar three, which it does not.
    @ParameterizedTest
    @CsvSource({"JPY, 1234.5", "ISK, 777", "CHF, 12.345"})
    void theStructuredInvoicePassesTheRules(String currency, String price) throws Exception {
        var world = World.open(currency, price);
        var invoice = standalone(world, price);

        var ubl = structured(world, invoice, "ubl");
        var cii = structured(world, invoice, "cii");

        Judges.checkUblSchema(ubl);
        assertThat(Judges.faults(Judges.Rules.EN_UBL, ubl)).isEmpty();
        assertThat(Judges.faults(Judges.Rules.EN_CII, cii)).isEmpty();
        assertThat(new String(ubl, StandardCharsets.UTF_8)).contains("currencyID=\"%s\"".formatted(currency));
    }

    @Test
    void thereIsNoStructuredInvoiceWithThreeDecimals() {
        var world = World.open("KWD", "1.2345");
        var invoice = standalone(world, "1.2345");
        for (var format : List.of("ubl", "cii", "factur-x"))
            world.seller
                    .get("/invoices/%s/e-invoice?format=%s".formatted(invoice, format))
                    .is(400, "EN 16931 has no more than two decimals, and KWD has 3");
    }

    private static String standalone(World world, String price) {
        return world.seller
                .post("/invoices", """
                        {"customer_id": "%s", "currency": "%s", "line_items": [
                           {"description": "Work", "quantity": 3, "unit_price": "%s"},
                           {"description": "Travel", "quantity": 1, "unit_price": "%s"}]}
                        """.formatted(world.customer, world.currency, price, price))
                .is(200)
                .text("invoice_id");
    }

    private static byte[] structured(World world, String invoice, String format) {
        return world.seller
                .get("/invoices/%s/e-invoice?format=%s".formatted(invoice, format))
                .is(200)
                .body()
                .getBytes(StandardCharsets.UTF_8);
    }
}
