package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Credit for usage that was billed and corrected to less (rule G-06): once, with its tax, to the customer that was
/// billed, and not for voided invoices.
@Tag("verify")
final class UsageCreditScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final InvoicingFixture till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String calls;
    private final String subscription;

    /// A cent for each call, 19 % of tax.
    UsageCreditScenarioTest() {
        till.seller.patch("/seller", "{\"address\": {\"country\": \"DE\"}}").is(200);
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        var shop = new Shop(till.seller);
        calls = shop.brick("calls", "USAGE");
        shop.publish(till.plan, Shop.priced(calls, Shop.flat("0.01")));
        subscription = till.started(till.order("2025-01-01", 12, "MONTHLY", "")
                .replace(till.seats, calls)
                .replace("\"quantity\": 1", "\"quantity\": 0"));
    }

    /// Each third of it alone would bear 63.27 of tax, which is 63 and together 189.
    @Test
    void theTaxOfPartsAddsUp() {
        use("a", 1111);
        for (var id : new String[] {"b", "c", "d"}) use(id, 333);
        billed(2110 + 401);
        for (var id : new String[] {"b", "c", "d"}) delete(id);
        assertThat(till.credit()).isEqualTo(999 + 190);
    }

    /// A negative line bears no tax, so the others bear less than their own (M-06); what is given back bears its own.
    @Test
    void itsTaxIsItsOwnBesideANegativeLine() {
        new Shop(till.seller)
                .publish(
                        till.plan,
                        Shop.priced(calls, Shop.flat("0.01")),
                        Shop.priced(till.seats, Shop.monthly("100.00")));
        till.upgrade(subscription, 4);
        till.upgrade(subscription, 1);
        use("a", 10000);
        billed(10000 + 10000 + 3800);

        delete("a");
        assertThat(till.credit()).isEqualTo(10000 + 1900);
    }

    /// The buyer turns out to owe the tax themselves (reverse charge), and none comes back twice.
    @Test
    void itsTaxFollowsTheInvoice() {
        use("a", 1000);
        use("b", 500);
        var invoice = billed(1500 + 285);
        till.pay(invoice, 1785).is(200);
        delete("b");
        assertThat(till.credit()).isEqualTo(500 + 95);

        regenerated(invoice, "{\"address\": {\"country\": \"FR\"}, \"tax_id\": \"FR40303265045\"}");
        assertThat(till.credit()).isEqualTo(500 + 285);
        assertThat(till.balance("TAX")).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-1000);

        regenerated(invoice, "{\"address\": {\"country\": \"DE\"}, \"tax_id\": null}");
        assertThat(till.get(invoice).is(200, "\"remaining_amount\":285")).isNotNull();
        assertThat(till.credit()).isEqualTo(500 + 285 + 95);
        assertThat(till.balance("TAX")).isEqualTo(-190);
    }

    private void regenerated(String invoice, String address) {
        till.seller.patch("/customers/" + till.customer, address).is(200);
        till.seller
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200);
    }

    /// The credit was given for usage that is not paid any more once its invoice is void.
    @Test
    void aVoidTakesItBack() {
        use("a", 1111);
        use("b", 333);
        var invoice = billed(1444 + 274);
        delete("b");
        assertThat(till.credit()).isEqualTo(333 + 63);

        till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);

        assertThat(till.credit()).isZero();
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(till.balance("TAX")).isZero();
        // It counts as billed, and less of it gives nothing back (rule I-07).
        delete("a");
        assertThat(till.credit()).isZero();
    }

    /// Late usage came on an invoice of its own, was wrong, and is deleted and that invoice voided, in either order:
    /// what was used stays owed.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatCameLastAndWasVoidedGivesNothingBack(boolean isVoidedFirst) {
        use("a", 1000);
        use("b", 1);
        billed(1001 + 190);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 501}")
                .is(200);
        till.seller.advanceTo("2025-03-01T02:00:00Z");
        var invoice = invoiceOf(500 + 95);

        if (isVoidedFirst)
            till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        till.seller.patch("/usage", "{\"transaction_id\": \"b\", \"value\": 1}").is(200);
        assertThat(till.credit()).isEqualTo(isVoidedFirst ? 0 : 500 + 95);
        if (!isVoidedFirst)
            till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);

        assertThat(till.credit()).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-1001);
        assertThat(till.balance("TAX")).isEqualTo(-190);
        delete("a");
        assertThat(till.credit()).isEqualTo(1000 + 190);
    }

    /// Late usage was billed without tax: voiding its invoice leaves the tax alone that came back with the rest.
    @Test
    void aVoidTakesItBackWithTheTaxOfItsOwnInvoice() {
        use("a", 1000);
        use("b", 1);
        billed(1001 + 190);
        till.seller
                .patch(
                        "/customers/" + till.customer,
                        "{\"address\": {\"country\": \"FR\"}, \"tax_id\": \"FR40303265045\"}")
                .is(200);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 501}")
                .is(200);
        till.seller.advanceTo("2025-03-01T02:00:00Z");
        delete("a");
        delete("b");
        assertThat(till.credit()).isEqualTo(1501 + 190);

        till.seller.post("/invoices/%s/void".formatted(invoiceOf(500)), "{}").is(200);

        assertThat(till.credit()).isEqualTo(1001 + 190);
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(till.balance("TAX")).isZero();
    }

    /// The other way round: what was billed first was voided, and what came late is given back.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatCameLastAndIsPaidIsGivenBack(boolean isVoidedFirst) {
        use("a", 1000);
        use("b", 1);
        var invoice = billed(1001 + 190);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 501}")
                .is(200);
        till.seller.advanceTo("2025-03-01T02:00:00Z");

        if (isVoidedFirst)
            till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        till.seller.patch("/usage", "{\"transaction_id\": \"b\", \"value\": 1}").is(200);
        assertThat(till.credit()).isEqualTo(500 + 95);
        if (!isVoidedFirst)
            till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);

        assertThat(till.credit()).isEqualTo(500 + 95);
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(till.balance("TAX")).isZero();
        delete("a");
        assertThat(till.credit()).isEqualTo(500 + 95);
    }

    /// A correction that waits on the next invoice was never paid: it is taken off there.
    @Test
    void whatWaitsOnTheNextInvoiceGoesFromThere() {
        use("a", 1000);
        use("b", 1);
        billed(1001 + 190);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 501}")
                .is(200);
        assertThat(next().path("grand_total").asLong()).isEqualTo(500 + 95);

        delete("a");
        assertThat(next().path("grand_total").asLong()).isZero();
        assertThat(till.credit()).isEqualTo(500 + 95);

        delete("b");
        assertThat(till.credit()).isEqualTo(1001 + 190);
        till.seller.advanceTo("2025-03-01T02:00:00Z");
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(till.balance("TAX")).isZero();
    }

    /// With a cent more the seat bears a cent more of the tax (M-06), and without it that goes as well.
    @Test
    void whatGoesFromTheNextInvoiceLeavesTheTaxOfTheRest() {
        new Shop(till.seller)
                .publish(
                        till.plan,
                        Shop.priced(calls, Shop.flat("0.01")),
                        Shop.priced(till.seats, Shop.monthly("1.02")));
        till.upgrade(subscription, 1);
        use("a", 1000);
        billed(1000 + 102 + 209);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 1001}")
                .is(200);
        assertThat(next().path("grand_total").asLong()).isEqualTo(102 + 1 + 20);

        till.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 1000}")
                .is(200);
        assertThat(next().path("grand_total").asLong()).isEqualTo(102 + 19);
    }

    /// A correction that waits for the next invoice is billed when the service ends before that.
    @ParameterizedTest
    @ValueSource(strings = {"2025-02-10", "2025-02-01"})
    void whatWaitsIsBilledAtTheEnd(String end) {
        use("a", 1000);
        use("b", 1);
        billed(1001 + 190);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 501}")
                .is(200);
        till.seller
                .post("/subscriptions/%s/terminate".formatted(subscription), """
                        {"termination_date": "%s"}
                        """.formatted(end))
                .is(200);

        till.seller.advanceTo(end + "T03:00:00Z");

        assertThat(till.balance("REVENUE")).isEqualTo(-1501);
        assertThat(till.invoices(subscription))
                .noneMatch(invoice -> invoice.path("status").asText().equals("SCHEDULED"))
                .last()
                .matches(invoice -> invoice.path("bill_at").asText().startsWith(end))
                .matches(invoice -> invoice.path("grand_total").asLong() == 500 + 95);
    }

    /// A correction that was prepaid is not taken off any more: it stays billed, and the ledger gets the excess.
    @Test
    void whatWaitsAndIsPaidStays() {
        use("a", 1000);
        use("b", 1);
        billed(1001 + 190);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 501}")
                .is(200);
        till.pay(next().path("invoice_id").asText(), 500 + 95).is(200);

        delete("b");
        assertThat(next().path("grand_total").asLong()).isEqualTo(500 + 95);
        assertThat(next().path("remaining_amount").asLong()).isZero();
        till.seller.advanceTo("2025-03-01T02:00:00Z");
        assertThat(till.balance("REVENUE")).isEqualTo(-1000);
    }

    /// Rule I-16: another customer has taken over the contract since.
    @Test
    void itBelongsToWhoWasBilled() {
        use("a", 1000);
        billed(1000 + 190);
        var other = till.customer("");
        var path = recast("2025-02-01");
        till.seller.patch(path, "{\"customer_id\": \"%s\"}".formatted(other)).is(200);
        till.seller.post(path + "/start", "{}").is(200);

        delete("a");

        assertThat(till.credit(other)).isZero();
        assertThat(till.credit()).isEqualTo(1000 + 190);
    }

    /// The windows of both terms begin on the same day: what the one bore is not taken for what the other bears.
    @Test
    void aContractMadeAnewFromItsFirstDayBearsItsUsageOnce() {
        use("a", 1000);
        billed(1000 + 190);
        till.seller.post(recast("2025-01-01") + "/start", "{}").is(200);
        use("b", 500);
        till.seller.advanceTo("2025-03-01T02:00:00Z");
        assertThat(till.balance("REVENUE")).isEqualTo(-1500);
        assertThat(till.balance("TAX")).isEqualTo(-285);

        delete("a");
        assertThat(till.credit()).isEqualTo(1000 + 190);
        assertThat(till.balance("REVENUE")).isEqualTo(-500);
        assertThat(till.balance("TAX")).isEqualTo(-95);
    }

    /// Usage on a voided invoice was never paid, and is not given back when its window is gone either (rule I-07).
    @Test
    void aContractMadeAnewGivesNothingBackOfWhatWasVoided() {
        use("a", 1000);
        till.seller
                .post("/invoices/%s/void".formatted(billed(1000 + 190)), "{}")
                .is(200);

        till.seller.post(recast("2025-01-01") + "/start", "{}").is(200);
        till.seller.advanceTo("2025-03-01T02:00:00Z");
        assertThat(till.balance("REVENUE")).isEqualTo(-1000);
        assertThat(till.balance("TAX")).isEqualTo(-190);
        assertThat(till.balance("RECEIVABLE")).isEqualTo(1000 + 190);
    }

    /// A waiting correction of a window that is gone is taken off its invoice; only what was billed is given back.
    @Test
    void aContractMadeAnewBillsWhatWaitedOnce() {
        use("a", 1000);
        use("b", 1);
        billed(1001 + 190);
        till.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 501}")
                .is(200);

        till.seller.post(recast("2025-01-01") + "/start", "{}").is(200);
        till.seller.advanceTo("2025-03-01T02:00:00Z");

        assertThat(till.balance("REVENUE")).isEqualTo(-1501);
        assertThat(till.balance("TAX")).isEqualTo(-285);
    }

    /// An open recast from a day on.
    private String recast(String startsAt) {
        var order = till.seller
                .post("/subscriptions/%s/recast".formatted(subscription), """
                        {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 0}]}
                        """.formatted(startsAt, calls))
                .is(200)
                .text("order_id");
        return "/subscriptions/%s/recast/%s".formatted(subscription, order);
    }

    private void use(String id, int value) {
        till.seller
                .post("/usage", """
                        {"transaction_id": "%s", "subscription_id": "%s", "brick_id": "%s", "value": %d,
                         "time": "2025-01-01T07:00:00Z"}
                        """.formatted(id, subscription, calls, value))
                .is(201);
    }

    private void delete(String id) {
        till.seller.delete("/usage?transaction_id=" + id).is(200);
    }

    /// The invoice of January.
    private String billed(long total) {
        till.seller.advanceTo("2025-02-01T02:00:00Z");
        return invoiceOf(total);
    }

    private String invoiceOf(long total) {
        return till.invoices(subscription).stream()
                .filter(invoice -> invoice.path("grand_total").asLong() == total)
                .findFirst()
                .orElseThrow()
                .path("invoice_id")
                .asText();
    }

    private JsonNode next() {
        return till.invoices(subscription).stream()
                .filter(invoice -> invoice.path("status").asText().equals("SCHEDULED"))
                .findFirst()
                .orElseThrow();
    }
}
