package dev.brickwork.payments.callbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.House;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.payments.Till;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.plumbing.Secret;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages of Stripe at the door without a key: signed, stored, and believed only after reading again.
final class CallbackScenarioTest {
    private static final StripeDouble STRIPE = StripeDouble.started();
    private static final House HOUSE =
            House.open(Map.of("BRICKWORK_STRIPE_URL", STRIPE.base().toString()));
    private static final Secret SECRET = Secret.of("whsec_canary");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private record Shopkeeper(Till till, String path) {}

    private static Shopkeeper connected() {
        var till = new Till(HOUSE.seller());
        return new Shopkeeper(till, URI.create(connect(till)).getPath());
    }

    private static String connect(Till till) {
        return till.seller()
                .put(
                        "/processor",
                        "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\", \"webhook_secret\": \"%s\"}}"
                                .formatted(StripeDouble.API_KEY, SECRET.reveal()))
                .is(200)
                .text("callback_url");
    }

    private static URI form(Till till, String invoice) {
        var caller = new Caller(till.seller().id(), "page", "test", Instant.now());
        var id = new InvoiceId(UUID.fromString(invoice));
        var side = HOUSE.wiring().payments().payersSide();
        return side.formFor(caller, id, URI.create("https://x.example"), Optional.empty());
    }

    private static String customerWith(Till till, String method) throws IOException {
        var customer = till.customer("Acme " + method);
        till.seller()
                .post("/customers/%s/payment-methods".formatted(customer), "{}")
                .is(200);
        STRIPE.attachToLatest(method);
        till.choose(customer, method);
        return customer;
    }

    private static int send(String path, String body, String signature) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(HOUSE.address() + path))
                .header("Stripe-Signature", signature)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static String signed(String body) {
        return StripeDouble.signed(body, SECRET, Instant.now());
    }

    private static String event(String id, String type, String object) {
        return "{\"id\": \"%s\", \"object\": \"event\", \"type\": \"%s\", \"created\": %d, \"data\": {\"object\": %s}}"
                .formatted(id, type, Instant.now().getEpochSecond(), object);
    }

    @Test
    void aMessageIsBelievedOnlyAfterReadingAgain() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var invoice = till.invoice(customerWith(till, "pm_processing"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"PROCESSING\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var lie = event("evt_1", "payment_intent.succeeded", """
                {"id": "%s", "object": "payment_intent", "status": "succeeded", "amount_received": 999999}""".formatted(charge));
        assertThat(send(keeper.path, lie, signed(lie))).isEqualTo(200);
        assertThat(send(keeper.path, lie, signed(lie))).isEqualTo(200); // The same event again.
        TestPostgres.await(() -> handled(till) == 1);
        assertThat(till.remaining(invoice)).isEqualTo(5_000); // Stripe's own book says: processing.

        STRIPE.succeed(charge);
        var truth = event("evt_2", "payment_intent.succeeded", "{\"id\": \"%s\"}".formatted(charge));
        assertThat(send(keeper.path, truth, signed(truth))).isEqualTo(200);
        TestPostgres.await(() -> till.status(invoice).equals("PAID"));
        assertThat(till.cash()).isEqualTo(5_000).isEqualTo(STRIPE.taken(payment));
        assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.succeeded");
    }

    private static int handled(Till till) {
        return HOUSE.database()
                .read(tx -> tx.createQuery(
                                "SELECT count(*) FROM callback WHERE seller_id = :seller AND handled_at IS NOT NULL")
                        .bind("seller", till.seller().id().value())
                        .mapTo(Integer.class)
                        .one());
    }

    @Test
    void aForgedOldOrStrayMessageIsRefused() throws Exception {
        var keeper = connected();
        var body = event("evt_3", "account.updated", "{\"id\": \"acct_1\"}");
        var old = StripeDouble.signed(body, SECRET, Instant.now().minusSeconds(301));
        var forged = StripeDouble.signed(body, Secret.of("a guess"), Instant.now());
        assertThat(send(keeper.path, body, old)).isEqualTo(400);
        assertThat(send(keeper.path, body, forged)).isEqualTo(400);
        assertThat(send(keeper.path, body, "")).isEqualTo(400);
        assertThat(send(keeper.path, body + " ", signed(body))).isEqualTo(400);
        assertThat(send("/callbacks/" + "A".repeat(43), body, signed(body))).isEqualTo(404);
        assertThat(handled(keeper.till)).isZero();
    }

    /// What Stripe says about the account decides whether invoices have a payment page.
    @Test
    void anAccountThatCannotTakePaymentsIsNoticed() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var invoice = till.invoice(till.customer("Acme"), 5_000);
        assertThat(till.read(invoice).path("payment_url").isNull()).isFalse();
        try {
            STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":false}");
            var body = event("evt_4", "account.updated", "{\"id\": \"acct_1\"}");
            assertThat(send(keeper.path, body, signed(body))).isEqualTo(200);
            TestPostgres.await(() -> till.read(invoice).path("payment_url").isNull());
            till.seller().get("/processor").is(200, "\"can_take_payments\":false", "\"state\":\"REFUSED\"");
        } finally {
            STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":true}");
        }
    }

    /// The promise of `paywall_force_autopay` outlives a processor that is away just when the method is looked for,
    /// and it is the method that was used, not an older one of another type.
    @Test
    void theMethodOfAPayerIsKeptAlsoWhenItCannotBeReadAtOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        till.seller()
                .patch("/seller", "{\"accepted_payment_methods_config\": {\"paywall_force_autopay\": true}}")
                .is(200);
        var customer = customerWith(till, "pm_older_card");
        var payer = STRIPE.attachToLatest("pm_older_card");
        var invoice = till.invoice(customer, 5_000);
        var form = form(till, invoice);
        var session = form.getPath().substring(1);
        STRIPE.put("pm_newer_bank", """
                {"id": "pm_newer_bank", "object": "payment_method", "type": "us_bank_account", "customer": "%s",
                 "created": 1735689700, "us_bank_account": {"bank_name": "A Bank", "last4": "6789"}}
                """.formatted(payer));
        STRIPE.put("pi_page_1", """
                {"id": "pi_page_1", "object": "payment_intent", "status": "succeeded", "amount_received": 5000,
                 "currency": "usd", "metadata": {}}""");
        STRIPE.set(session, "status", "complete");
        STRIPE.set(session, "payment_intent", "pi_page_1");
        var drops = new AtomicInteger(1);
        STRIPE.watch(moment ->
                !(moment.is(StripeDouble.Stage.ARRIVED, "GET", "/payment_methods") && drops.getAndDecrement() > 0));

        var paid = event("evt_6", "checkout.session.completed", "{\"id\": \"%s\"}".formatted(session));
        assertThat(send(keeper.path, paid, signed(paid))).isEqualTo(200);

        TestPostgres.await(() -> till.seller()
                .get("/customers/%s/payment-methods/default".formatted(customer))
                .body()
                .contains("pm_newer_bank"));
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(drops).hasNonPositiveValue();
    }

    /// Only the one that is gone at Stripe, whatever the message says.
    @Test
    void aDefaultThatWasTakenAwayAtStripeIsNoneAnyMore() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var customer = customerWith(till, "pm_ok_default");
        var payer = STRIPE.attachToLatest("pm_ok_other");
        var path = "/customers/%s/payment-methods/default".formatted(customer);
        assertThat(send(keeper.path, "evt_7", "pm_ok_other", payer)).isEqualTo(200);
        TestPostgres.await(() -> handled(till) == 1);
        till.seller().get(path).is(200, "pm_ok_default");

        STRIPE.set("pm_ok_default", "customer", "");
        assertThat(send(keeper.path, "evt_8", "pm_ok_default", payer)).isEqualTo(200);
        TestPostgres.await(() -> handled(till) == 2);
        assertThat(defaults(customer)).isZero();
    }

    /// That a method was detached from a payer.
    private static int send(String path, String event, String method, String payer) throws Exception {
        var body = """
                {"id": "%s", "object": "event", "type": "payment_method.detached", "created": %d, "data": {
                 "object": {"id": "%s", "customer": null}, "previous_attributes": {"customer": "%s"}}}
                """.formatted(event, Instant.now().getEpochSecond(), method, payer);
        return send(path, body, signed(body));
    }

    private static int defaults(String customer) {
        return HOUSE.database()
                .read(tx -> tx.createQuery("""
                        SELECT count(*) FROM payment_method
                        WHERE company_id = :customer AND is_default AND removed_at IS NULL
                        """)
                        .bind("customer", UUID.fromString(customer))
                        .mapTo(Integer.class)
                        .one());
    }

    /// Both names of the idempotency key do the same: the charge goes on with the next try.
    @ParameterizedTest
    @ValueSource(strings = {"Idempotency-Key", "X-SERVICE-IDEMPOTENT-OPERATION-KEY"})
    void whoSendsTheSameKeyAgainGoesOn(String header) throws Exception {
        var till = connected().till;
        var invoice = till.invoice(customerWith(till, "pm_ok_" + header.length()), 5_000);
        var path = "/invoices/%s/pay".formatted(invoice);
        try {
            STRIPE.watch(_ -> false);
            till.seller().send("POST", path, "{}", header, "once").is(503);
        } finally {
            STRIPE.watch(_ -> true);
        }
        till.seller().send("POST", path, "{}", header, "once").is(200, "\"state\":\"SUCCEEDED\"");
        assertThat(till.cash()).isEqualTo(5_000);
    }

    /// The seller gives money back at Stripe's own pages, and loses the rest in a dispute: the invoice is open again
    /// and the cash is gone, once, however often Stripe tells it.
    @Test
    void whatGoesBackAtStripeIsWrittenDownOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var customer = customerWith(till, "pm_ok_dashboard");
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
            var body = event("evt_" + type, type, object);
            assertThat(send(keeper.path, body, signed(body))).isEqualTo(200);
        }
        TestPostgres.await(() -> handled(till) == 3);
        assertThat(till.remaining(invoice)).isEqualTo(2_000);
        assertThat(till.cash()).isEqualTo(3_000);
        assertThat(till.events(invoice)).endsWith("invoice.payment.succeeded", "invoice.refunded");
        till.refund(payment, "{\"amount\": 3001}").is(400, "At most 3000 is left");

        STRIPE.set("re_under_way", "status", "succeeded");
        STRIPE.set("dp_open", "status", "lost");
        var closed = event("evt_closed", "charge.dispute.closed", object);
        assertThat(send(keeper.path, closed, signed(closed))).isEqualTo(200);
        TestPostgres.await(() -> till.cash() == 0);
        assertThat(till.remaining(invoice)).isEqualTo(5_000);
        till.refund(payment, "{}").is(400, "refunded already");
    }

    /// Stripe did not know it when it was asked, so that it was given up; then it was made after all.
    @Test
    void aRefundThatArrivesAfterItWasGivenUpIsWrittenDownOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var invoice = till.invoice(customerWith(till, "pm_ok_late"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        STRIPE.watch(moment -> !moment.is(StripeDouble.Stage.ARRIVED, "POST", "/v1/refunds"));
        String refund;
        try {
            refund = till.refund(payment, "{\"amount\": 3000}")
                    .is(200, "\"state\":\"PROCESSING\"")
                    .text("refund_id");
        } finally {
            STRIPE.watch(_ -> true);
        }
        HOUSE.wiring().sweeps().run(till.seller().id(), Instant.now().plus(Duration.ofMinutes(10)));
        assertThat(till.remaining(invoice)).isZero();
        till.refund(payment, "{\"amount\": 5001}").is(400, "At most 5000 is left");

        STRIPE.put("re_late", """
                {"id": "re_late", "object": "refund", "payment_intent": "%s", "amount": 3000, "currency": "usd",
                 "status": "succeeded", "metadata": {"brickwork_refund_id": "%s"}}""".formatted(charge, refund));
        for (var type : List.of("refund.created", "refund.updated")) {
            tell(keeper, type, charge);
            assertThat(till.remaining(invoice)).isEqualTo(3_000);
            assertThat(till.cash()).isEqualTo(2_000);
        }
        till.refund(payment, "{\"amount\": 2001}").is(400, "At most 2000 is left");
    }

    /// The bank of the payer sends a refund back days later: the seller has the money, so the payment stands again.
    @Test
    void aRefundThatComesBackIsUndoneOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var customer = customerWith(till, "pm_ok_returned");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{\"amount\": 3000}").is(200, "\"state\":\"SUCCEEDED\"");
        STRIPE.put("re_hand", """
                {"id": "re_hand", "object": "refund", "payment_intent": "%s", "amount": 2000, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        tell(keeper, "refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(5_000);
        assertThat(till.cash()).isZero();
        till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 1500}")
                .is(200);

        for (var refund : STRIPE.refundsOf(charge)) STRIPE.set(refund, "status", "failed");
        tell(keeper, "refund.failed", charge);
        tell(keeper, "refund.updated", charge);

        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(6_500);
        assertThat(credit(till, customer)).isEqualTo(1_500);
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
        var till = keeper.till;
        var customer = customerWith(till, "pm_ok_void");
        var invoice = till.invoice(customer, 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        till.refund(payment, "{}").is(200, "\"state\":\"SUCCEEDED\"");
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        for (var refund : STRIPE.refundsOf(charge)) STRIPE.set(refund, "status", "failed");
        tell(keeper, "refund.failed", charge);
        assertThat(till.status(invoice)).isEqualTo("VOIDED");
        assertThat(credit(till, customer)).isEqualTo(5_000);
        assertThat(till.cash()).isEqualTo(5_000);
    }

    /// The message about a refund may be the first that is heard of the charge.
    @Test
    void whatWentBackOfAChargeThatNobodyHeardOfIsWrittenDown() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var invoice = till.invoice(customerWith(till, "pm_processing"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"PROCESSING\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        STRIPE.succeed(charge);
        STRIPE.put("re_first", """
                {"id": "re_first", "object": "refund", "payment_intent": "%s", "amount": 2000, "currency": "usd",
                 "status": "succeeded", "metadata": {}}""".formatted(charge));
        tell(keeper, "refund.created", charge);
        assertThat(till.remaining(invoice)).isEqualTo(2_000);
        assertThat(till.cash()).isEqualTo(3_000);
    }

    /// What a message names is known to the account that sent it, and to no other that was connected meanwhile.
    @Test
    void aMessageOfAFormerAccountIsNotReadAtTheNextOne() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var invoice = till.invoice(customerWith(till, "pm_ok_former"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var reads = new AtomicInteger();
        STRIPE.watch(moment ->
                !moment.is(StripeDouble.Stage.ARRIVED, "GET", "/payment_intents/" + charge) || reads.addAndGet(1) < 0);
        try {
            var body = event("evt_former", "payment_intent.succeeded", "{\"id\": \"%s\"}".formatted(charge));
            assertThat(send(keeper.path, body, signed(body))).isEqualTo(200);
            TestPostgres.await(() -> reads.get() > 0); // In vain; it is tried again.
            STRIPE.put("account", "{\"id\":\"acct_2\",\"object\":\"account\",\"charges_enabled\":true}");
            connect(till);
            int before = reads.get();
            TestPostgres.await(() -> handled(till) == 1);
            assertThat(reads).hasValue(before);
        } finally {
            STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":true}");
            STRIPE.watch(_ -> true);
        }
    }

    /// Somebody pays while the form is being opened: nobody is sent there, and it is closed at Stripe.
    @Test
    void aFormThatIsNotNeededAnyMoreIsClosed() throws Exception {
        var till = connected().till;
        var invoice = till.invoice(customerWith(till, "pm_ok_faster"), 5_000);
        STRIPE.watch(moment -> {
            if (moment.is(StripeDouble.Stage.DONE, "POST", "/checkout/sessions")
                    && !moment.request().path().endsWith("/expire"))
                till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"");
            return true;
        });
        try {
            assertThatThrownBy(() -> form(till, invoice))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("nothing can be paid");
        } finally {
            STRIPE.watch(_ -> true);
        }
        assertThat(STRIPE.requests().getLast().path()).endsWith("/expire");
    }

    /// The form cannot be closed, because it was paid, and Stripe does not say more just now: nothing is charged until
    /// it does.
    @Test
    void nothingIsChargedWhileNobodyKnowsWhatWasPaidAtTheForm() throws Exception {
        var till = connected().till;
        var invoice = till.invoice(customerWith(till, "pm_ok_unsaid"), 5_000);
        var session = form(till, invoice).getPath().substring(1);
        STRIPE.put("pi_unsaid_1", """
                {"id": "pi_unsaid_1", "object": "payment_intent", "status": "succeeded", "amount_received": 5000,
                 "currency": "usd", "metadata": {}}""");
        STRIPE.set(session, "status", "complete");
        STRIPE.set(session, "payment_intent", "pi_unsaid_1");
        STRIPE.watch(moment -> !moment.is(StripeDouble.Stage.ARRIVED, "GET", "/payment_intents/pi_unsaid_1"));
        try {
            till.pay(invoice).is(503);
        } finally {
            STRIPE.watch(_ -> true);
        }
        till.pay(invoice).is(400, "meanwhile");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(5_000);
    }

    private static void tell(Shopkeeper keeper, String type, String charge) throws Exception {
        var before = handled(keeper.till);
        var body = event("evt_" + type + charge, type, "{\"payment_intent\": \"%s\"}".formatted(charge));
        assertThat(send(keeper.path, body, signed(body))).isEqualTo(200);
        TestPostgres.await(() -> handled(keeper.till) > before);
    }

    private static long credit(Till till, String customer) {
        return till.seller()
                .get("/customers/%s/credits".formatted(customer))
                .is(200)
                .json()
                .path("balances")
                .path(0)
                .path("balance")
                .asLong();
    }

    /// What was given as credit and then also in money comes out of the credit again.
    @Test
    void whatGoesBackAtStripeComesOutOfCreditFirst() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var customer = customerWith(till, "pm_ok_twice");
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
        var body = event("evt_whole", "refund.created", "{\"payment_intent\": \"%s\"}".formatted(charge));
        assertThat(send(keeper.path, body, signed(body))).isEqualTo(200);
        TestPostgres.await(() -> handled(till) == 1);
        assertThat(till.remaining(invoice)).isEqualTo(4_999);
        assertThat(credit(till, customer)).isZero();
        assertThat(till.cash()).isEqualTo(1);
        till.refund(payment, "{}").is(400, "refunded already");
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
        assertThat(broken).isEmpty();
    }

    @Test
    void aRefundIsToldByItsMessage() throws Exception {
        var keeper = connected();
        var till = keeper.till;
        var invoice = till.invoice(customerWith(till, "pm_ok_refund"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        till.refund(payment, "{\"amount\": 1000}").is(200, "\"state\":\"SUCCEEDED\"");
        assertThat(till.remaining(invoice)).isEqualTo(1_000);
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var body = event("evt_5", "refund.updated", "{\"id\": \"re_1\", \"payment_intent\": \"%s\"}".formatted(charge));
        assertThat(send(keeper.path, body, signed(body))).isEqualTo(200);
        TestPostgres.await(() -> handled(till) == 1);
        assertThat(till.remaining(invoice)).isEqualTo(1_000);
        assertThat(till.cash()).isEqualTo(4_000);
    }
}
