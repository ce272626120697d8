package dev.brickwork.integrations.accounting;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that credit for corrected usage reaches the books as it is here: less revenue and less tax, and credit
/// that the customer can spend.
@Tag("verify")
class CorrectedUsageScenarioTest {
    private static final XeroBrain XERO = new XeroBrain();
    private static final BooksDouble DOUBLE = new BooksDouble(XERO);

    @AutoClose
    private static final TestServer HOUSE = DOUBLE.house();

    /// A customer that used 60 and 40 calls in January, at 1.00 each and 20 % tax.
    private record Story(Followed followed, String subscription) {
        static Story begin() {
            var followed = Followed.begin(HOUSE, XERO);
            var seller = followed.seller();
            var shop = new Shop(seller);
            var calls = shop.brick("calls", "USAGE");
            var plan = shop.plan("Metered", Shop.priced(calls, Shop.flat("1.00")));
            var subscription = seller.post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-01-01", "contract_length": 12,
                             "billing_frequency": "MONTHLY", "bricks": [{"brick_id": "%s"}]}
                            """.formatted(followed.customer(), plan, calls))
                    .is(200)
                    .text("subscription_id");
            seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
            var story = new Story(followed, subscription);
            seller.advanceTo("2025-01-20T08:00:00Z");
            story.uses("a", calls, 60);
            story.uses("b", calls, 40);
            seller.advanceTo("2025-02-01T08:00:00Z");
            story.comesTo("120.00 0.00 100.00 20.00");
            return story;
        }

        private void uses(String id, String brick, int value) {
            seller().post("/usage", """
                            {"transaction_id": "%s", "subscription_id": "%s", "brick_id": "%s", "value": %d,
                             "time": "2025-01-15T12:00:00Z"}
                            """.formatted(id, subscription, brick, value))
                    .is(201);
        }

        void deletes(String id) {
            seller().send("DELETE", "/usage", "{\"transaction_id\": \"%s\"}".formatted(id))
                    .is(200);
        }

        /// Of January.
        String invoice() {
            for (var invoice :
                    seller().get("/invoices?limit=100").is(200).json().path("results")) {
                if (invoice.path("grand_total").asLong() == 12000)
                    return invoice.path("invoice_id").asText();
            }
            throw new AssertionError("no invoice");
        }

        TestServer.Tenant seller() {
            return followed.seller();
        }

        void comesTo(String standing) {
            followed.comesTo(standing);
        }
    }

    /// In two parts: the note is written anew.
    @Test
    void correctedUsageIsCreditWithItsTax() {
        var story = Story.begin();
        var invoice = story.invoice();
        story.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 12000}")
                .is(200);
        story.comesTo("0.00 0.00 100.00 20.00");

        story.deletes("b");
        story.comesTo("0.00 48.00 60.00 12.00");

        story.deletes("a");
        story.comesTo("0.00 120.00 0.00 0.00");
    }

    /// Without tax it is 40.00, and 48.00 are spent: what is too much is the seller's loss.
    @Test
    void creditForUsageIsSpentAndTaxedAnew() {
        var story = Story.begin();
        story.deletes("b");
        story.comesTo("120.00 48.00 60.00 12.00");

        story.seller()
                .post("/invoices/%s/apply-credit".formatted(story.invoice()), "{}")
                .is(200);
        story.comesTo("72.00 0.00 60.00 12.00");

        story.seller()
                .patch("/customers/" + story.followed.customer(), "{\"address\": {\"country\": \"US\"}}")
                .is(200);
        story.seller()
                .post("/invoices/%s/regenerate".formatted(story.invoice()), "{\"should_use_current_address\": true}")
                .is(200);
        story.comesTo("52.00 0.00 52.00 0.00");
    }

    @Test
    void aVoidTakesTheCreditForItsUsageBack() {
        var story = Story.begin();
        story.deletes("b");
        story.comesTo("120.00 48.00 60.00 12.00");

        story.seller()
                .post("/invoices/%s/void".formatted(story.invoice()), "{}")
                .is(200);
        story.comesTo("0.00 0.00 0.00 0.00");
    }
}
