package dev.brickwork.payments.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.support.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Messages of Stripe about money that went back: refunds of ours, those made in its dashboard, and disputes.
@Tag("verify")
final class GoneBackScenarioTest {
    private static final StripeDouble STRIPE = StripeDouble.started();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(
            Map.of("BRICKWORK_STRIPE_URL", STRIPE.base().toString()));

    private static Shopkeeper connected() {
        return Shopkeeper.connected(HOUSE, STRIPE);
    }

    /// The seller gives money back at Stripe's own pages, and loses the rest in a dispute: the invoice is open again
    /// and the cash is gone, once, however often Stripe tells it.
    @Test
    void whatGoesBackAtStripeIsWrittenDownOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_dashboard");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        STRIPE.put("re_dashboard", """
                {"id": "re_dashboard", "object": "refund", "payment_intent": "%s", "amount": 2000, "currency": "usd",
                 "status": "succeeded", "reason": "requested_by_customer"}""".formatted(charge));
        STRIPE.put("re_under_way", """
                {"id": "re_under_way", "object": "refund", "payment_intent": "%s", "amount": 500, "currency": "usd",
                 "status": "pending", "metadata": {}}""".formatted(charge));
        STRIPE.put("dp_open", """
                {"id": "dp_open", "object": "dispute", "payment_intent": "%s", "amount": 2500, "currency": "usd",
                 "status": "needs_response", "reason": "product_not_received"}""".formatted(charge));
        var object = "{\"id\": \"re_dashboard\", \"payment_intent\": \"%s\"}".formatted(charge);
        for (var type : List.of("charge.refunded", "refund.created", "charge.dispute.created")) {
            var body = Shopkeeper.event("evt_" + type, type, object);
            assertThat(keeper.send(body)).isEqualTo(200);
        }
        Await.until("three messages are acted on", () -> keeper.handled() == 3);
        assertThat(till.remaining(invoice)).isEqualTo(2_000);
        assertThat(till.cash()).isEqualTo(3_000);
        assertThat(till.events(invoice)).endsWith("invoice.payment.succeeded", "invoice.refunded");
        till.refund(payment, "{\"amount\": 3001}").is(400, "At most 3000 is left");

        STRIPE.set("re_under_way", "status", "succeeded");
        STRIPE.set("dp_open", "status", "lost");
        var closed = Shopkeeper.event("evt_closed", "charge.dispute.closed", object);
        assertThat(keeper.send(closed)).isEqualTo(200);
        Await.until("the money is given back", () -> till.cash() == 0);
        assertThat(till.remaining(invoice)).isEqualTo(5_000);
        till.refund(payment, "{}").is(400, "refunded already");
    }

    /// A message that could not be handled for hours is given up until the seller connects the account again.
    @Test
    void whatCouldNotBeReadIsReadWhenTheSellerConnectsAgain() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_unread"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        STRIPE.put("re_unread", """
                {"id": "re_unread", "object": "refund", "payment_intent": "%s", "amount": 2000, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        STRIPE.refuse(Optional.of("/v1"));
        try {
            var object = "{\"id\": \"re_unread\", \"payment_intent\": \"%s\"}".formatted(charge);
            assertThat(keeper.send(Shopkeeper.event("evt_unread", "refund.created", object)))
                    .isEqualTo(200);
            Await.until("the message is given up", () -> giveUp(till) > 0);
        } finally {
            STRIPE.refuse(Optional.empty());
        }
        Shopkeeper.connect(till);
        Await.until("the message is acted on", () -> keeper.handled() == 1);
        assertThat(till.remaining(invoice)).isEqualTo(2_000);
        assertThat(till.cash()).isEqualTo(3_000);
    }

    /// After one try instead of fifteen.
    private static int giveUp(PaymentsFixture till) {
        return HOUSE.database()
                .inTransaction(tx -> tx.handle().execute("""
                UPDATE outbox_task
                SET is_parked = true
                WHERE seller_id = ? AND listener = 'callbacks' AND last_error IS NOT NULL AND lease_until IS NULL
                """, till.seller().id().value()));
    }

    @Test
    void whatWentBackOfOneChargeStaysGoneWhenAnotherIsToldOf() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_two_charges");
        for (int i = 1; i <= 2; i++) {
            var payment = till.pay(till.invoice(customer, 5_000)).is(200).text("payment_id");
            var charge = STRIPE.chargeOf(payment).orElseThrow();
            STRIPE.put("re_two_charges_" + i, """
                    {"id": "re_two_charges_%d", "object": "refund", "payment_intent": "%s", "amount": 2000,
                     "currency": "usd", "status": "succeeded", "metadata": {}}""".formatted(i, charge));
            keeper.tell("refund.created", charge);
            assertThat(till.cash()).isEqualTo(3_000L * i);
        }
    }

    /// Stripe did not know it when it was asked, so that it was given up; then it was made after all.
    @Test
    void aRefundThatArrivesAfterItWasGivenUpIsWrittenDownOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_late"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var refund = givenUp(till, payment, 3_000);
        assertThat(till.remaining(invoice)).isZero();
        assertThat(till.events(invoice))
                .as("who was told that it is under way hears that it is not")
                .endsWith("invoice.payment.succeeded", "invoice.refunded");
        till.seller().get("/invoices/%s/history".formatted(invoice)).is(200, "\"REFUND_FAILED\"", "did not get");
        till.refund(payment, "{\"amount\": 5001}").is(400, "At most 5000 is left");

        STRIPE.put("re_late", """
                {"id": "re_late", "object": "refund", "payment_intent": "%s", "amount": 3000, "currency": "usd",
                 "status": "succeeded", "metadata": {"brickwork_refund_id": "%s"}}""".formatted(charge, refund));
        for (var type : List.of("refund.created", "refund.updated")) {
            keeper.tell(type, charge);
            assertThat(till.remaining(invoice)).isEqualTo(3_000);
            assertThat(till.cash()).isEqualTo(2_000);
        }
        till.refund(payment, "{\"amount\": 2001}").is(400, "At most 2000 is left");
    }

    /// A process whose clock is ahead looks up a refund that is just being sent, and gives it up. The sender hears
    /// that it was made: that is booked, though no message comes, and once when one does.
    @Test
    void aRefundThatIsGivenUpWhileItIsSentIsWrittenDownOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_ahead"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var later = Instant.now().plus(Duration.ofMinutes(10));
        STRIPE.watch(moment -> {
            if (moment.is(StripeDouble.Stage.ARRIVED, "POST", "/v1/refunds"))
                HOUSE.wiring().sweeps().run(till.seller().id(), later);
            return true;
        });
        try {
            till.refund(payment, "{\"amount\": 3000}").is(200, "\"state\":\"SUCCEEDED\"");
        } finally {
            STRIPE.watch(_ -> true);
        }
        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(till.cash()).isEqualTo(2_000);
        keeper.tell("refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(till.cash()).isEqualTo(2_000);
    }

    /// A refund that never reached Stripe, and that Stripe did not know when it was asked.
    private static String givenUp(PaymentsFixture till, String payment, int cents) {
        var refund = unheard(till, payment, cents);
        HOUSE.wiring().sweeps().run(till.seller().id(), Instant.now().plus(Duration.ofMinutes(10)));
        return refund;
    }

    /// A refund that does not reach Stripe.
    private static String unheard(PaymentsFixture till, String payment, int cents) {
        STRIPE.watch(moment -> !moment.is(StripeDouble.Stage.ARRIVED, "POST", "/v1/refunds"));
        try {
            return till.refund(payment, "{\"amount\": %d}".formatted(cents))
                    .is(200, "\"state\":\"PROCESSING\"")
                    .text("refund_id");
        } finally {
            STRIPE.watch(_ -> true);
        }
    }

    /// The bank of the payer sends a refund back days later: the seller has the money, so the payment stands again.
    @Test
    void aRefundThatComesBackIsUndoneOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_returned");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{\"amount\": 3000}").is(200, "\"state\":\"SUCCEEDED\"");
        STRIPE.put("re_hand", """
                {"id": "re_hand", "object": "refund", "payment_intent": "%s", "amount": 2000, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        keeper.tell("refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(5_000);
        assertThat(till.cash()).isZero();
        till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 1500}")
                .is(200);

        for (var refund : STRIPE.refundsOf(charge)) STRIPE.set(refund, "status", "failed");
        keeper.tell("refund.failed", charge);
        keeper.tell("refund.updated", charge);

        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(6_500);
        assertThat(keeper.credit(customer)).isEqualTo(1_500);
        till.seller()
                .get("/invoices/%s/payments".formatted(invoice))
                .is(200, "\"refunded_amount\":0", "\"paid_amount\":5000");
        assertThat(till.events(invoice)).endsWith("invoice.refunded", "invoice.refunded");
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
        assertThat(broken).isEmpty();
    }

    /// An invoice that was voided since takes nothing: all of it is the customer's.
    @Test
    void aRefundThatComesBackToAVoidInvoiceIsCredit() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_void");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{}").is(200, "\"state\":\"SUCCEEDED\"");
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        for (var refund : STRIPE.refundsOf(charge)) STRIPE.set(refund, "status", "failed");
        keeper.tell("refund.failed", charge);
        assertThat(till.status(invoice)).isEqualTo("VOIDED");
        assertThat(keeper.credit(customer)).isEqualTo(5_000);
        assertThat(till.cash()).isEqualTo(5_000);
    }

    /// The customer had spent the credit for the same payment, so the seller bore what went back of it. When it
    /// comes back, the seller gets that part again, and the invoice takes the rest.
    @Test
    void aRefundThatComesBackIsTheSellersAsFarAsHeBoreIt() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_borne");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{\"amount\": 4000, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(200);
        assertThat(till.status(till.invoice(customer, 4_000))).isEqualTo("CREDITED");
        STRIPE.put("re_borne", """
                {"id": "re_borne", "object": "refund", "payment_intent": "%s", "amount": 5000, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        keeper.tell("refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(5_000);
        assertThat(till.balance("GOODWILL")).isEqualTo(4_000);

        STRIPE.set("re_borne", "status", "failed");
        keeper.tell("refund.failed", charge);
        assertThat(till.remaining(invoice)).isEqualTo(4_000);
        assertThat(keeper.credit(customer)).isZero();
        assertThat(till.cash()).isEqualTo(5_000);
        assertThat(till.balance("GOODWILL")).isZero();
        till.seller().get("/invoices/%s/history".formatted(invoice)).is(200, "\"REFUND_FAILED\"");
    }

    /// The message about a refund may be the first that is heard of the charge.
    @Test
    void whatWentBackOfAChargeThatNobodyHeardOfIsWrittenDown() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_processing"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"PROCESSING\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        STRIPE.succeed(charge);
        STRIPE.put("re_first", """
                {"id": "re_first", "object": "refund", "payment_intent": "%s", "amount": 2000, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        keeper.tell("refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(2_000);
        assertThat(till.cash()).isEqualTo(3_000);
    }

    /// A refund at Stripe of money that was given back as credit before takes that credit again.
    @Test
    void whatGoesBackAtStripeComesOutOfCreditFirst() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_twice");
        var invoice = till.invoice(customer, 5_000);
        till.seller()
                .post("/invoices/%s/payments".formatted(invoice), "{\"payment_method\": \"WIRE\", \"paid_amount\": 1}")
                .is(200);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{\"amount\": 4000, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(200);
        STRIPE.put("re_whole", """
                {"id": "re_whole", "object": "refund", "payment_intent": "%s", "amount": 4999, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        var body = Shopkeeper.event("evt_whole", "refund.created", "{\"payment_intent\": \"%s\"}".formatted(charge));
        assertThat(keeper.send(body)).isEqualTo(200);
        Await.until("the message is acted on", () -> keeper.handled() == 1);
        assertThat(till.remaining(invoice)).isEqualTo(4_999);
        assertThat(keeper.credit(customer)).isZero();
        assertThat(till.cash()).isEqualTo(1);
        till.refund(payment, "{}").is(400, "refunded already");
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
        assertThat(broken).isEmpty();
    }

    @Test
    void aRefundIsToldByItsMessage() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_refund"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        till.refund(payment, "{\"amount\": 1000}").is(200, "\"state\":\"SUCCEEDED\"");
        assertThat(till.remaining(invoice)).isEqualTo(1_000);
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var body = Shopkeeper.event(
                "evt_5", "refund.updated", "{\"id\": \"re_1\", \"payment_intent\": \"%s\"}".formatted(charge));
        assertThat(keeper.send(body)).isEqualTo(200);
        Await.until("the message is acted on", () -> keeper.handled() == 1);
        assertThat(till.remaining(invoice)).isEqualTo(1_000);
        assertThat(till.cash()).isEqualTo(4_000);
    }

    /// Without an answer of Stripe nothing is concluded about a refund: the message is handled again.
    @Test
    void aRefundThatComesBackIsNoticedThoughStripeIsAwayForAMoment() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_moment"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{\"amount\": 3000}").is(200, "\"state\":\"SUCCEEDED\"");
        for (var refund : STRIPE.refundsOf(charge)) STRIPE.set(refund, "status", "failed");

        withoutAnswerTo(1, () -> keeper.tell("refund.failed", charge));

        assertThat(till.remaining(invoice)).isZero();
        assertThat(till.cash()).isEqualTo(5_000);
    }

    /// A refund that was given up and made after all does not count as returned while Stripe does not answer.
    @Test
    void whatIsGoneStaysGoneThoughStripeIsAwayForAMoment() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_gone"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var refund = givenUp(till, payment, 3_000);
        STRIPE.put("re_gone", """
                {"id": "re_gone", "object": "refund", "payment_intent": "%s", "amount": 3000, "currency": "usd",
                 "status": "succeeded", "metadata": {"brickwork_refund_id": "%s"}}""".formatted(charge, refund));
        keeper.tell("refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(3_000);

        withoutAnswerTo(2, () -> keeper.tell("refund.updated", charge));

        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(till.cash()).isEqualTo(2_000);
    }

    /// A refund that was given up and made after all does not count as returned while Stripe reports an unknown
    /// status.
    @Test
    void whatIsGoneStaysGoneWhateverStripeSays() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_odd"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var refund = givenUp(till, payment, 3_000);
        STRIPE.put("re_odd", """
                {"id": "re_odd", "object": "refund", "payment_intent": "%s", "amount": 3000, "currency": "usd",
                 "status": "succeeded", "metadata": {"brickwork_refund_id": "%s"}}""".formatted(charge, refund));
        keeper.tell("refund.created", charge);
        STRIPE.set("re_odd", "status", "under_review");
        var asked = new AtomicInteger();
        STRIPE.watch(moment -> {
            if (moment.is(StripeDouble.Stage.DONE, "GET", "/v1/refunds") && asked.incrementAndGet() == 2)
                STRIPE.set("re_odd", "status", "succeeded");
            return true;
        });
        try {
            keeper.tell("refund.updated", charge);
        } finally {
            STRIPE.watch(_ -> true);
        }
        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(till.cash()).isEqualTo(2_000);
        assertThat(asked).as("it was acted on again").hasValueGreaterThan(2);
    }

    /// Once Stripe does not answer when it is asked for refunds, nor when the HTTP client repeats the question by
    /// itself.
    ///
    /// @param question which of them, from 1
    private static void withoutAnswerTo(int question, Runnable telling) {
        var asked = new AtomicInteger();
        STRIPE.watch(moment -> !moment.is(StripeDouble.Stage.ARRIVED, "GET", "/v1/refunds")
                || !List.of(question, question + 1).contains(asked.incrementAndGet()));
        try {
            telling.run();
        } finally {
            STRIPE.watch(_ -> true);
        }
        assertThat(asked).hasValueGreaterThan(question);
    }

    /// An invoice of 11900 came to 10000 without its tax, and 1900 are credit: while all of the 10000 is on its way
    /// back, what goes back at Stripe's own pages comes out of the credit.
    @Test
    void whatIsOnItsWayBackIsNotThereForStripesOwnPages() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        till.seller().post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var customer = keeper.customerWith("pm_ok_on_its_way");
        till.seller()
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        var invoice = till.invoice(customer, 10_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        till.seller()
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"FR\"}, \"tax_id\": \"FR40303265045\"}")
                .is(200);
        till.seller()
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200, "\"grand_total\":10000");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var ours = unheard(till, payment, 10_000);
        STRIPE.put("re_beside", """
                {"id": "re_beside", "object": "refund", "payment_intent": "%s", "amount": 1900, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        keeper.tell("refund.created", charge);
        assertThat(till.remaining(invoice)).isZero();
        assertThat(keeper.credit(customer)).isZero();

        STRIPE.put("re_ours", """
                {"id": "re_ours", "object": "refund", "payment_intent": "%s", "amount": 10000, "currency": "usd",
                 "status": "succeeded", "metadata": {"brickwork_refund_id": "%s"}}""".formatted(charge, ours));
        keeper.tell("refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(10_000);
        assertThat(till.cash()).isZero();
    }

    /// Given as credit, then given in money at Stripe's own pages while a refund of ours was under way: more went back
    /// than was paid, and what becomes of ours is written down all the same.
    @Test
    void aRefundUnderWayEndsThoughMoreWentBackThanWasPaid() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_more");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{\"amount\": 3000, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(200);
        STRIPE.watch(moment -> !moment.is(StripeDouble.Stage.DONE, "POST", "/v1/refunds"));
        try {
            till.refund(payment, "{}").is(200, "\"amount\":2000", "\"state\":\"PROCESSING\"");
        } finally {
            STRIPE.watch(_ -> true);
        }
        var ours = STRIPE.refundsOf(charge).getFirst();
        STRIPE.set(ours, "status", "pending");
        STRIPE.put("re_more", """
                {"id": "re_more", "object": "refund", "payment_intent": "%s", "amount": 3000, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        keeper.tell("refund.created", charge);
        assertThat(keeper.credit(customer)).isZero();
        assertThat(till.cash()).isEqualTo(2_000);

        keeper.tell("refund.updated", charge); // Still under way.
        STRIPE.set(ours, "status", "succeeded");
        keeper.tell("refund.updated", charge);
        assertThat(till.remaining(invoice)).isEqualTo(5_000);
        assertThat(till.cash()).isZero();

        STRIPE.set(ours, "status", "failed");
        keeper.tell("refund.failed", charge);
        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(till.cash()).isEqualTo(2_000);
    }

    /// The invoice is being charged again when the money of its first payment comes back: both are money, and what is
    /// too much is credit (rule I-04).
    @Test
    void aRefundThatComesBackMeetsTheNextCharge() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_meets");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{}").is(200, "\"state\":\"SUCCEEDED\"");
        STRIPE.attachToLatest("pm_processing");
        var next = till.pay(invoice, "{\"payment_method_id\": \"pm_processing\"}")
                .is(200, "\"state\":\"PROCESSING\"")
                .text("payment_id");
        for (var refund : STRIPE.refundsOf(charge)) STRIPE.set(refund, "status", "failed");
        keeper.tell("refund.failed", charge);
        assertThat(till.remaining(invoice)).isZero();
        assertThat(till.broken()).isEmpty();

        var nextCharge = STRIPE.chargeOf(next).orElseThrow();
        STRIPE.succeed(nextCharge);
        keeper.tell("payment_intent.succeeded", nextCharge);
        assertThat(keeper.credit(customer)).isEqualTo(5_000);
        assertThat(till.cash()).isEqualTo(10_000);
    }

    /// A refund that comes back settles the invoice again, so that its form is closed.
    @Test
    void aRefundThatComesBackClosesTheForm() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_form"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{}").is(200, "\"state\":\"SUCCEEDED\"");
        var form = keeper.form(invoice).getPath();
        for (var refund : STRIPE.refundsOf(charge)) STRIPE.set(refund, "status", "failed");
        keeper.tell("refund.failed", charge);
        Await.until(
                "the form is closed at Stripe",
                () -> STRIPE.requests().stream()
                        .anyMatch(request -> request.path().endsWith(form + "/expire")));
    }

    /// A form that was opened after a refund stays open, also where the event of the refund is handled late.
    @Test
    void aRefundClosesNoFormThatWasOpenedAfterIt() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_after"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        till.refund(payment, "{}").is(200, "\"state\":\"SUCCEEDED\"");
        Await.until("every event is followed", () -> till.isFollowedUp());
        var form = keeper.form(invoice).getPath();
        int again = HOUSE.database()
                .inTransaction(tx -> tx.update("""
                        INSERT INTO outbox_task (seller_id, id, event_id, listener)
                        SELECT seller_id, gen_random_uuid(), id, 'close-forms'
                        FROM event
                        WHERE event_type = 'invoice.refunded' AND object_id = :invoice::uuid
                        """).bind("invoice", invoice).execute());
        assertThat(again).isOne();
        Await.until("every event is followed", () -> till.isFollowedUp());
        assertThat(STRIPE.requests()).noneMatch(request -> request.path().endsWith(form + "/expire"));
    }

    /// Each refund of ours is looked up once, those made without us together, and none of another charge.
    @Test
    void aMessageLeadsToNoMoreQuestionsThanItMust() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_asked");
        var payment = till.pay(till.invoice(customer, 5_000))
                .is(200, "\"state\":\"SUCCEEDED\"")
                .text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        givenUp(till, payment, 700);
        till.refund(payment, "{\"amount\": 1000}").is(200, "\"state\":\"SUCCEEDED\"");
        till.refund(payment, "{\"amount\": 300}").is(200, "\"state\":\"SUCCEEDED\"");
        STRIPE.set(STRIPE.refundsOf(charge).getLast(), "status", "failed"); // It comes back with the first message.
        STRIPE.put("re_asked", """
                {"id": "re_asked", "object": "refund", "payment_intent": "%s", "amount": 500, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        keeper.tell("refund.created", charge);
        var another = till.pay(till.invoice(customer, 5_000))
                .is(200, "\"state\":\"SUCCEEDED\"")
                .text("payment_id");
        givenUp(till, another, 700);
        till.refund(another, "{\"amount\": 1000}").is(200, "\"state\":\"SUCCEEDED\"");
        STRIPE.watch(moment -> !moment.is(StripeDouble.Stage.DONE, "POST", "/v1/refunds"));
        try {
            till.refund(another, "{\"amount\": 1000}").is(200, "\"state\":\"PROCESSING\"");
        } finally {
            STRIPE.watch(_ -> true);
        }

        int before = STRIPE.requests().size();
        keeper.tell("refund.updated", charge);
        var questions = STRIPE.requests().subList(before, STRIPE.requests().size()).stream()
                .filter(request -> request.path().equals("/v1/refunds"))
                .map(request -> request.fields().get("payment_intent"));
        assertThat(questions).containsExactly(charge, charge, charge);
    }

    /// The message about the first refund of a charge is acted on while the second is on its way to Stripe, which does
    /// not know it yet: that is not its end.
    @Test
    void aMessageDoesNotEndARefundThatIsBeingSent() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_sent"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{\"amount\": 1000}").is(200, "\"state\":\"SUCCEEDED\"");
        STRIPE.watch(moment -> {
            if (moment.is(StripeDouble.Stage.ARRIVED, "POST", "/v1/refunds")) keeper.tell("refund.created", charge);
            return true;
        });
        try {
            till.refund(payment, "{\"amount\": 3000}").is(200, "\"state\":\"SUCCEEDED\"");
        } finally {
            STRIPE.watch(_ -> true);
        }
        assertThat(till.remaining(invoice)).isEqualTo(4_000);
        assertThat(till.cash()).isEqualTo(1_000);
    }

    /// A refund without an answer reaches Stripe while a message is handled: it is ours all the same, and counts
    /// once.
    @Test
    void aRefundThatArrivesBetweenTwoQuestionsCountsOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_between"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var refund = unheard(till, payment, 3_000);
        var arriving = """
                {"id": "re_between", "object": "refund", "payment_intent": "%s", "amount": 3000, "currency": "usd",
                 "status": "succeeded", "metadata": {"brickwork_refund_id": "%s"}}""".formatted(charge, refund);
        STRIPE.watch(moment -> {
            if (moment.is(StripeDouble.Stage.DONE, "GET", "/v1/refunds")) STRIPE.put("re_between", arriving);
            return true;
        });
        try {
            keeper.tell("refund.created", charge);
        } finally {
            STRIPE.watch(_ -> true);
        }
        keeper.tell("refund.updated", charge);
        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(till.cash()).isEqualTo(2_000);
        till.refund(payment, "{\"amount\": 2001}").is(400, "At most 2000 is left");
    }
}
