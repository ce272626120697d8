package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An invoice that came to less than nothing gave its customer credit (rule M-08). Where its time ends early, the part
/// of that credit that stands for the rest of the time goes back (rules R-02, Z-02).
@Tag("verify")
final class BelowZeroScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void aTerminationTakesTheUnusedPartBack() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(yearForLessThanNothing(till));
        assertThat(till.credit()).isEqualTo(30000);

        terminate(till, subscription);

        assertThat(till.credit()).isEqualTo(15000);
        assertThat(till.balance("REVENUE")).isEqualTo(15000);
        assertThat(till.balance("GOODWILL")).isZero();
    }

    /// Issued together, they come to the same as one after the other (rule I-11).
    @Test
    void whatOneGivesPaysTheNextOfTheSameDay() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.started(yearForLessThanNothing(till).replace("ANNUALLY", "MONTHLY"));
        var other = till.started(till.order("2025-01-01", "MONTHLY", ""));
        till.seller.advanceTo("2025-02-01T08:00:00Z");

        assertThat(till.invoices(other).subList(0, 2))
                .extracting(invoice -> invoice.path("remaining_amount").asLong())
                .containsExactly(7500L, 7500L);
        assertThat(till.credit()).isZero();
    }

    @Test
    void whatIsSpentIsTheSellersLoss() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(yearForLessThanNothing(till));
        till.standalone("200.00", "");
        assertThat(till.credit()).isEqualTo(10000);

        terminate(till, subscription);

        assertThat(till.credit()).isZero();
        assertThat(till.balance("GOODWILL")).isEqualTo(5000);
        assertThat(till.balance("REVENUE")).isEqualTo(15000 - 20000);
    }

    /// Credit of the invoice was spent on another one of the term. Half of both is unused: of 1350.00 that the
    /// other gives back, 150.00 go where they came from.
    @Test
    void aTerminationTakesItFromWhatItGives() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = withoutDiscount(till);

        terminate(till, subscription);

        assertThat(till.credit()).isEqualTo(120_000);
        assertThat(till.balance("REVENUE")).isEqualTo(-120_000);
        assertThat(till.balance("GOODWILL")).isZero();
    }

    @Test
    void aRecastTakesItFromWhatItGives() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = withoutDiscount(till);
        till.seller.advanceTo("2025-07-01T08:00:00Z");
        var body = """
                {"starts_at": "2025-07-01", "contract_length": 1, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(till.plan, till.seats);
        till.seller
                .post("/subscriptions/%s/recast/estimate".formatted(subscription), body)
                .is(200, "\"total\":120000,\"applied\":10000,\"remaining\":110000");

        till.seller.started("/subscriptions/%s/recast".formatted(subscription), body);

        assertThat(till.credit()).isEqualTo(110_000);
        assertThat(till.balance("REVENUE")).isEqualTo(-120_000 - 10_000);
        assertThat(till.balance("ADJUSTMENTS")).isZero();
        assertThat(till.balance("GOODWILL")).isZero();
    }

    /// A year for less than nothing, which becomes two seats at their price on its first day; all of it is paid.
    private static String withoutDiscount(InvoicingFixture till) {
        var subscription = till.started(yearForLessThanNothing(till));
        till.upgrade(subscription, 2);
        till.pay(till.invoice(subscription, 1), 240_000).is(200);
        assertThat(till.credit()).isZero();
        return subscription;
    }

    /// A void does not take back again what the termination has taken.
    @Test
    void aVoidTakesTheRest() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(yearForLessThanNothing(till));
        terminate(till, subscription);
        till.grant(50000);

        till.seller
                .post("/invoices/%s/void".formatted(till.invoice(subscription, 0)), "{}")
                .is(200);

        assertThat(till.credit()).isEqualTo(50000);
        assertThat(till.balance("REVENUE")).isZero();
    }

    @Test
    void aRecastTakesItOutOfTheLedgerAndGivesNone() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(yearForLessThanNothing(till));
        till.seller.advanceTo("2025-07-01T08:00:00Z");
        var body = """
                {"starts_at": "2025-07-01", "contract_length": 12, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(till.plan, till.seats);
        till.seller
                .post("/subscriptions/%s/recast/estimate".formatted(subscription), body)
                .is(200, "\"grand_total\":120000");
        till.seller.started("/subscriptions/%s/recast".formatted(subscription), body);

        assertThat(till.get(till.invoice(subscription, 1))
                        .json()
                        .path("remaining_amount")
                        .asLong())
                .isEqualTo(120000 - 15000);
        assertThat(till.balance("ADJUSTMENTS")).isZero();
    }

    /// Rule R-06: what is set by hand replaces what the recast gives, which is nothing here; what the invoice gave
    /// too much goes back either way.
    @ParameterizedTest
    @CsvSource({"0, 10000, 5000", "4000, 6000, 9000", "20000, 0, 15000"})
    void whatIsSetByHandStandsBesideIt(long byHand, long total, long left) {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(yearForLessThanNothing(till));

        till.recast(subscription, ", \"adjustment_credit\": " + byHand);

        assertThat(till.get(till.invoice(subscription, 1))
                        .json()
                        .path("grand_total")
                        .asLong())
                .isEqualTo(total);
        assertThat(till.credit()).as("15000 less what the first invoice took").isEqualTo(left);
        assertThat(till.balance("ADJUSTMENTS")).isEqualTo(byHand);
        assertThat(till.balance("REVENUE")).isEqualTo(15000 - 10000);
        assertThat(till.balance("GOODWILL")).isZero();
    }

    /// A customer who is not given back what they paid keeps the credit that they got.
    @Test
    void aTerminationWithoutCreditLeavesIt() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(yearForLessThanNothing(till));
        till.seller.advanceTo("2025-07-01T08:00:00Z");

        till.seller
                .post("/subscriptions/%s/terminate".formatted(subscription), "{}")
                .is(200);

        assertThat(till.credit()).isEqualTo(30000);
    }

    /// A discount above its price made the one-time brick beside it cheaper and gave no credit. What is unused of it
    /// lowers what the other invoices give back: 12 seats of 100.00 less 15000.00 for a year, half of it used.
    @Test
    void whatIsUnusedOfADiscountLowersWhatOthersGiveBack() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        taxed(till);
        var shop = new Shop(till.seller);
        var once = shop.brick("setup", "ONE_TIME");
        shop.publish(
                till.plan, Shop.priced(till.seats, Shop.monthly("100.00")), Shop.priced(once, Shop.flat("10000.00")));
        var subscription = till.started(yearForLessThanNothing(till)
                .replace("\"bricks\": [", "\"bricks\": [{\"brick_id\": \"%s\"}, ".formatted(once)));
        till.seller.started("/subscriptions/%s/upgrade".formatted(subscription), """
                        {"starts_at": "2025-01-01",
                         "bricks": [{"brick_id": "%s", "quantity": 11, "discount": [{"amount": 150000}]}]}
                        """.formatted(till.seats));
        for (var invoice : till.invoices(subscription)) {
            till.pay(
                            invoice.path("invoice_id").asText(),
                            invoice.path("remaining_amount").asLong())
                    .is(200);
        }

        terminate(till, subscription);

        assertThat(till.balance("REVENUE")).isEqualTo(-1_000_000 + 15_000 - 600_000);
        assertThat(till.balance("TAX")).isEqualTo(-(1_000_000 - 15_000 + 600_000) * 19 / 100);
        assertThat(till.credit()).isEqualTo((600_000 - 15_000) * 119 / 100);
    }

    /// The setup costs 1.00 less 101.00, which pays for January's seat. The seat goes on the first day: without it the
    /// invoice would have come to less than nothing, and given credit.
    @Test
    void aReductionOfAnInvoiceOfZeroGivesBackWhatTheOtherLinePaidFor() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(withSetup(till, "MONTHLY", 10_100));
        assertThat(till.get(till.invoice(subscription, 0))
                        .json()
                        .path("grand_total")
                        .asLong())
                .isZero();

        till.upgrade(subscription, 0);

        assertThat(till.credit()).isEqualTo(10_000);
        assertThat(till.balance("REVENUE")).isEqualTo(10_000);
        till.seller
                .post("/invoices/%s/void".formatted(till.invoice(subscription, 0)), "{}")
                .is(200);
        assertThat(till.credit()).isZero();
        assertThat(till.balance("REVENUE")).isZero();
    }

    /// 100.00 less 50.00 and 19 % of tax were paid. Without the seat 50.00 are owed to the customer, and no tax,
    /// whatever the tax becomes.
    @Test
    void noMoreTaxIsGivenBackThanWasBilled() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        taxed(till);
        till.seller.post("/tax-registrations", "{\"country\": \"FR\"}").is(200);
        var subscription = till.started(withSetup(till, "MONTHLY", 5_100));
        till.pay(till.invoice(subscription, 0), 5_950).is(200);

        till.upgrade(subscription, 0);

        for (var country : List.of("DE", "FR", "US")) {
            moves(till, subscription, country);

            assertThat(till.credit()).as(country).isEqualTo(5_950 + 5_000);
            assertThat(till.balance("TAX")).as(country).isZero();
            assertThat(till.balance("REVENUE")).as(country).isEqualTo(5_000);
        }
    }

    /// A year of a seat beside a setup of 1.00 less 1501.00 came to −300.00, which was given. Half a year is used:
    /// 600.00 less 1500.00 are −900.00.
    @Test
    void aTerminationGivesBackWhatALineBelowZeroPaidFor() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(withSetup(till, "ANNUALLY", 150_100));
        assertThat(till.credit()).isEqualTo(30_000);

        terminate(till, subscription);

        assertThat(till.credit()).isEqualTo(90_000);
        assertThat(till.balance("REVENUE")).isEqualTo(90_000);
    }

    /// The tax of less than nothing is less than nothing: with the credit it goes back by the same part (rule R-03).
    @Test
    void whatIsTakenBackGoesWithItsTax() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        taxed(till);
        var subscription = till.started(yearForLessThanNothing(till));
        assertThat(till.credit()).isEqualTo(30_000 + 5_700);

        terminate(till, subscription);

        assertThat(till.credit()).isEqualTo(15_000 + 2_850);
        assertThat(till.balance("REVENUE")).isEqualTo(15_000);
        assertThat(till.balance("TAX")).isEqualTo(2_850);
        till.seller
                .post("/invoices/%s/void".formatted(till.invoice(subscription, 0)), "{}")
                .is(200);
        assertThat(till.credit()).isZero();
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(till.balance("TAX")).isZero();
    }

    /// The customer has moved to where no tax is due: the half that they keep is given without it.
    @Test
    void whatWasTakenBackIsTaxedAnew() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        taxed(till);
        var subscription = till.started(yearForLessThanNothing(till));
        terminate(till, subscription);

        moves(till, subscription);

        assertThat(till.credit()).isEqualTo(15_000);
        assertThat(till.balance("REVENUE")).isEqualTo(15_000);
        assertThat(till.balance("TAX")).isZero();
    }

    /// A year of a seat beside a setup of 1.00 less 2501.00 came to −1300.00 and its tax. Without the seat it is
    /// −2500.00.
    @Test
    void aReductionOfAnInvoiceBelowZeroGivesBackItsTaxToo() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        taxed(till);
        var subscription = till.started(withSetup(till, "ANNUALLY", 250_100));
        assertThat(till.credit()).isEqualTo(130_000 * 119 / 100);

        till.upgrade(subscription, 0);

        assertThat(till.credit()).isEqualTo(250_000 * 119 / 100);
        assertThat(till.balance("REVENUE")).isEqualTo(250_000);
        assertThat(till.balance("TAX")).isEqualTo(250_000 * 19 / 100);
        moves(till, subscription);
        assertThat(till.credit()).isEqualTo(250_000);
        assertThat(till.balance("REVENUE")).isEqualTo(250_000);
        assertThat(till.balance("TAX")).isZero();
    }

    /// A setup of 250.00 beside it left 50.00 and their tax to give, which is less than half of what the year gives:
    /// all of that was taken back, and is whatever its tax becomes.
    @Test
    void noMoreIsTakenBackThanWasGiven() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        taxed(till);
        var shop = new Shop(till.seller);
        var setup = shop.brick("setup", "ONE_TIME");
        shop.publish(
                till.plan, Shop.priced(till.seats, Shop.monthly("100.00")), Shop.priced(setup, Shop.flat("250.00")));
        var subscription = till.started(yearForLessThanNothing(till)
                .replace("\"bricks\": [", "\"bricks\": [{\"brick_id\": \"%s\"}, ".formatted(setup)));
        assertThat(till.credit()).isEqualTo(5_000 + 950);
        terminate(till, subscription);
        till.grant(10_000);

        for (var country : List.of("US", "DE")) {
            moves(till, subscription, country);

            assertThat(till.credit()).isEqualTo(10_000);
            assertThat(till.balance("REVENUE")).isZero();
            assertThat(till.balance("TAX")).isZero();
        }
    }

    /// The customer moves to where no tax is due, and the first invoice is regenerated.
    private static void moves(InvoicingFixture till, String subscription) {
        moves(till, subscription, "US");
    }

    private static void moves(InvoicingFixture till, String subscription, String country) {
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"%s\"}}".formatted(country))
                .is(200);
        till.seller
                .post(
                        "/invoices/%s/regenerate".formatted(till.invoice(subscription, 0)),
                        "{\"should_use_current_address\": true, \"send_invoice\": false}")
                .is(200);
    }

    private static String withSetup(InvoicingFixture till, String frequency, long off) {
        var shop = new Shop(till.seller);
        var setup = shop.brick("setup", "ONE_TIME");
        shop.publish(till.plan, Shop.priced(till.seats, Shop.monthly("100.00")), Shop.priced(setup, Shop.flat("1.00")));
        return till.order("2025-01-01", frequency, "")
                .replace(
                        "\"bricks\": [",
                        "\"bricks\": [{\"brick_id\": \"%s\", \"discount\": [{\"amount\": %d}]}, "
                                .formatted(setup, off));
    }

    private static void taxed(InvoicingFixture till) {
        till.seller.patch("/seller", "{\"address\": {\"country\": \"DE\"}}").is(200);
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
    }

    private static final String MOST_OFF = "\"quantity\": 1, \"discount\": [{\"amount\": 9007199254740991}]";

    private static String ahead(InvoicingFixture till, String customer) {
        return till.order("2025-02-01", 12, "ANNUALLY", ", \"first_charge_date\": \"CONTRACT_START_DATE\"")
                .replace("\"quantity\": 1", MOST_OFF)
                .replace(till.customer, customer);
    }

    /// A setup for another customer, who has the contract from then on.
    private static void handOver(InvoicingFixture till, String subscription, String customer) {
        var shop = new Shop(till.seller);
        var setup = shop.brick("setup", "ONE_TIME");
        shop.publish(till.plan, Shop.priced(till.seats, Shop.monthly("100.00")), Shop.priced(setup, Shop.flat("1.00")));
        till.seller.started("/subscriptions/%s/upgrade".formatted(subscription), """
                {"starts_at": "2025-02-01", "bricks": [{"brick_id": "%s"}], "customer_id": "%s"}
                """.formatted(setup, customer));
    }

    /// Credit of an invoice goes to the ledger of the customer it bills, even if another has the contract now.
    @Test
    void eachLedgerKeepsItsOwn() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var other = till.customer("");
        till.started(ahead(till, other));
        var moved = till.started(ahead(till, till.customer));
        handOver(till, moved, other);
    }

    @Test
    void whatComesBackToWhoHadTheContractNeedsRoomInItsLedger() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var moved = till.started(ahead(till, till.customer));
        handOver(till, moved, till.customer(""));
        till.seller.post("/subscriptions/%s/terminate".formatted(moved), "{}").is(200);
        till.started(ahead(till, till.customer));
        till.seller
                .post("/subscriptions/%s/reinstate".formatted(moved), "{}")
                .is(400, "the customer's credit would be more than can be kept");
    }

    /// A balance is an amount, with the limit of all amounts (rule M-09): what would lead beyond it is refused while it
    /// can be.
    @Test
    void theLedgerKeepsNoMoreThanAnAmountMaySay() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var order = till.order("2025-02-01", 12, "ANNUALLY", ", \"first_charge_date\": \"CONTRACT_START_DATE\"")
                .replace("\"quantity\": 1", "\"quantity\": 1, \"discount\": [{\"amount\": 9007199254740991}]");
        till.started(order);
        var other = till.seller.post("/subscriptions", order).is(200).text("subscription_id");

        till.seller
                .post("/subscriptions/%s/start".formatted(other), "{}")
                .is(400, "the customer's credit would be more than can be kept");
        till.seller.advanceTo("2025-02-01T08:00:00Z");
        till.seller
                .post("/subscriptions/%s/start".formatted(other), "{}")
                .is(400, "the customer's credit would be more than can be kept");

        assertThat(till.credit()).isEqualTo(9_007_199_254_740_991L - 120000);
    }

    /// A credit set by hand leaves over what the new order cannot bear (rules ).
    @Test
    void theCreditOfARecastIsRefusedWhereTheLedgerCannotKeepIt() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(yearForLessThanNothing(till));
        var order = till.seller
                .post("/subscriptions/%s/recast".formatted(subscription), """
                        {"starts_at": "2025-01-01", "contract_length": 1, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 1}], "adjustment_credit": 9007199254740991}
                        """.formatted(till.plan, till.seats))
                .is(200)
                .text("order_id");
        till.grant(50000);

        till.seller
                .post("/subscriptions/%s/recast/%s/start".formatted(subscription, order), "{}")
                .is(400, "the amount is outside");

        assertThat(till.credit()).isEqualTo(80000);
    }

    private static String yearForLessThanNothing(InvoicingFixture till) {
        return till.order("2025-01-01", 12, "ANNUALLY", "")
                .replace("\"quantity\": 1", "\"quantity\": 1, \"discount\": [{\"amount\": 150000}]");
    }

    private static void terminate(InvoicingFixture till, String subscription) {
        till.seller.advanceTo("2025-07-01T08:00:00Z");
        till.seller
                .post("/subscriptions/%s/terminate".formatted(subscription), "{\"credit_unused\": true}")
                .is(200);
    }
}
