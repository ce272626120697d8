package dev.brickwork.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Property;
import dev.brickwork.support.Shop;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What was estimated is what is billed, to the cent and to the day (REL X3): scheduled at the start, and issued
/// when the year is played.
final class EstimateEqualsInvoiceTest {
    private static final House HOUSE = House.withoutFollowUp();
    private static final List<String> FREQUENCIES =
            List.of("MONTHLY", "QUARTERLY", "SEMI_ANNUALLY", "ANNUALLY", "ALL_UPFRONT");
    private static final List<String> ZONES =
            List.of("UTC", "America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland", "Australia/Lord_Howe");
    private static final List<LocalDate> STARTS = List.of(
            LocalDate.of(2024, 1, 31),
            LocalDate.of(2024, 2, 29),
            LocalDate.of(2024, 3, 10),
            LocalDate.of(2024, 12, 30));

    @Test
    void theInvoicesAreTheEstimate() {
        Property.holds(Property.cases(6, 2_000), random -> {
            var seller = HOUSE.sellerAt("2023-12-30T00:00:00Z");
            var shop = new Shop(seller);
            seller.patch("/seller", "{\"first_charge_date\": \"CONTRACT_START_DATE\"}")
                    .is(200);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var setUp = shop.brick("setup", "ONE_TIME");
            var plan =
                    shop.plan("Team", Shop.priced(seats, Shop.SEATS_LADDER), Shop.priced(setUp, Shop.flat("123.45")));
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
                    "starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s",
                    "bricks": [{"brick_id": "%s", "quantity": %d, "discount": [{"rate": "%d.5", "renews": true}]},
                               {"brick_id": "%s", "quantity": %d}]
                    """.formatted(
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

    private static List<String> billed(House.Tenant seller, String id) {
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
