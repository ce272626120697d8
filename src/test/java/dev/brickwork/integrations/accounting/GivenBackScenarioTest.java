package dev.brickwork.integrations.accounting;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An invoice that came to less than nothing gave credit (rule M-08). What a change of the contract takes back of that
/// stands in the outside books as it does here.
@Tag("verify")
class GivenBackScenarioTest {
    private static final XeroBrain XERO = new XeroBrain();
    private static final BooksDouble DOUBLE = new BooksDouble(XERO);

    @AutoClose
    private static final TestServer HOUSE = DOUBLE.house();

    /// A year of one seat at 10.00 a month, less 1,200.00, with 20 % tax: 1,296.00 are given.
    private record Story(Followed followed, String subscription, String seats) {
        static Story begin() {
            var followed = Followed.begin(HOUSE, XERO);
            var seller = followed.seller();
            var shop = new Shop(seller);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("10.00")));
            var subscription = seller.post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-01-01", "contract_length": 12,
                             "billing_frequency": "ANNUALLY",
                             "bricks": [{"brick_id": "%s", "quantity": 1, "discount": [{"amount": 120000}]}]}
                            """.formatted(followed.customer(), plan, seats))
                    .is(200)
                    .text("subscription_id");
            seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
            return new Story(followed, subscription, seats);
        }

        TestServer.Tenant seller() {
            return followed.seller();
        }

        void comesTo(String standing) {
            followed.comesTo(standing);
        }
    }

    @Test
    void creditThatIsTakenBackTakesItsTaxWithIt() {
        var story = Story.begin();
        story.comesTo("0.00 0.00 216.00 -216.00");

        story.seller().advanceTo("2025-06-30T08:00:00Z");
        story.seller()
                .post(
                        "/subscriptions/%s/terminate".formatted(story.subscription),
                        "{\"termination_date\": \"2025-07-01\", \"credit_unused\": true}")
                .is(200);
        story.seller().advanceTo("2025-07-01T08:00:00Z");
        story.comesTo("0.00 0.00 108.00 -108.00");

        var first = story.seller()
                .get("/subscriptions/%s/invoices".formatted(story.subscription))
                .is(200)
                .json()
                .at("/results/0/invoice_id")
                .asText();
        story.seller().post("/invoices/%s/regenerate".formatted(first), "{}").is(200);
        story.comesTo("0.00 0.00 108.00 -108.00");

        story.seller().post("/invoices/%s/void".formatted(first), "{}").is(200);
        story.comesTo("0.00 0.00 0.00 0.00");
    }
}
