package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Chromium;
import dev.brickwork.support.Page;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Agreeing to an order in a real browser.
@ExtendWith(Chromium.class)
@Tag("full")
final class CheckoutPageTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String GO = "form button[type=submit]";

    /// Card at the processor's form, then the name and the yes: the order is closed, and what is due is charged.
    @Test
    void byCardTheOrderIsClosedAndCharged() {
        var desk = PortalFixture.on(HOUSE, "2026-01-01");
        var subscription = desk.offer("");
        try (var page = Chromium.browser().page().size(1280, 900)) {
            page.go(desk.checkoutLink(subscription))
                    .sees("Review your order")
                    .sees("Reno, NV 89501")
                    .sees("$5,616.00");
            page.picture(Chromium.PICTURES.resolve("checkout.png"));
            page.click("input[value=card]")
                    .follow(GO)
                    .sees("Add a sandbox method")
                    .follow(GO);
            page.sees("Confirm your order").sees("charged to Visa ending in 4242 when they are issued");
            page.picture(Chromium.PICTURES.resolve("confirm.png"));
            page.follow(GO).sees("Please type your name.").sees("Please tick the box to accept.");
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow(GO);
            page.sees("Thank you for your order");
            assertThat(page.problems()).noneMatch(problem -> problem.startsWith("security"));
        }
        assertThat(desk.stage(subscription)).isEqualTo("CLOSED");
        desk.seller
                .get("/subscriptions/%s/orders".formatted(subscription))
                .is(200, "\"transaction_method\":\"STRIPE\"");
        desk.seller
                .get("/customers/%s/payment-methods/default".formatted(desk.customer))
                .is(200, "\"pm_sandbox_visa\"");
        desk.seller.advanceTo("2026-02-10T12:00:00Z");
        assertThat(desk.bills(subscription)).startsWith("PAID", "PAID", "SCHEDULED");
    }

    @Test
    void byFormTheBuyerSigns() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        try (var page = Chromium.browser().page().phone()) {
            page.go(desk.checkoutLink(subscription));
            assertThat(page.overflows()).isFalse();
            page.click("input[value=form]").follow(GO).sees("Sign the order form");
            assertThat(page.address()).contains("/sign/");
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow(GO);
            page.sees("Thank you, the order is signed");
        }
        assertThat(desk.stage(subscription)).isEqualTo("CLOSED");
    }

    /// Ways that the seller or the order disables are not offered; a small order gets no order form.
    @Test
    void theChoiceFollowsTheConfiguration() {
        var desk = PortalFixture.at(HOUSE);
        var some = desk.offer("""
                , "accepted_payment_methods_config": {"checkout_credit_card": false, "minimum_order_form_tcv": 561601}""");
        try (var page = Chromium.browser().page()) {
            page.go(desk.checkoutLink(some)).sees("Pay by bank debit");
            assertThat(page.has("input[value=card]")).isFalse();
            assertThat(page.has("input[value=form]")).isFalse();
        }
        var none = PortalFixture.at(HOUSE);
        var nothing = none.offer("""
                , "accepted_payment_methods_config": {"checkout_credit_card": false, "checkout_ach": false,
                  "checkout_order_form": false}""");
        try (var page = Chromium.browser().page()) {
            page.go(none.checkoutLink(nothing)).sees("offers no way to agree online");
        }
    }

    /// A recast has its checkout, with the credit for what was paid and not used; another order's id has none.
    @Test
    void aRecastIsAgreedToo() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        desk.payFirst(subscription);
        var order = desk.recast(subscription);
        var link = desk.seller
                .get("/subscriptions/%s/recast/%s/checkout".formatted(subscription, order))
                .is(200)
                .text("url");
        try (var page = Chromium.browser().page()) {
            page.go(link).sees("Adjustment credit").sees("-$468.00");
            page.click("input[value=form]").follow(GO).sees("-$468.00");
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow(GO);
            page.sees("Thank you, the order is signed").sees("-$468.00");
        }
        desk.seller
                .get("/subscriptions/%s/recast/%s/checkout".formatted(subscription, order))
                .is(400, "CLOSED");
        desk.seller
                .get("/subscriptions/%s/recast/%s/checkout".formatted(subscription, subscription))
                .is(404);
    }

    /// The schedule names the days on which the order bills: at the closing what is first or has begun (rule S-05).
    @Test
    void theScheduleIsTheOneThatIsBilled() {
        var ahead = PortalFixture.on(HOUSE, "2026-01-10");
        var early = ahead.offer(", \"first_charge_date\": \"CHECKOUT_DATE\"");
        ahead.seller
                .patch("/subscriptions/" + early, "{\"starts_at\": \"2026-02-01\"}")
                .is(200);
        var late = PortalFixture.on(HOUSE, "2026-01-10");
        var overdue = late.offer("");
        late.seller.post("/test-clock/advance", "{\"days\": 40}").is(200);
        try (var page = Chromium.browser().page()) {
            assertThat(schedule(page.go(ahead.checkoutLink(early))))
                    .contains("Jan 10, 2026Feb 1, 2026 – Feb 28, 2026$468.00");
            assertThat(schedule(page.go(late.checkoutLink(overdue))))
                    .contains("Feb 19, 2026Jan 10, 2026 – Mar 9, 2026$936.00");
        }
        ahead.seller.post("/subscriptions/%s/start".formatted(early), "{}").is(200);
        late.seller.post("/subscriptions/%s/start".formatted(overdue), "{}").is(200);
        assertThat(bill(ahead, early)).isEqualTo("2026-01-10 46800");
        assertThat(bill(late, overdue)).isEqualTo("2026-02-19 93600");
    }

    /// It is folded.
    private static String schedule(Page page) {
        return page.sees("Billing schedule")
                .script("document.querySelector('details').textContent.replace(/\\s+/g, ' ')")
                .asText();
    }

    /// The day and the amount of the first invoice.
    private static String bill(PortalFixture desk, String subscription) {
        var invoice = desk.seller
                .get("/invoices/" + desk.firstInvoice(subscription))
                .is(200)
                .json();
        return invoice.path("bill_at").asText().substring(0, 10) + " "
                + invoice.path("grand_total").asText();
    }

    /// Taxes are called by their names in the buyer's language, with their rates.
    @Test
    void taxesAreNamedWithTheirRates() {
        var desk = new PortalFixture(HOUSE.seller(), "de");
        desk.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        desk.seller
                .patch("/customers/" + desk.customer, "{\"address\": {\"line_1\": \"Weg 1\", \"country\": \"DE\"}}")
                .is(200);
        try (var page = Chromium.browser().page()) {
            page.go(desk.checkoutLink(desk.offer("")))
                    .sees("USt.\u00a019\u00a0%")
                    .sees("1.067,04");
        }
    }

    /// The buyer is told that usage costs extra, and that milestones are billed apart from the schedule.
    @Test
    void whatIsBilledBesideTheScheduleIsTold() {
        var desk = PortalFixture.on(HOUSE, "2026-01-01");
        var shop = new Shop(desk.seller);
        var calls = shop.brick("Calls", "USAGE");
        var audit = shop.brick("Audit", "MILESTONE");
        var plan = shop.plan("Metered", Shop.priced(calls, Shop.flat("0.04")), Shop.priced(audit, Shop.flat("300.00")));
        var subscription = desk.seller
                .post("/subscriptions", """
                        {"starts_at": "2026-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "customer_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 1000}, {"brick_id": "%s", "quantity": 2}]}
                        """.formatted(plan, desk.customer, calls, audit))
                .is(200)
                .text("subscription_id");
        try (var page = Chromium.browser().page()) {
            page.go(desk.checkoutLink(subscription))
                    .sees("Usage is billed apart, at the prices of the order form")
                    .click("summary")
                    .sees("When completed")
                    .sees("$600.00");
        }
    }
}
