package dev.brickwork.integrations.accounting;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that reductions by contract changes reach the books as they are here, also when the invoice is regenerated
/// or voided afterwards: amount owed, free credit, revenue and tax.
@Tag("verify")
class TakenBackScenarioTest {
    private static final XeroBrain XERO = new XeroBrain();
    private static final BooksDouble DOUBLE = new BooksDouble(XERO);

    @AutoClose
    private static final TestServer HOUSE = DOUBLE.house();

    /// A customer with a year of seats at 100.00 a month and 20 % tax, billed at once: 1,440.00.
    private record Story(Followed followed, String plan, String seats) {
        static Story begin() {
            var followed = Followed.begin(HOUSE, XERO);
            var seller = followed.seller();
            var shop = new Shop(seller);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100.00")));
            return new Story(followed, plan, seats);
        }

        String subscribe() {
            var subscription = seller().post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-01-01", "contract_length": 12,
                             "billing_frequency": "ANNUALLY", "bricks": [{"brick_id": "%s", "quantity": 1}]}
                            """.formatted(followed.customer(), plan, seats))
                    .is(200)
                    .text("subscription_id");
            seller().post("/subscriptions/%s/start".formatted(subscription), "{}")
                    .is(200);
            return subscription;
        }

        /// Six months later, for a year of two seats by the month, at 240.00.
        void recast(String subscription, String more) {
            seller().advanceTo("2025-07-01T08:00:00Z");
            seller().started("/subscriptions/%s/recast".formatted(subscription), """
                            {"starts_at": "2025-07-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                             "bricks": [{"brick_id": "%s", "quantity": 2}]%s}
                            """.formatted(seats, more));
        }

        String invoice(String subscription, int place) {
            return seller().get("/subscriptions/%s/invoices".formatted(subscription))
                    .is(200)
                    .json()
                    .path("results")
                    .path(place)
                    .path("invoice_id")
                    .asText();
        }

        void pay(String invoice, long amount) {
            seller().post(
                            "/invoices/%s/payments".formatted(invoice),
                            "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(amount))
                    .is(200);
        }

        TestServer.Tenant seller() {
            return followed.seller();
        }

        void comesTo(String standing) {
            followed.comesTo(standing);
        }
    }

    @Test
    void anInvoiceThatWasLoweredIsRegeneratedAndVoided() {
        var story = Story.begin();
        var subscription = story.subscribe();
        var first = story.invoice(subscription, 0);
        story.comesTo("1440.00 0.00 1200.00 240.00");

        story.recast(subscription, "");
        story.comesTo("960.00 0.00 800.00 160.00");

        story.seller().post("/invoices/%s/regenerate".formatted(first), "{}").is(200);
        story.comesTo("960.00 0.00 800.00 160.00");

        story.seller().post("/invoices/%s/void".formatted(first), "{}").is(200);
        story.comesTo("240.00 0.00 200.00 40.00");
    }

    /// An offset that lowers an invoice in the books does not count as credit that paid it.
    @Test
    void creditPaysWhatIsLeftOfALoweredInvoice() {
        var story = Story.begin();
        var subscription = story.subscribe();
        story.recast(subscription, "");
        story.comesTo("960.00 0.00 800.00 160.00");

        story.seller()
                .post(
                        "/customers/%s/credits".formatted(story.followed.customer()),
                        "{\"amount\": 10000, \"reason\": \"gift\"}")
                .is(200);
        story.seller()
                .post("/invoices/%s/apply-credit".formatted(story.invoice(subscription, 0)), "{}")
                .is(200);
        story.comesTo("860.00 0.00 700.00 160.00");
    }

    /// The credit of a recast is a line of the next invoice here, and one note over there: it counts once.
    @Test
    void theCreditOfARecastCountsOnce() {
        var story = Story.begin();
        var subscription = story.subscribe();
        story.pay(story.invoice(subscription, 0), 1_440_00);
        story.comesTo("0.00 0.00 1200.00 240.00");

        story.recast(subscription, "");
        story.comesTo("0.00 480.00 800.00 160.00");
    }

    /// 900.00 of 1,440.00 are paid, and half of it was used: 180.00 come back, and 540.00 are not owed any more. Over
    /// there these are two notes; the credit then pays 180.00 of the 240.00 for July.
    @Test
    void whatWasPaidInPartIsBothGivenBackAndLowered() {
        var story = Story.begin();
        var subscription = story.subscribe();
        story.pay(story.invoice(subscription, 0), 900_00);
        story.comesTo("540.00 0.00 1200.00 240.00");

        story.recast(subscription, "");
        story.comesTo("60.00 0.00 800.00 160.00");
    }

    /// Set by hand, the credit is what the customer got.
    @Test
    void lessCreditThanWasPaidForStaysRevenue() {
        var story = Story.begin();
        var subscription = story.subscribe();
        story.pay(story.invoice(subscription, 0), 1_440_00);
        story.comesTo("0.00 0.00 1200.00 240.00");

        story.recast(subscription, ", \"adjustment_credit\": 6000");
        story.comesTo("180.00 0.00 1350.00 270.00");
    }

    /// The customer's credit paid it, a recast gave half of that back, and the void gives back the rest: not all of it
    /// once more.
    @Test
    void voidingWhatCreditPaidGivesBackOnlyTheRest() {
        var story = Story.begin();
        story.seller()
                .post(
                        "/customers/%s/credits".formatted(story.followed.customer()),
                        "{\"amount\": 144000, \"reason\": \"gift\"}")
                .is(200);
        var subscription = story.subscribe();
        story.comesTo("0.00 0.00 -240.00 240.00");

        story.recast(subscription, "");
        story.comesTo("0.00 480.00 -640.00 160.00");

        story.seller()
                .post("/invoices/%s/void".formatted(story.invoice(subscription, 0)), "{}")
                .is(200);
        story.comesTo("0.00 1200.00 -1240.00 40.00");
    }

    /// It was paid, a recast gave half of that back, and then all of the money went back, too: voided, it leaves
    /// nothing behind but what the credit has paid.
    @Test
    void voidingWhatWasRefundedTakesBackWhatWasGiven() {
        var story = Story.begin();
        var subscription = story.subscribe();
        var first = story.invoice(subscription, 0);
        story.pay(first, 1_440_00);
        story.recast(subscription, "");
        story.comesTo("0.00 480.00 800.00 160.00");

        var payment = story.seller()
                .get("/invoices/" + first)
                .is(200)
                .json()
                .at("/payments/0/payment_id")
                .asText();
        story.seller().post("/payments/%s/refund".formatted(payment), "{}").is(200);
        story.seller().post("/invoices/%s/void".formatted(first), "{}").is(200);
        story.comesTo("0.00 0.00 -40.00 40.00");
    }

    /// No tax was due: what was given back bears none either, and the note over there says so.
    @Test
    void whatWasGivenBackIsWorthLessWithoutTax() {
        var story = Story.begin();
        var subscription = story.subscribe();
        var first = story.invoice(subscription, 0);
        story.pay(first, 1_440_00);
        story.recast(subscription, "");
        story.comesTo("0.00 480.00 800.00 160.00");

        story.seller()
                .patch("/customers/" + story.followed.customer(), "{\"address\": {\"country\": \"US\"}}")
                .is(200);
        story.seller()
                .post("/invoices/%s/regenerate".formatted(first), "{\"should_use_current_address\": true}")
                .is(200, "\"tax_total\":0");

        story.comesTo("0.00 360.00 800.00 40.00");
    }

    /// Changes made while the link is inactive are synced after it is activated.
    @Test
    void whatHappensWhileTheLinkIsHaltedGoesOverLater() {
        var story = Story.begin();
        var subscription = story.subscribe();
        story.comesTo("1440.00 0.00 1200.00 240.00");
        story.seller()
                .put("/accounting", "{\"kind\": \"XERO\", \"active\": false}")
                .is(200);

        story.recast(subscription, "");
        story.seller()
                .post("/invoices/%s/void".formatted(story.invoice(subscription, 0)), "{}")
                .is(200);
        story.seller()
                .put("/accounting", "{\"kind\": \"XERO\", \"active\": true}")
                .is(200);

        story.comesTo("240.00 0.00 200.00 40.00");
    }
}
