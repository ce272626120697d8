package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Property;
import dev.brickwork.support.Shop;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Invoices equal their estimate, to the cent and to the day: scheduled at the start, and issued as the test clock
/// moves through the year. `EstimateEqualsScheduleTest` compares the pure parts of it in many more cases.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class EstimateEqualsInvoiceTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final List<String> FREQUENCIES =
            List.of("MONTHLY", "QUARTERLY", "SEMI_ANNUALLY", "ANNUALLY", "ALL_UPFRONT");
    private static final List<String> CURRENCIES = List.of("USD", "JPY", "KWD");
    private static final List<String> FIRST_CHARGES = List.of("CHECKOUT_DATE", "CONTRACT_START_DATE");
    private static final List<String> ZONES =
            List.of("UTC", "America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland", "Australia/Lord_Howe");
    private static final List<LocalDate> STARTS = List.of(
            LocalDate.of(2024, 1, 31),
            LocalDate.of(2024, 2, 29),
            LocalDate.of(2024, 3, 10),
            LocalDate.of(2024, 12, 30));

    @Test
    void theInvoicesAreTheEstimate() {
        Property.holds(Property.cases(2, 500), random -> {
            var seller = HOUSE.sellerAt("2023-12-30T00:00:00Z");
            var shop = new Shop(seller);
            seller.patch("/seller", """
                            {"first_charge_date": "CONTRACT_START_DATE", "enabled_currencies": ["USD", "JPY", "KWD"]}
                            """).is(200);
            var currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var setUp = shop.brick("setup", "ONE_TIME");
            var plan = shop.plan(
                    "Team",
                    Shop.priced(seats, Shop.SEATS_LADDER.replace("USD", currency)),
                    Shop.priced(setUp, Shop.flat("123.45").replace("USD", currency)));
            if (random.nextBoolean())
                seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
            var customer = seller.post(
                            "/customers",
                            "{\"name\": \"Acme\", \"time_zone\": \"%s\", \"address\": {\"country\": \"DE\"}}"
                                    .formatted(ZONES.get(random.nextInt(ZONES.size()))))
                    .is(200)
                    .text("customer_id");
            var start = STARTS.get(random.nextInt(STARTS.size()));
            int months = 1 + random.nextInt(20);
            var terms = """
                    "currency": "%s", "starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s",
                    "bricks": [{"brick_id": "%s", "quantity": %d, "discount": [{"rate": "%d.5", "renews": true}]},
                               {"brick_id": "%s", "quantity": %d}]
                    """.formatted(
                            currency,
                            start,
                            months,
                            FREQUENCIES.get(random.nextInt(FREQUENCIES.size())),
                            plan,
                            seats,
                            1 + random.nextInt(30),
                            random.nextInt(40),
                            setUp,
                            random.nextInt(2));
            var id = seller.post(
                            "/subscriptions",
                            "{%s, \"customer_id\": \"%s\", \"auto_renews\": false}".formatted(terms, customer))
                    .is(200)
                    .text("subscription_id");
            var expected = new ArrayList<String>();
            seller.get("/subscriptions/" + id)
                    .is(200)
                    .json()
                    .path("billing_schedule")
                    .forEach(item -> expected.add(item.path("starts_at").asText() + " "
                            + item.path("grand_total").asText()));
            seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
            assertThat(billed(seller, id)).isEqualTo(expected);
            seller.advanceTo(start.plusMonths(months).plusDays(1) + "T00:00:00Z");
            assertThat(billed(seller, id)).isEqualTo(expected);
            seller.get("/subscriptions/%s/invoices?limit=1000".formatted(id))
                    .json()
                    .path("results")
                    .forEach(invoice -> {
                        assertThat(invoice.path("issued_at").asText().substring(0, 10))
                                .isEqualTo(invoice.path("bill_at").asText().substring(0, 10));
                        assertThat(invoice.path("invoice_number").isNull()).isFalse();
                    });
        });
    }

    /// An invoice is taxed as a whole (rule X-02): what an upgrade adds to the invoices that it shares, and what
    /// is gathered on one because it lies in the past (S-05), is estimated so.
    @Test
    void taxIsEstimatedPerInvoice() {
        Property.holds(Property.cases(2, 300), random -> {
            var seller = HOUSE.sellerAt("2024-05-20T10:00:00Z");
            seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
            var shop = new Shop(seller);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var support = shop.brick("support", "SUBSCRIPTION");
            var plan = shop.plan(
                    "Team", Shop.priced(seats, Shop.SEATS_LADDER), Shop.priced(support, Shop.monthly("33.37")));
            var customer = seller.post("/customers", "{\"name\": \"Acme\", \"address\": {\"country\": \"DE\"}}")
                    .is(200)
                    .text("customer_id");
            var begin = LocalDate.of(2024, 1, 31).plusDays(random.nextInt(150));
            var id = seller.post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "%s", "contract_length": 24,
                             "billing_frequency": "%s", "first_charge_date": "%s", "auto_renews": false,
                             "bricks": [{"brick_id": "%s", "quantity": %d, "discount": [{"rate": "7.5", "renews": true}]}]}
                            """.formatted(
                                    customer,
                                    plan,
                                    begin,
                                    FREQUENCIES.get(random.nextInt(3)),
                                    FIRST_CHARGES.get(random.nextInt(2)),
                                    seats,
                                    1 + random.nextInt(9)))
                    .is(200)
                    .text("subscription_id");
            long estimated = contract(seller, id);
            seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
            assertThat(total(seller, id)).as("started late").isEqualTo(estimated);
            var today = LocalDate.of(2024, 5, 20);
            var latest = begin;
            int quantity = 10;
            for (int i = 0; i < 3; i++) {
                long before = total(seller, id);
                var wished =
                        random.nextInt(3) == 0 ? begin.plusMonths(4 + 3 * i) : today.plusDays(random.nextInt(60) - 20);
                latest = later(latest, wished);
                quantity += 1 + random.nextInt(5);
                var upgrade = """
                        {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": %d}, {"brick_id": "%s", "quantity": %d}]}
                        """.formatted(latest, seats, quantity, support, quantity);
                long added = seller.post("/subscriptions/%s/upgrade/estimate".formatted(id), upgrade)
                        .is(200)
                        .json()
                        .path("grand_total")
                        .asLong();
                seller.started("/subscriptions/%s/upgrade".formatted(id), upgrade);
                assertThat(total(seller, id) - before).as(upgrade).isEqualTo(added);
                assertThat(contract(seller, id)).as(upgrade).isEqualTo(total(seller, id));
                today = later(today, latest.plusDays(random.nextInt(50)));
                seller.advanceTo(today + "T10:00:00Z");
                if (random.nextBoolean()) continue;
                var resumes = today.plusDays(1 + random.nextInt(40));
                seller.post(
                                "/subscriptions/%s/pause".formatted(id),
                                "{\"paused_at\": \"%s\", \"scheduled_resume_at\": \"%s\"}".formatted(today, resumes))
                        .is(200);
                seller.advanceTo(resumes + "T10:00:00Z");
                today = resumes;
            }
        });
    }

    /// An order that moves the subscription to another legal entity is taxed there, on invoices of its own; what was
    /// agreed before stays taxed as it was (rule U-11), in the total of the subscription too.
    @Test
    void taxIsEstimatedByWhoBills() {
        Property.holds(Property.cases(2, 100), random -> {
            var seller = HOUSE.sellerAt("2024-05-20T10:00:00Z");
            var entities = List.of(entity(seller, "DE"), entity(seller, "FR"), entity(seller, "US"));
            var shop = new Shop(seller);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var support = shop.brick("support", "SUBSCRIPTION");
            var plan = shop.plan(
                    "Team", Shop.priced(seats, Shop.SEATS_LADDER), Shop.priced(support, Shop.monthly("33.37")));
            var customer = seller.post(
                            "/customers",
                            "{\"name\": \"Acme\", \"tax_id\": \"DE136695976\", \"address\": {\"country\": \"DE\"}}")
                    .is(200)
                    .text("customer_id");
            var id = seller.post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "2024-05-20", "contract_length": 12,
                             "billing_frequency": "%s", "legal_entity_id": "%s", "auto_renews": false,
                             "bricks": [{"brick_id": "%s", "quantity": 1}, {"brick_id": "%s", "quantity": 1}]}
                            """.formatted(
                                    customer,
                                    plan,
                                    FREQUENCIES.get(random.nextInt(FREQUENCIES.size())),
                                    entities.get(random.nextInt(3)),
                                    seats,
                                    support))
                    .is(200)
                    .text("subscription_id");
            seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
            var day = LocalDate.of(2024, 5, 20);
            for (int i = 1; i <= 3; i++) {
                day = day.plusDays(1 + random.nextInt(60));
                var order = seller.post("/subscriptions/%s/upgrade".formatted(id), """
                                {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": %d}, {"brick_id": "%s", "quantity": %d}]}
                                """.formatted(
                                        day, seats, 1 + 7 * i, support, 1 + 2 * i))
                        .is(200)
                        .text("order_id");
                var path = "/subscriptions/%s/upgrade/%s".formatted(id, order);
                seller.patch(path, "{\"legal_entity_id\": \"%s\"}".formatted(entities.get(random.nextInt(3))))
                        .is(200);
                long added = seller.post(path + "/estimate", "{}")
                        .is(200)
                        .json()
                        .path("grand_total")
                        .asLong();
                long before = total(seller, id);
                seller.post(path + "/start", "{}").is(200);
                assertThat(total(seller, id) - before).isEqualTo(added);
                assertThat(contract(seller, id)).isEqualTo(total(seller, id));
                seller.advanceTo(day + "T10:00:00Z");
            }
            seller.advanceTo("2025-06-01T00:00:00Z");
            assertThat(total(seller, id)).isEqualTo(contract(seller, id));
        });
    }

    private static String entity(TestServer.Tenant seller, String country) {
        var entity = seller.post("/legal-entities", """
                        {"legal_name": "%s", "invoice_number_prefix": "%s-", "address": {"country": "%s"}}
                        """.formatted(country, country, country))
                .is(200)
                .text("legal_entity_id");
        seller.post(
                        "/tax-registrations",
                        "{\"country\": \"%s\", \"legal_entity_id\": \"%s\"}".formatted(country, entity))
                .is(200);
        return entity;
    }

    private static LocalDate later(LocalDate one, LocalDate other) {
        return one.isAfter(other) ? one : other;
    }

    private static long contract(TestServer.Tenant seller, String id) {
        return seller.get("/subscriptions/" + id)
                .is(200)
                .json()
                .path("grand_total")
                .asLong();
    }

    private static long total(TestServer.Tenant seller, String id) {
        long total = 0;
        for (var invoice : seller.get("/subscriptions/%s/invoices?limit=1000".formatted(id))
                .json()
                .path("results")) total += invoice.path("grand_total").asLong();
        return total;
    }

    private static List<String> billed(TestServer.Tenant seller, String id) {
        var all = new ArrayList<String>();
        seller.get("/subscriptions/%s/invoices?limit=1000".formatted(id))
                .is(200)
                .json()
                .path("results")
                .forEach(invoice -> all.add(invoice.path("bill_at").asText().substring(0, 10) + " "
                        + invoice.path("grand_total").asLong()));
        return all;
    }
}
