package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A termination that is taken back leaves the bills as if it had never stood. For which day it was does not matter;
/// `ReinstatedScheduleTest` tries many.
@Tag("verify")
final class ReinstateScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");

    private long credit() {
        long sum = 0;
        for (var one : shop.seller
                .get("/customers/%s/credits".formatted(shop.customer))
                .is(200)
                .json()
                .path("balances")) {
            sum += one.path("balance").asLong();
        }
        return sum;
    }

    private void upgrade(String id, String from, int seats) {
        shop.seller.started("/subscriptions/%s/upgrade".formatted(id), """
                        {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": %d}]}
                        """.formatted(from, shop.seats, seats));
    }

    private void terminateAndReinstate(String id, String on) {
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"%s\"}".formatted(on))
                .is(200);
        shop.seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(200);
    }

    /// The address of one, by its place in the order of the bill dates.
    private String invoice(String id, int place) {
        var all = new ArrayList<String>();
        for (var invoice : shop.invoices(id))
            all.add("/invoices/" + invoice.path("invoice_id").asText());
        return all.get(place);
    }

    /// An upgrade may be long to read, and has to be read for none of its charges.
    @Test
    void aLargeUpgradeComesBackInTime() {
        var catalogue = new dev.brickwork.support.Shop(shop.seller);
        var priced = new ArrayList<String>();
        var wanted = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
            var brick = catalogue.brick("brick-" + i, "SUBSCRIPTION");
            priced.add(dev.brickwork.support.Shop.priced(brick, dev.brickwork.support.Shop.monthly("3")));
            wanted.add("{\"brick_id\": \"%s\", \"quantity\": 2}".formatted(brick));
        }
        var plan = catalogue.plan("Many", priced.toArray(String[]::new));
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 120, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [%s], "customer_id": "%s"}
                """.formatted(plan, wanted.getFirst(), shop.customer));
        shop.seller.started("/subscriptions/%s/upgrade".formatted(id), """
                {"starts_at": "2025-02-01", "bricks": [%s],
                 "custom_order_form_html": "<html><body>%s</body></html>"}
                """.formatted(
                        String.join(", ", wanted), "x".repeat(250_000)));
        var before = shop.bills(id);
        terminateAndReinstate(id, "2025-03-01");
        assertThat(shop.bills(id)).isEqualTo(before).hasSizeGreaterThan(119);
    }

    /// Credit that a reduction gave for a paid year is not given again.
    @Test
    void aReductionIsNotBilledAgain() {
        var id = shop.started(shop.order("2025-01-01", 12, "ANNUALLY", 2, ""));
        shop.pay(id, 100);
        upgrade(id, "2025-07-01", 1);
        assertThat(credit()).isEqualTo(6 * 2_500);
        terminateAndReinstate(id, "2025-10-01");
        assertThat(shop.bills(id)).containsExactly("2025-01-01 60000");
        assertThat(credit()).isEqualTo(6 * 2_500);
    }

    /// Seats of February and later were to come and go with the same invoice, and those of before have been
    /// billed: both parts of the reduction are there again.
    @Test
    void aSharedReductionComesBackWhole() {
        var id = shop.started(
                shop.order("2025-01-01", 12, "QUARTERLY", 1, ", \"first_charge_date\": \"CONTRACT_START_DATE\""));
        upgrade(id, "2025-02-01", 3);
        upgrade(id, "2025-02-01", 0);
        var before = shop.bills(id);
        terminateAndReinstate(id, "2025-03-01");
        assertThat(shop.bills(id)).isEqualTo(before);
        assertThat(shop.bills(id).get(1)).isEqualTo("2025-02-01 0");
    }

    /// March was waived before the reduction, which had nothing to lower there: it gives nothing for March later either
    /// (rule I-07).
    @Test
    void aReductionOfWhatWasWaivedStaysAway() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 2, ""));
        voidInvoice(id, "2025-03-01");
        upgrade(id, "2025-02-01", 1);
        var before = shop.bills(id);
        terminateAndReinstate(id, "2025-02-15");
        assertThat(shop.bills(id)).isEqualTo(before);
    }

    /// The latest invoice of the stretch was waived before the reduction, which took nothing from the earlier one: it
    /// does not afterwards either (rules I-07, U-06).
    @Test
    void aReductionOfWhatWasWaivedLowersNothingElse() {
        var id = shop.started(
                shop.order("2025-01-01", 12, "QUARTERLY", 1, ", \"first_charge_date\": \"CONTRACT_START_DATE\""));
        upgrade(id, "2025-05-01", 2);
        voidInvoice(id, "2025-05-01");
        upgrade(id, "2025-06-01", 1);
        var before = shop.bills(id);
        assertThat(before).contains("2025-04-01 7500", "2025-07-01 7500");
        terminateAndReinstate(id, "2025-04-20");
        assertThat(shop.bills(id)).isEqualTo(before);
    }

    private void voidInvoice(String id, String billOn) {
        for (var invoice : shop.invoices(id)) {
            if (!invoice.path("bill_at").asText().startsWith(billOn)) continue;
            shop.seller
                    .post(
                            "/invoices/%s/void"
                                    .formatted(invoice.path("invoice_id").asText()),
                            "{}")
                    .is(200);
        }
    }

    /// A reduction that lies ahead lowers the invoices of its time again, and gives nothing before (rule U-06).
    @Test
    void aReductionAheadComesBackWhereItWas() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 2, ""));
        upgrade(id, "2025-03-01", 5);
        upgrade(id, "2025-03-16", 1);
        var before = shop.bills(id);
        terminateAndReinstate(id, "2025-03-10");
        assertThat(shop.bills(id)).isEqualTo(before);
        assertThat(credit()).isZero();
    }

    @Test
    void monthsThatWereCutComeBack() {
        var id = shop.started(shop.order("2025-01-01", 4, "MONTHLY", 2, ""));
        upgrade(id, "2025-02-15", 3);
        var before = shop.bills(id);
        terminateAndReinstate(id, "2025-02-20");
        assertThat(shop.bills(id)).isEqualTo(before);
    }

    /// Who wrote a purchase order, a due date or a note on an invoice to come finds all of it there again, under its
    /// id.
    @ParameterizedTest
    @ValueSource(strings = {"2025-01-20", "2025-02-20"})
    void whatWasWrittenOnAnInvoiceComesBackWithIt(String end) {
        var id = shop.started(shop.order("2025-01-01", 4, "MONTHLY", 2, ""));
        var march = invoice(id, 2);
        shop.seller.patch(march, """
                {"purchase_order": {"code": "PO-3"}, "memo": "as agreed", "due_at": "2025-03-20", "metadata": {"a": 1},
                 "collection_paused": true}
                """).is(200);
        var bills = shop.bills(id);
        var before = shop.seller.get(march).is(200).json();

        terminateAndReinstate(id, end);

        assertThat(shop.seller.get(march).is(200).json()).isEqualTo(before);
        assertThat(shop.bills(id)).isEqualTo(bills);
        shop.seller.advanceTo("2025-03-01T08:00:00Z");
        shop.seller.get(march).is(200, "\"status\":\"PAUSED\"", "PO-3", "2025-03-20T23:59:59");
    }

    /// A payment in advance became credit when the invoice was dropped, and pays it when it is issued after all.
    @Test
    void whatWasPaidAheadPaysTheInvoiceThatComesBack() {
        var id = shop.started(shop.order("2025-01-01", 4, "MONTHLY", 2, ""));
        var february = invoice(id, 1);
        shop.wire(february.replace("/invoices/", ""), 5_000);
        shop.seller.get(february).is(200, "\"remaining_amount\":0");

        terminateAndReinstate(id, "2025-01-20");

        shop.seller.get(february).is(200, "\"status\":\"SCHEDULED\"", "\"remaining_amount\":5000");
        shop.seller.advanceTo("2025-02-01T08:00:00Z");
        shop.seller.get(february).is(200, "\"status\":\"CREDITED\"");
        assertThat(credit()).isZero();
    }

    /// The pause that it was to wait for when it was dropped has ended since: 18 days later than agreed it is billed.
    @Test
    void whatComesBackWaitsForNoPauseThatIsOver() {
        var id = shop.started(shop.order("2025-01-01", 4, "MONTHLY", 2, ""));
        var march = invoice(id, 2);
        shop.seller.patch(march, "{\"memo\": \"as agreed\"}").is(200);
        shop.pause(id, "2025-02-20", "2025-03-10");
        shop.seller.get(march).is(200, "\"status\":\"PAUSED\"");
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-03-12\"}")
                .is(200);
        shop.seller.advanceTo("2025-03-11T08:00:00Z");

        shop.seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(200);

        shop.seller.get(march).is(200, "\"status\":\"SCHEDULED\"", "\"bill_at\":\"2025-03-19T", "as agreed");
    }

    /// An invoice that is dropped again is void again.
    @Test
    void whatCameBackIsDroppedAgain() {
        var id = shop.started(shop.order("2025-01-01", 4, "MONTHLY", 2, ""));
        var march = invoice(id, 2);
        shop.seller.patch(march, "{\"memo\": \"as agreed\"}").is(200);
        terminateAndReinstate(id, "2025-02-20");
        terminateAndReinstate(id, "2025-03-10");
        shop.seller.get(march).is(200, "\"status\":\"SCHEDULED\"", "\"grand_total\":5000", "as agreed");

        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-02-01\"}")
                .is(200);

        shop.seller.get(march).is(200, "\"status\":\"VOIDED\"", "\"grand_total\":0");
    }

    /// An invoice that the seller voided is waived, and stays so.
    @Test
    void whatWasWaivedDoesNotComeBack() {
        var id = shop.started(shop.order("2025-01-01", 4, "MONTHLY", 2, ""));
        voidInvoice(id, "2025-03-01");
        var bills = shop.bills(id);
        terminateAndReinstate(id, "2025-02-20");
        assertThat(shop.bills(id)).isEqualTo(bills);
        shop.seller.get(invoice(id, 2)).is(200, "\"status\":\"VOIDED\"", "\"grand_total\":5000");
    }

    /// An upgrade that gives more off than the price lowers an invoice by more than it bills of the brick.
    @Test
    void whatGivesMoreThanThePriceComesBackWithIt() {
        var id = shop.started(shop.order("2025-01-01", 6, "MONTHLY", 1, ""));
        shop.seller.started("/subscriptions/%s/upgrade".formatted(id), """
                {"starts_at": "2025-02-01",
                 "bricks": [{"brick_id": "%s", "quantity": 1, "discount": [{"amount": 20000}]}]}
                """.formatted(shop.seats));
        var before = shop.bills(id);
        terminateAndReinstate(id, "2025-04-01");
        assertThat(shop.bills(id)).isEqualTo(before);
    }

    /// Of a quarter that another system has billed, a termination cuts the end off; it is not billed here afterwards.
    @Test
    void whatAnotherSystemHasBilledStaysMuted() {
        shop.seller.patch("/seller", "{\"muted_before\": \"2025-01-10\"}").is(200);
        var id = shop.started(shop.order("2025-01-01", 12, "QUARTERLY", 1, ""));
        shop.seller.advanceTo("2025-01-20T08:00:00Z");
        var path = "/subscriptions/" + id;
        shop.seller.post(path + "/terminate", """
                {"termination_date": "2025-03-01", "credit_unused": true}
                """).is(200);
        assertThat(shop.bills(id)).containsExactly("2025-01-01 5000");
        shop.seller.post(path + "/reinstate", "{}").is(200);
        assertThat(shop.bills(id))
                .containsExactly("2025-01-01 7500", "2025-04-01 7500", "2025-07-01 7500", "2025-10-01 7500");
        shop.seller.get("/invoices/" + shop.first(id)).is(200, "\"status\":\"MUTED\"");
    }

    /// A contract that came from another system keeps its dates, also those before it was entered here.
    @Test
    void whatWasMigratedComesBackOnItsOwnDates() {
        shop.seller.patch("/seller", "{\"muted_before\": \"2025-01-10\"}").is(200);
        var id = shop.started(shop.order("2024-12-15", 12, "QUARTERLY", 1, ", \"migrated\": true"));
        var before = shop.bills(id);
        assertThat(before).startsWith("2024-12-15 7500", "2025-03-15 7500");
        var path = "/subscriptions/" + id;
        shop.seller.post(path + "/terminate", """
                {"termination_date": "2025-02-01", "credit_unused": true}
                """).is(200);
        shop.seller.post(path + "/reinstate", "{}").is(200);
        assertThat(shop.bills(id)).isEqualTo(before);
    }

    /// A pause ends with its subscription, and one that was planned never begins: the term is again as long as it is
    /// billed, and says so (rules K-01, N-01).
    @ParameterizedTest
    @CsvSource({"2025-06-01, 2025-06-11, 2025-12-31, 2026-01-01", "2025-01-05, 2025-06-11, 2026-01-06, 2026-01-07"})
    void theDaysOfAPauseThatEndedTooEarlyComeOffTheTerm(String from, String to, String last, String renewed) {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        var path = "/subscriptions/" + id;
        shop.seller.post(path + "/pause", """
                {"paused_at": "%s", "scheduled_resume_at": "%s"}
                """.formatted(from, to)).is(200);
        shop.seller.advanceTo("2025-01-11T08:00:00Z");
        terminateAndReinstate(id, "2025-01-11");
        shop.seller.get(path).is(200, "\"ends_at\":\"%s\"".formatted(last), "\"renews_at\":\"%s\"".formatted(renewed));
        shop.seller.advanceTo("2026-01-20T08:00:00Z");
        assertThat(shop.bills(id)).hasSize(24).contains(renewed + " 2500");
    }

    /// Each order says for itself when its first invoice is charged (rule S-05).
    @Test
    void whatComesBackIsChargedAsItsOwnOrderSays() {
        var shop = Shop.at(HOUSE, "2025-02-10T08:00:00Z");
        var id = shop.started(
                shop.order("2025-03-01", 3, "MONTHLY", 1, ", \"first_charge_date\": \"CONTRACT_START_DATE\""));
        shop.seller.started("/subscriptions/%s/upgrade".formatted(id), """
                {"starts_at": "2025-03-15", "bricks": [{"brick_id": "%s", "quantity": 2}],
                 "first_charge_date": "CHECKOUT_DATE"}
                """.formatted(shop.seats));
        var before = shop.bills(id);
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-03-01\"}")
                .is(200);
        shop.seller.advanceTo("2025-02-20T08:00:00Z").is(200);
        shop.seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(200);
        assertThat(shop.bills(id)).isEqualTo(before).contains("2025-03-01 2500");
    }
}
