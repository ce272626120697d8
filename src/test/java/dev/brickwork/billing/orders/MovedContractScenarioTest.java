package dev.brickwork.billing.orders;

import static dev.brickwork.billing.orders.TwoPayers.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who has a contract when, and who is billed for what is agreed, done and changed meanwhile (rules U-11, L-02, L-03).
@Tag("verify")
final class MovedContractScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final TwoPayers payers = new TwoPayers(HOUSE, "2025-01-01T08:00:00Z");
    private final Shop shop = payers.shop;
    private final String heir = payers.heir;

    private String started(int months, String more) {
        return shop.started(payers.order(months, "MONTHLY", more));
    }

    private static String purchaseOrder(String code) {
        return ", \"purchase_order\": {\"code\": \"%s\"}".formatted(code);
    }

    private void now(String date) {
        shop.seller.advanceTo(date + "T08:00:00Z").is(200);
    }

    private void has(String id, String customer, String purchaseOrder) {
        shop.seller
                .get("/subscriptions/" + id)
                .is(200, "\"customer_id\":\"%s\"".formatted(customer), "\"code\":\"%s\"".formatted(purchaseOrder));
    }

    /// The next term is another one's, and that one has the subscription when it begins, not before.
    @Test
    void whoTakesTheNextTermHasTheSubscriptionFromThen() {
        var id = started(2, purchaseOrder("A-1"));
        payers.renew(id, to(heir) + purchaseOrder("H-1"));
        has(id, shop.customer, "A-1");
        payers.upgrade(id, "2025-02-01", 3, "");
        now("2025-02-01");
        has(id, shop.customer, "A-1");
        now("2025-03-01");
        has(id, heir, "H-1");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000", "2025-02-01 acme 7500", "2025-03-01 heir 2500", "2025-04-01 heir 2500");
        assertThat(StreamSupport.stream(shop.invoices(id).spliterator(), false)
                        .map(invoice ->
                                invoice.path("purchase_order").path("code").asText()))
                .containsExactly("A-1", "A-1", "H-1", "H-1");
    }

    /// An invoice of the term ahead may come before it begins.
    @Test
    void whatIsBilledAheadIsBilledWithWhatWasAgreedForIt() {
        var id = started(2, purchaseOrder("A-1"));
        payers.renew(id, to(heir) + purchaseOrder("H-1"));
        assertThat(StreamSupport.stream(shop.invoices(id).spliterator(), false)
                        .map(invoice -> payers.told(invoice) + " "
                                + invoice.path("purchase_order").path("code").asText()))
                .containsExactly(
                        "2025-01-01 acme 5000 A-1",
                        "2025-02-01 acme 5000 A-1",
                        "2025-03-01 heir 2500 H-1",
                        "2025-04-01 heir 2500 H-1");
    }

    /// It follows the term that was agreed last, and is whose that is.
    @Test
    void aTermAfterTheNextGoesOnWithWhoHasTheNext() {
        var id = started(1, "");
        payers.renew(id, to(heir));
        payers.renew(id, "");
        now("2025-04-01");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-02-01 heir 2500",
                        "2025-03-01 heir 2500",
                        "2025-04-01 heir 2500",
                        "2025-05-01 heir 2500");
    }

    /// Nothing is left to be billed but what would follow by itself.
    @Test
    void whatFollowsByItselfWouldBeBilledToWhoHasTheLastTerm() {
        var id = started(1, "");
        payers.renew(id, to(heir));
        for (var invoice : shop.invoices(id)) {
            shop.seller
                    .post(
                            "/invoices/%s/void"
                                    .formatted(invoice.path("invoice_id").asText()),
                            "{}")
                    .is(200);
        }
        shop.seller
                .get("/subscriptions/%s/invoices/next".formatted(id))
                .is(200, "\"is_renewal_estimate\":true", "\"billed_company_id\":\"%s\"".formatted(heir));
    }

    /// Acme pays no tax, the heir does.
    @Test
    void aTermAfterTheNextIsTaxedForWhoHasTheNext() {
        shop.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        shop.seller
                .patch("/customers/" + heir, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        var id = started(1, "");
        var more = """
                {"contract_length": 2, "billing_frequency": "MONTHLY", "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(shop.seats);
        var estimate = "/subscriptions/%s/renewal/estimate".formatted(id);
        shop.seller.post(estimate, more).is(200, "\"grand_total\":5000");
        payers.renew(id, to(heir));
        shop.seller.post(estimate, more).is(200, "\"grand_total\":5950");
    }

    /// The recast replaces the next term before it begins, so that the heir takes nothing over.
    @Test
    void aRecastBeforeTheNextTermIsWhoseTheRunningOneIs() {
        var id = started(2, "");
        payers.renew(id, to(heir));
        payers.change(id, "recast", """
                {"starts_at": "2025-01-01", "contract_length": 1, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(shop.plan, shop.seats));
        assertThat(payers.bills(id)).allMatch(bill -> bill.contains("acme"));
    }

    /// All invoices to the heir are void, but the subscription still has a term of theirs ahead.
    @Test
    void whoTakesTheNextTermIsNotErasedBefore() {
        var id = started(2, "");
        payers.renew(id, to(heir));
        for (var invoice : shop.invoices(id)) {
            if (payers.told(invoice).contains("heir"))
                shop.seller
                        .post(
                                "/invoices/%s/void"
                                        .formatted(invoice.path("invoice_id").asText()),
                                "{}")
                        .is(200);
        }
        shop.seller.delete("/customers/%s/personal-data".formatted(heir)).is(400, "1 live subscription");
        payers.terminate(id, "2025-01-01");
        payers.erase(heir);
    }

    private void complete(String id, String how) {
        var path = "/subscriptions/%s/milestones".formatted(id);
        var milestone = shop.seller
                .get(path)
                .is(200)
                .json()
                .path("results")
                .get(0)
                .path("milestone_id")
                .asText();
        shop.seller
                .post(
                        "%s/%s/complete".formatted(path, milestone),
                        "{\"quantity\": 1, \"bill_on\": \"%s\"}".formatted(how))
                .is(200);
    }

    /// Of three that were agreed with acme.
    @Test
    void workIsBilledToWhomItWasAgreedWith() {
        var order = payers.order(3, "MONTHLY", purchaseOrder("A-1"))
                .replace("}]", "}, {\"brick_id\": \"%s\"}]".formatted(shop.audit));
        var id = shop.started(order);
        payers.upgrade(id, "2025-01-01", 3, to(heir));
        complete(id, "IMMEDIATELY");
        assertThat(payers.standalone()).containsExactly("2025-01-01 acme 30000");
        complete(id, "NEXT_INVOICE");
        assertThat(payers.bills(id)).contains("2025-02-01 acme 35000", "2025-02-01 heir 2500");
        shop.seller.get("/invoices?customer_id=%s".formatted(shop.customer)).is(200, "A-1");
    }

    /// The first invoice that waits is the heir's, since acme's was waived.
    @Test
    void workWaitsForTheNextInvoiceOfWhomItWasAgreedWith() {
        var order = payers.order(3, "MONTHLY", "").replace("}]", "}, {\"brick_id\": \"%s\"}]".formatted(shop.audit));
        var id = shop.started(order);
        payers.upgrade(id, "2025-01-01", 3, to(heir));
        for (var invoice : shop.invoices(id)) {
            if (!payers.told(invoice).startsWith("2025-02-01 acme")) continue;
            shop.seller
                    .post(
                            "/invoices/%s/void"
                                    .formatted(invoice.path("invoice_id").asText()),
                            "{}")
                    .is(200);
        }
        complete(id, "NEXT_INVOICE");
        assertThat(payers.bills(id)).contains("2025-02-01 heir 2500", "2025-03-01 acme 35000");
    }

    /// The former customer's restored invoices and later corrections bear the purchase order of their earlier ones.
    @Test
    void whoHadTheContractKeepsItsPurchaseOrder() {
        var id = shop.started(
                payers.metered(3).replaceFirst("\\{", "{" + purchaseOrder("A-1").substring(2) + ", "));
        payers.upgrade(id, "2025-01-01", 3, to(heir) + purchaseOrder("H-1"));
        now("2025-01-10");
        payers.use("t", id, shop.tokens, 100, "2025-01-05T00:00:00Z");
        payers.terminate(id, "2025-01-20");
        payers.reinstate(id).is(200);
        payers.terminate(id, "2025-02-10");
        now("2025-03-10");
        payers.change("t", 150);
        var all = shop.seller.get("/invoices?limit=1000").is(200).json().path("results");
        assertThat(StreamSupport.stream(all.spliterator(), false)
                        .map(invoice -> payers.told(invoice) + " "
                                + invoice.path("purchase_order").path("code").asText())
                        .sorted())
                .containsExactly(
                        "2025-01-01 acme 5000 A-1",
                        "2025-01-01 heir 2500 H-1",
                        "2025-02-01 acme 2007 A-1",
                        "2025-02-01 heir 804 H-1",
                        "2025-02-10 acme 0 A-1",
                        "2025-03-10 acme 200 A-1");
    }
}
