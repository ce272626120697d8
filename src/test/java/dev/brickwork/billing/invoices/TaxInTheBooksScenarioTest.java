package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The tax owed according to the journal, when an invoice of which a change of the contract took something back
/// (rule R-03) is voided or priced again.
@Tag("verify")
final class TaxInTheBooksScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String FRENCH = "{\"address\": {\"country\": \"FR\"}, \"tax_id\": \"FR40303265045\"}";

    /// The taxed line was taken back before, so that no tax is left to reverse.
    @Test
    void aVoidLeavesNoTaxBehind() {
        var till = taxed();
        var shop = new Shop(till.seller);
        var books = till.seller.post("/bricks", """
                        {"brick_name": "Books", "brick_code": "books", "brick_type": "SUBSCRIPTION", "tax_category": "free"}
                        """).is(200).text("brick_id");
        shop.publish(
                till.plan, Shop.priced(till.seats, Shop.monthly("100.00")), Shop.priced(books, Shop.monthly("100.00")));
        var id = till.started(till.order("2025-01-01", 1, "MONTHLY", "")
                .replace("}], \"customer", "}, {\"brick_id\": \"%s\"}], \"customer".formatted(books)));
        till.upgrade(id, 0);
        assertThat(till.get(till.invoice(id, 0)).json().path("offset_total").asLong())
                .isEqualTo(11900);
        assertThat(till.balance("TAX")).isZero();

        till.seller
                .post("/invoices/%s/void".formatted(till.invoice(id, 0)), "{}")
                .is(200);
        assertThat(till.balance("TAX")).isZero();
        assertThat(till.balance("REVENUE")).isZero();
    }

    /// Two seats at 19 % become one at 7 % in the middle of January: half of the month of two goes back with its
    /// tax, and from then on one is billed with the lower tax.
    @Test
    void anUpgradeToAnotherTaxCategoryLeavesNoTaxOfTheOld() {
        var till = taxed();
        var id = till.started(till.order("2025-01-01", 2, "MONTHLY", "").replace("\"quantity\": 1", "\"quantity\": 2"));
        till.seller.post("/tax-rates", """
                        {"country": "DE", "category": "reduced", "percent": "7", "name": "VAT"}
                        """).is(200);
        till.seller
                .patch("/bricks/" + till.seats, "{\"tax_category\": \"reduced\"}")
                .is(200);
        new Shop(till.seller).publish(till.plan, Shop.priced(till.seats, Shop.monthly("100.00")));
        till.seller.advanceTo("2025-01-17T08:00:00Z");
        var upgrades = "/subscriptions/%s/upgrade".formatted(id);
        var order = till.seller
                .post(upgrades, """
                        {"starts_at": "2025-01-17", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1}]}
                        """.formatted(till.plan, till.seats))
                .is(200)
                .text("order_id");
        till.seller.post(upgrades + "/%s/start".formatted(order), "{}").is(200);

        var first = till.get(till.invoice(id, 0)).json();
        assertThat(first.path("remaining_amount").asLong()).as("16 of 31 days").isEqualTo(23_800 - 9_677 - 1_839);
        assertThat(till.invoices(id))
                .extracting(it -> it.path("grand_total").asLong())
                .containsExactly(23_800L, 4_839L + 339, 10_700L);
        till.seller.advanceTo("2025-02-02T08:00:00Z");
        assertThat(till.balance("TAX")).isEqualTo(-(3_800 - 1_839) - 339 - 700);
    }

    /// Rule U-03: the seats are the same at the same price, and are taxed otherwise since the middle of January.
    @Test
    void anUpgradeToAnotherTaxCategoryAloneChangesTheTax() {
        var till = taxed();
        var id = till.started(till.order("2025-01-01", 2, "MONTHLY", ""));
        till.seller.post("/tax-rates", """
                        {"country": "DE", "category": "reduced", "percent": "7", "name": "VAT"}
                        """).is(200);
        till.seller
                .patch("/bricks/" + till.seats, "{\"tax_category\": \"reduced\"}")
                .is(200);
        new Shop(till.seller).publish(till.plan, Shop.priced(till.seats, Shop.monthly("100.00")));
        till.seller.advanceTo("2025-01-17T08:00:00Z");
        var upgrades = "/subscriptions/%s/upgrade".formatted(id);
        var named = "{\"starts_at\": \"2025-01-17\", %s\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 1}]}";
        till.seller
                .post(upgrades + "/estimate", named.formatted("", till.seats))
                .is(200, "\"line_items\":[]");
        var order = till.seller
                .post(upgrades, named.formatted("\"plan_id\": \"%s\", ".formatted(till.plan), till.seats))
                .is(200, "\"contract_value\":\"0.00 USD\"")
                .text("order_id");
        till.seller.post(upgrades + "/%s/start".formatted(order), "{}").is(200);

        assertThat(till.get(till.invoice(id, 0)).json().path("remaining_amount").asLong())
                .as("16 of 31 days at 19 %")
                .isEqualTo(11_900 - 4_839 - 919);
        assertThat(till.invoices(id))
                .extracting(it -> it.path("grand_total").asLong())
                .containsExactly(11_900L, 4_839L + 339, 10_700L);
    }

    /// The buyer turns out to owe the tax themselves (reverse charge): none was due, and none was taken off, so
    /// that the seat that is left costs its net price.
    @Test
    void whatIsPricedAgainWithoutTaxWasTakenOffWithoutTax() {
        var till = taxed();
        var id = twoSeats(till);
        till.upgrade(id, 1);
        till.seller.get("/invoices/%s/history".formatted(till.invoice(id, 0))).is(200, "REDUCED");
        assertThat(till.balance("TAX")).isEqualTo(-22800);

        free(till, id).is(200, "\"remaining_amount\":120000");
        assertThat(till.balance("TAX")).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-120000);
    }

    /// Tax turns out to be due: none is charged for the seat that was taken off.
    @Test
    void whatIsPricedAgainWithTaxWasTakenOffWithTax() {
        var till = taxed();
        till.seller.patch("/customers/" + till.customer, FRENCH).is(200);
        var id = twoSeats(till);
        till.upgrade(id, 1);
        assertThat(till.get(till.invoice(id, 0)).is(200, "\"remaining_amount\":120000"))
                .isNotNull();

        at(till, id, "{\"address\": {\"country\": \"DE\"}, \"tax_id\": null}").is(200, "\"remaining_amount\":142800");
        assertThat(till.balance("TAX")).isEqualTo(-22800);
        assertThat(till.balance("REVENUE")).isEqualTo(-120000);
    }

    /// The tax of the seat that was given back comes back once, however often the invoice is priced again, and a recast
    /// afterwards counts on what is left.
    @Test
    void taxThatWasGivenBackIsNotGivenBackAgain() {
        var till = taxed();
        var id = twoSeats(till);
        till.pay(till.invoice(id, 0), 285600).is(200);
        till.upgrade(id, 1);
        assertThat(till.credit()).isEqualTo(142800);
        assertThat(till.seller
                        .get("/invoices/%s/history".formatted(till.invoice(id, 0)))
                        .is(200)
                        .body())
                .as("it was paid, so that nothing less is owed")
                .doesNotContain("REDUCED");

        free(till, id);
        assertThat(till.credit()).isEqualTo(285600 - 120000);
        assertThat(till.balance("TAX")).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-120000);

        at(till, id, "{\"address\": {\"country\": \"DE\"}, \"tax_id\": null}").is(200, "\"remaining_amount\":22800");
        assertThat(till.credit()).isEqualTo(285600 - 120000);
        free(till, id).is(200, "\"remaining_amount\":0");

        till.seller.post("/subscriptions/%s/terminate".formatted(id), """
                        {"termination_date": "2025-07-01", "credit_unused": true}
                        """).is(200);
        till.seller.advanceTo("2025-07-01T01:00:00Z");
        assertThat(till.balance("REVENUE")).isEqualTo(-60000);
        assertThat(till.balance("TAX")).isZero();
        assertThat(till.credit()).isEqualTo(285600 - 60000);
    }

    /// Three seats of 0.12 and 0.07 of tax in all, of which two are taken off one after the other: both together bear
    /// 0.05, though each by itself would bear 0.02.
    @Test
    void whatWasTakenOffTwiceIsTaxedAsOne() {
        var till = taxed();
        new Shop(till.seller).publish(till.plan, Shop.priced(till.seats, Shop.monthly("0.01")));
        var id = till.started(
                till.order("2025-01-01", 12, "ANNUALLY", "").replace("\"quantity\": 1", "\"quantity\": 3"));
        till.upgrade(id, 2);
        till.upgrade(id, 1);
        free(till, id).is(200, "\"remaining_amount\":12");
        at(till, id, "{\"address\": {\"country\": \"DE\"}, \"tax_id\": null}").is(200, "\"remaining_amount\":14");
        assertThat(till.balance("TAX")).isEqualTo(-2);
        assertThat(till.balance("REVENUE")).isEqualTo(-12);
    }

    /// Tax that was given back as credit and is spent already is the seller's loss.
    @Test
    void taxThatWasGivenBackAndSpentIsNotTakenBack() {
        var till = taxed();
        var id = twoSeats(till);
        till.pay(till.invoice(id, 0), 285600).is(200);
        till.upgrade(id, 1);
        var payment = till.get(till.invoice(id, 0))
                .json()
                .path("payments")
                .path(0)
                .path("payment_id")
                .asText();
        till.seller
                .post("/payments/%s/refund".formatted(payment), "{\"amount\": 285600}")
                .is(200);
        till.standalone("1200.00", "");
        assertThat(till.credit()).isZero();

        free(till, id).is(200, "\"remaining_amount\":240000");
        assertThat(till.balance("GOODWILL")).isEqualTo(22800);
        assertThat(till.balance("REVENUE")).isEqualTo(-120000 - 120000);
    }

    /// Tax that a regeneration gave back already is not given back again by a change of the contract.
    @Test
    void whatIsGivenBackBearsTheTaxOfTheNewestVersion() {
        var till = taxed();
        var id = till.started(
                till.order("2025-01-01", 12, "ANNUALLY", "").replace("\"quantity\": 1", "\"quantity\": 2"));
        till.pay(till.invoice(id, 0), 285600).is(200);
        free(till, id);
        assertThat(till.credit()).isEqualTo(45600);

        till.upgrade(id, 1);
        assertThat(till.credit()).isEqualTo(45600 + 120000);
        assertThat(till.balance("TAX")).isZero();
    }

    /// An invoice with a negative line beside usage: the line of the seats bears tax for both (M-06), and what is given
    /// back of it must not take that of the usage along.
    @Test
    void whatIsGivenBackLeavesTheTaxOfTheRest() {
        var till = taxed();
        var shop = new Shop(till.seller);
        var calls = shop.brick("calls", "USAGE");
        shop.publish(till.plan, Shop.priced(till.seats, Shop.monthly("100.00")), Shop.priced(calls, Shop.flat("1.00")));
        var id = till.started(till.order("2025-01-01", 12, "QUARTERLY", "")
                .replace(
                        "\"quantity\": 1}",
                        "\"quantity\": 4}, {\"brick_id\": \"%s\", \"quantity\": 0}".formatted(calls)));
        till.upgrade(id, 1);
        till.seller.advanceTo("2025-03-15T08:00:00Z");
        till.seller.post("/usage", """
                        {"transaction_id": "a", "subscription_id": "%s", "brick_id": "%s", "value": 1000,
                         "time": "2025-03-14T07:00:00Z"}
                        """.formatted(id, calls)).is(201);
        till.seller.advanceTo("2025-04-16T08:00:00Z");
        assertThat(till.balance("REVENUE")).isEqualTo(-30000 - 30000 - 100000);
        assertThat(till.balance("TAX")).isEqualTo(-30400);

        till.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"credit_unused\": true}")
                .is(200);

        assertThat(till.balance("REVENUE")).isEqualTo(-30000 - 5000 - 100000);
        assertThat(till.balance("TAX")).isEqualTo(-25650);
    }

    /// Two bricks of 1.10 for a year, and five months of both given back: 104.58 of tax each, rounded up together a
    /// cent
    /// more than their part of the whole. All of it goes with the tax, and its part comes back.
    @Test
    void whatATerminationGaveBackIsTaxedAnew() {
        var till = taxed();
        var shop = new Shop(till.seller);
        var more = shop.brick("more", "SUBSCRIPTION");
        shop.publish(till.plan, Shop.priced(till.seats, Shop.monthly("1.10")), Shop.priced(more, Shop.monthly("1.10")));
        var id = till.started(till.order("2025-01-01", 12, "ANNUALLY", "")
                .replace("}], \"customer", "}, {\"brick_id\": \"%s\"}], \"customer".formatted(more)));
        till.pay(till.invoice(id, 0), 2640 + 502).is(200);
        till.seller.advanceTo("2025-08-01T08:00:00Z");
        till.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"credit_unused\": true}")
                .is(200);
        assertThat(till.credit()).isEqualTo(1100 + 210);

        free(till, id);
        assertThat(till.balance("TAX")).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-1540);

        at(till, id, "{\"address\": {\"country\": \"DE\"}, \"tax_id\": null}").is(200);
        assertThat(till.balance("TAX")).isEqualTo(-502 + 209);
        assertThat(till.balance("REVENUE")).isEqualTo(-1540);
    }

    /// The customer has moved since the invoice was scheduled: the tax that it bore comes back, not the one that it was
    /// expected to bear (rule R-03).
    @Test
    void whatIsGivenBackBearsTheTaxThatWasBilledAndNotTheExpectedOne() {
        var till = taxed();
        till.seller.patch("/customers/" + till.customer, FRENCH).is(200);
        var id = till.started(till.order("2025-01-01", 24, "ANNUALLY", ""));
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"DE\"}, \"tax_id\": null}")
                .is(200);
        till.seller.advanceTo("2026-01-01T08:00:00Z");
        till.pay(till.invoice(id, 1), 142_800).is(200, "\"paid_amount\":142800");
        till.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"credit_unused\": true}")
                .is(200);
        assertThat(till.credit()).isEqualTo(142_800);
        assertThat(till.balance("TAX")).isZero();
    }

    /// A prepayment is too much once no tax is due: the excess pays the next invoice, also when both are issued
    /// together (rules I-04, I-11).
    @Test
    void taxThatWasPaidAheadPaysTheNextInvoiceOfTheDay() {
        var till = taxed();
        var order = till.order("2025-01-01", "MONTHLY", "");
        var paid = till.invoice(till.started(order), 1);
        var other = till.invoice(till.started(order), 1);
        till.pay(paid, 11_900).is(200);
        till.seller.patch("/customers/" + till.customer, FRENCH).is(200);
        till.seller.advanceTo("2025-02-01T00:00:00Z");
        till.get(other).is(200, "\"remaining_amount\":8100", "\"credited_total\":1900");
        assertThat(till.credit()).isZero();
    }

    /// The credit of a recast waits on its scheduled invoices: what was given too much of it is taken off there.
    @Test
    void taxThatARecastGaveTooMuchIsTakenOffWhereItWaits() {
        var till = taxed();
        var id = till.started(till.order("2025-01-01", 12, "ANNUALLY", ""));
        var payment = till.pay(till.invoice(id, 0), 142800).is(200).text("payment_id");
        till.recast(id, "");
        assertThat(waiting(till, id)).isEqualTo(71400 - 11900);
        till.seller.post("/payments/%s/refund".formatted(payment), "{}").is(200);

        free(till, id).is(200, "\"remaining_amount\":120000");

        assertThat(waiting(till, id)).isEqualTo(60000 - 11900);
        assertThat(till.invoices(id).stream()
                        .filter(invoice -> invoice.path("status").asText().equals("SCHEDULED"))
                        .map(invoice -> invoice.path("grand_total").asLong()))
                .as("the latest first")
                .startsWith(0L, 0L, 0L, 0L, 11400L, 11900L);
        assertThat(till.balance("GOODWILL")).isZero();
        assertThat(till.balance("CUSTOMER_CREDIT")).isEqualTo(-60000 + 11900);
    }

    /// Rule R-06: the seller keeps their share of the unused part without its tax, which was never due.
    @Test
    void taxOfWhatACreditByHandDidNotGiveComesBackToo() {
        var till = taxed();
        var id = till.started(till.order("2025-01-01", 12, "ANNUALLY", ""));
        till.pay(till.invoice(id, 0), 142800).is(200);
        till.recast(id, ", \"adjustment_credit\": 0");
        assertThat(till.balance("TAX")).isEqualTo(-22800 - 1900);

        free(till, id).is(200, "\"remaining_amount\":0");

        assertThat(till.credit()).isEqualTo(22800);
        assertThat(till.balance("ADJUSTMENTS")).isZero();
        assertThat(till.balance("TAX")).isEqualTo(-1900);
        assertThat(till.balance("REVENUE")).isEqualTo(-120000 - 10000);
    }

    /// A credit that was set by hand stays, and there is no tax in it any more.
    @Test
    void aCreditByHandIsAllNetWithoutTax() {
        var till = taxed();
        var id = till.started(till.order("2025-01-01", 12, "ANNUALLY", ""));
        till.pay(till.invoice(id, 0), 142800).is(200);
        till.recast(id, ", \"adjustment_credit\": 11900");
        assertThat(till.balance("TAX")).isEqualTo(-22800 + 1900 - 1900);

        free(till, id).is(200, "\"remaining_amount\":0");

        assertThat(till.credit()).isEqualTo(22800);
        assertThat(till.balance("TAX")).isEqualTo(-1900);
        assertThat(till.balance("REVENUE")).isEqualTo(-120000 + 11900 - 10000);
    }

    /// Credit that the eleven scheduled invoices are to bear.
    private static long waiting(InvoicingFixture till, String id) {
        return 11 * 11900
                - till.invoices(id).stream()
                        .filter(invoice -> invoice.path("status").asText().equals("SCHEDULED"))
                        .mapToLong(invoice -> invoice.path("grand_total").asLong())
                        .sum();
    }

    private static InvoicingFixture taxed() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.seller.patch("/seller", "{\"address\": {\"country\": \"DE\"}}").is(200);
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller
                .post(
                        "/tax-rates",
                        "{\"country\": \"DE\", \"category\": \"free\", \"percent\": \"0\", \"name\": \"VAT\"}")
                .is(200);
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        return till;
    }

    /// The buyer moves to where they owe the tax themselves, and the invoice is priced again for it.
    private static TestServer.Reply free(InvoicingFixture till, String id) {
        return at(till, id, FRENCH).is(200, "\"tax_total\":0");
    }

    private static TestServer.Reply at(InvoicingFixture till, String id, String address) {
        till.seller.patch("/customers/" + till.customer, address).is(200);
        return till.seller.post(
                "/invoices/%s/regenerate".formatted(till.invoice(id, 0)), "{\"should_use_current_address\": true}");
    }

    private static String twoSeats(InvoicingFixture till) {
        return till.started(till.order("2025-01-01", 12, "ANNUALLY", "").replace("\"quantity\": 1", "\"quantity\": 2"));
    }
}
