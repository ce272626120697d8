package dev.brickwork.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Shop;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// An invoice that came to less than nothing gave credit (rule M-08). What a change of the contract takes back of that
/// stands in the outside books as it does here.
class GivenBackScenarioTest {
    private static final XeroBrain XERO = new XeroBrain();
    private static final BooksDouble DOUBLE = new BooksDouble(XERO);
    private static final House HOUSE = DOUBLE.house();

    /// A year of one seat at 10.00 a month, less 1,200.00, with 20 % tax: 1,296.00 are given.
    private record Story(House.Tenant seller, String name, String customer, String subscription, String seats) {
        static Story begin() {
            var seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
            BooksDouble.connectXero(seller);
            seller.post("/tax-registrations", "{\"country\": \"GB\"}").is(200);
            seller.patch("/seller", "{\"address\": {\"line_1\": \"1 Quay\", \"city\": \"Hull\", \"country\": \"GB\"}}")
                    .is(200);
            var shop = new Shop(seller);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("10.00")));
            var name = "Given back " + UUID.randomUUID();
            var customer =
                    seller.post("/customers", """
                            {"name": "%s", "address": {"line_1": "2 Quay", "city": "Hull", "country": "GB"}}
                            """.formatted(name)).is(200).text("customer_id");
            var subscription = seller.post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-01-01", "contract_length": 12,
                             "billing_frequency": "ANNUALLY",
                             "bricks": [{"brick_id": "%s", "quantity": 1, "discount": [{"amount": 120000}]}]}
                            """.formatted(customer, plan, seats))
                    .is(200)
                    .text("subscription_id");
            seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
            return new Story(seller, name, customer, subscription, seats);
        }

        /// @param standing `owed free revenue tax` over there
        void comesTo(String standing) {
            var until = Instant.now().plusSeconds(20);
            while (XERO.kept("Contacts", "Name", name).isEmpty()
                    || !XERO.standing(name).equals(standing)) {
                if (Instant.now().isAfter(until)) {
                    assertThat(XERO.standing(name))
                            .as(seller.get("/accounting/log").body()
                                    + seller.get("/journal/balances").body())
                            .isEqualTo(standing);
                }
                try {
                    Thread.sleep(50);
                } catch (InterruptedException stopped) {
                    throw new IllegalStateException(stopped);
                }
            }
        }
    }

    @Test
    void creditThatIsTakenBackTakesItsTaxWithIt() {
        var story = Story.begin();
        story.comesTo("0.00 0.00 216.00 -216.00");

        story.seller.advanceTo("2025-06-30T08:00:00Z");
        story.seller
                .post(
                        "/subscriptions/%s/terminate".formatted(story.subscription),
                        "{\"termination_date\": \"2025-07-01\", \"credit_unused\": true}")
                .is(200);
        story.seller.advanceTo("2025-07-01T08:00:00Z");
        story.comesTo("0.00 0.00 108.00 -108.00");

        var first = story.seller
                .get("/subscriptions/%s/invoices".formatted(story.subscription))
                .is(200)
                .json()
                .at("/results/0/invoice_id")
                .asText();
        story.seller.post("/invoices/%s/regenerate".formatted(first), "{}").is(200);
        story.comesTo("0.00 0.00 108.00 -108.00");

        story.seller.post("/invoices/%s/void".formatted(first), "{}").is(200);
        story.comesTo("0.00 0.00 0.00 0.00");
    }
}
