package dev.brickwork.billing.orders;

import static dev.brickwork.billing.orders.TwoPayers.by;
import static dev.brickwork.billing.orders.TwoPayers.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An upgrade may move a contract to another customer or legal entity, and what was agreed before stays with whom it
/// was agreed. A termination that is taken back changes nothing about that (rules I-16, Z-02).
@Tag("verify")
final class ReinstatePayersScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final TwoPayers payers = new TwoPayers(HOUSE, "2025-01-01T08:00:00Z");
    private final Shop shop = payers.shop;
    private final String heir = payers.heir;

    private void sellsBy(String entity) {
        shop.seller.patch("/legal-entities/" + entity, "{\"is_default\": true}").is(200);
    }

    private String started(int months, String frequency, String more) {
        return shop.started(payers.order(months, frequency, more));
    }

    private List<String> bills(String id) {
        return payers.bills(id);
    }

    private void comesBackAsItWas(String id, String end) {
        var before = bills(id);
        payers.terminate(id, end);
        assertThat(bills(id)).isNotEqualTo(before);
        payers.reinstate(id).is(200);
        assertThat(bills(id)).isEqualTo(before);
    }

    @Test
    void eachCustomerIsBilledHisOwn() {
        var id = started(4, "MONTHLY", "");
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-02-01 acme 5000",
                        "2025-02-01 heir 2500",
                        "2025-03-01 acme 5000",
                        "2025-03-01 heir 2500",
                        "2025-04-01 acme 5000",
                        "2025-04-01 heir 2500");
        comesBackAsItWas(id, "2025-03-20");
    }

    /// The seller's default entity, by which an order sells that names none, may have changed since.
    @Test
    void eachLegalEntityBillsItsOwn() {
        sellsBy(payers.entity("east"));
        var id = started(3, "MONTHLY", "");
        payers.upgrade(id, "2025-02-01", 3, by(payers.entity("west")));
        sellsBy(payers.entity("north"));
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme by east 5000",
                        "2025-02-01 acme by east 5000",
                        "2025-02-01 acme by west 2500",
                        "2025-03-01 acme by east 5000",
                        "2025-03-01 acme by west 2500");
        comesBackAsItWas(id, "2025-02-15");
    }

    /// The partner stays whom the invoices go to, for whichever customer.
    @Test
    void aPartnerIsBilledForEachCustomer() {
        var partner = payers.customer("partner", ", \"is_partner\": true");
        var id = started(2, "MONTHLY", ", \"billed_company_id\": \"%s\"".formatted(partner));
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme through partner 5000",
                        "2025-02-01 acme through partner 5000",
                        "2025-02-01 heir through partner 2500");
        comesBackAsItWas(id, "2025-01-10");
    }

    /// Four of five seats go: three of the heir's, which came last, and one of those before (rule U-06).
    @Test
    void aReductionComesBackToWhomItLowers() {
        var third = payers.customer("third", "");
        var id = started(4, "MONTHLY", "");
        payers.upgrade(id, "2025-02-01", 5, to(heir));
        payers.upgrade(id, "2025-03-01", 1, to(third));
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-02-01 acme 5000",
                        "2025-02-01 heir 7500",
                        "2025-03-01 acme 2500",
                        "2025-03-01 heir 0",
                        "2025-04-01 acme 2500",
                        "2025-04-01 heir 0");
        comesBackAsItWas(id, "2025-03-20");
    }

    /// An upgrade that gives more off than the price lowers the invoice of who is billed for the brick by more than
    /// that.
    @Test
    void whatGivesMoreThanThePriceComesBackToWhomItLowers() {
        var id = started(3, "MONTHLY", "");
        payers.change(id, "upgrade", """
                {"starts_at": "2025-02-16", "bricks": [{"brick_id": "%s", "quantity": 2,
                 "discount": [{"amount": 20000}]}]%s}
                """.formatted(shop.seats, to(heir)));
        comesBackAsItWas(id, "2025-02-20");
    }

    /// Invoices that another system has billed stay muted and with their payer.
    @Test
    void whatAnotherSystemHasBilledStaysItsOwn() {
        shop.seller.patch("/seller", "{\"muted_before\": \"2025-01-10\"}").is(200);
        var id = started(6, "QUARTERLY", "");
        shop.seller.advanceTo("2025-01-20T08:00:00Z").is(200);
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        comesBackAsItWas(id, "2025-03-01");
        assertThat(shop.invoices(id))
                .filteredOn(invoice -> invoice.path("status").asText().equals("MUTED"))
                .extracting(payers::told)
                .containsExactly("2025-01-01 acme 15000");
    }

    /// Charges that became late before the reinstatement come on its day, on an invoice for each payer.
    @Test
    void whatIsLateComesToEachHisOwn() {
        var id = started(4, "MONTHLY", "");
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        payers.terminate(id, "2025-01-20");
        shop.seller.advanceTo("2025-03-10T08:00:00Z").is(200);
        payers.reinstate(id).is(200);
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-03-10 acme 10000",
                        "2025-03-10 heir 5000",
                        "2025-04-01 acme 5000",
                        "2025-04-01 heir 2500");
    }

    /// An invoice waits for the usage of each month, and goes on doing so for whom the brick was agreed with.
    @Test
    void usageIsBilledToWhomItWas() {
        var id = shop.started(payers.metered(3));
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-02-01 acme 5000",
                        "2025-02-01 heir 2500",
                        "2025-03-01 acme 5000",
                        "2025-03-01 heir 2500",
                        "2025-04-01 acme 0");
        comesBackAsItWas(id, "2025-01-20");
    }

    /// Who takes the contract over for a usage brick is billed for that.
    @Test
    void usageThatCameLaterIsBilledToWhoseItIs() {
        var id = started(3, "MONTHLY", "");
        payers.change(id, "upgrade", """
                {"starts_at": "2025-02-01", "bricks": [{"brick_id": "%s", "quantity": 0}]%s}
                """.formatted(shop.tokens, to(heir)));
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-02-01 acme 5000",
                        "2025-02-01 heir 0",
                        "2025-03-01 acme 5000",
                        "2025-03-01 heir 0",
                        "2025-04-01 heir 0");
        comesBackAsItWas(id, "2025-01-20");
    }

    @Test
    void aTermAheadComesBackToItsOwn() {
        var id = started(2, "MONTHLY", "");
        payers.change(id, "renewal", """
                {"contract_length": 2, "billing_frequency": "MONTHLY", "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                """.formatted(shop.seats, to(heir)));
        assertThat(bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000", "2025-02-01 acme 5000", "2025-03-01 heir 2500", "2025-04-01 heir 2500");
        comesBackAsItWas(id, "2025-01-20");
    }

    /// Who had the contract before may be erased when the last invoice is gone that was still to come.
    @Test
    void nobodyWhoseDataWereErasedIsBilledAgain() {
        var id = started(4, "MONTHLY", "");
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        payers.terminate(id, "2025-02-15");
        shop.seller.advanceTo("2025-02-02T08:00:00Z").is(200);
        payers.erase(shop.customer);
        var before = bills(id);
        payers.reinstate(id).is(400, "erased");
        assertThat(bills(id)).isEqualTo(before);
        shop.seller.get("/subscriptions/" + id).is(200, "\"terminates_at\":\"2025-02-15");
    }

    /// The erased customer was billed in full before.
    @Test
    void whoIsNotBilledAgainMayBeErased() {
        var id = started(12, "ANNUALLY", "");
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        var before = bills(id);
        payers.terminate(id, "2025-01-20");
        payers.erase(shop.customer);
        payers.reinstate(id).is(200);
        assertThat(bills(id)).isEqualTo(before);
    }
}
