package dev.brickwork.payments.callbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages of Stripe at the door without a key: signed, stored, and believed only after reading again.
@Tag("verify")
final class CallbackScenarioTest {
    private static final StripeDouble STRIPE = StripeDouble.started();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(
            Map.of("BRICKWORK_STRIPE_URL", STRIPE.base().toString()));

    private final ZonedDateTime inAMonth =
            LocalDate.now(ZoneOffset.UTC).plusMonths(1).atStartOfDay(ZoneOffset.UTC);

    private static Shopkeeper connected() {
        return Shopkeeper.connected(HOUSE, STRIPE);
    }

    @Test
    void aMessageIsBelievedOnlyAfterReadingAgain() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_processing"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"PROCESSING\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var lie = Shopkeeper.event("evt_1", "payment_intent.succeeded", """
                {"id": "%s", "object": "payment_intent", "status": "succeeded", "amount_received": 999999}""".formatted(charge));
        assertThat(keeper.send(lie)).isEqualTo(200);
        assertThat(keeper.send(lie)).isEqualTo(200); // The same event again.
        Await.until("the message is acted on", () -> keeper.handled() == 1);
        assertThat(till.remaining(invoice)).isEqualTo(5_000); // Stripe's own book says: processing.

        STRIPE.succeed(charge);
        var truth = Shopkeeper.event("evt_2", "payment_intent.succeeded", "{\"id\": \"%s\"}".formatted(charge));
        assertThat(keeper.send(truth)).isEqualTo(200);
        Await.until("the invoice is paid", () -> till.status(invoice).equals("PAID"));
        assertThat(till.cash()).isEqualTo(5_000).isEqualTo(STRIPE.taken(payment));
        assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.succeeded");
    }

    @Test
    void aForgedOldOrStrayMessageIsRefused() throws Exception {
        var keeper = connected();
        var body = Shopkeeper.event("evt_3", "account.updated", "{\"id\": \"acct_1\"}");
        var old = StripeDouble.signed(body, Shopkeeper.SECRET, Instant.now().minusSeconds(301));
        var forged = StripeDouble.signed(body, Secret.of("a guess"), Instant.now());
        assertThat(keeper.send(keeper.path(), body, old)).isEqualTo(400);
        assertThat(keeper.send(keeper.path(), body, forged)).isEqualTo(400);
        assertThat(keeper.send(keeper.path(), body, "")).isEqualTo(400);
        assertThat(keeper.send(keeper.path(), body + " ", Shopkeeper.signed(body)))
                .isEqualTo(400);
        assertThat(keeper.send("/callbacks/" + "A".repeat(43), body, Shopkeeper.signed(body)))
                .isEqualTo(404);
        assertThat(keeper.handled()).isZero();
    }

    /// As they came they hold personal data, also those of a seller to whom no other comes.
    @Test
    void oldMessagesAreLetGo() throws Exception {
        var keeper = connected();
        assertThat(keeper.send(Shopkeeper.event("evt_old", "account.updated", "{\"id\": \"acct_1\"}")))
                .isEqualTo(200);
        Await.until("the message is acted on", () -> keeper.handled() == 1);
        HOUSE.database()
                .write(tx -> tx.update("""
                UPDATE callback
                SET received_at = received_at - interval '31 days'
                WHERE seller_id = :seller
                """)
                        .bind("seller", keeper.till().seller().id().value())
                        .execute());
        HOUSE.wiring().payments().upkeep().wake();
        Await.until("the message is purged", () -> keeper.handled() == 0);
    }

    /// Stripe's messages about the account decide whether invoices have a payment page.
    @Test
    void anAccountThatCannotTakePaymentsIsNoticed() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(till.customer("Acme"), 5_000);
        assertThat(till.read(invoice).path("payment_url").isNull()).isFalse();
        try {
            STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":false}");
            var body = Shopkeeper.event("evt_4", "account.updated", "{\"id\": \"acct_1\"}");
            assertThat(keeper.send(body)).isEqualTo(200);
            Await.until(
                    "invoices have no payment page",
                    () -> till.read(invoice).path("payment_url").isNull());
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
        var till = keeper.till();
        till.seller()
                .patch("/seller", "{\"accepted_payment_methods_config\": {\"paywall_force_autopay\": true}}")
                .is(200);
        var customer = keeper.customerWith("pm_older_card");
        var payer = STRIPE.attachToLatest("pm_older_card");
        var invoice = till.invoice(customer, 5_000);
        var form = keeper.form(invoice);
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

        var paid = Shopkeeper.event("evt_6", "checkout.session.completed", "{\"id\": \"%s\"}".formatted(session));
        assertThat(keeper.send(paid)).isEqualTo(200);

        Await.until(
                "the default is the newer method",
                () -> till.seller()
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
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_default");
        var payer = STRIPE.attachToLatest("pm_ok_other");
        var path = "/customers/%s/payment-methods/default".formatted(customer);
        assertThat(send(keeper, "evt_7", "pm_ok_other", payer)).isEqualTo(200);
        Await.until("the message is acted on", () -> keeper.handled() == 1);
        till.seller().get(path).is(200, "pm_ok_default");

        STRIPE.set("pm_ok_default", "customer", "");
        assertThat(send(keeper, "evt_8", "pm_ok_default", payer)).isEqualTo(200);
        Await.until("both messages are acted on", () -> keeper.handled() == 2);
        assertThat(defaults(customer)).isZero();
    }

    /// That a method was detached from a payer.
    private static int send(Shopkeeper keeper, String event, String method, String payer) throws Exception {
        var body = """
                {"id": "%s", "object": "event", "type": "payment_method.detached", "created": %d, "data": {
                 "object": {"id": "%s", "customer": null}, "previous_attributes": {"customer": "%s"}}}
                """.formatted(event, Instant.now().getEpochSecond(), method, payer);
        return keeper.send(body);
    }

    private static int defaults(String customer) {
        return HOUSE.database()
                .read(tx -> tx.query("""
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
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_" + header.length()), 5_000);
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

    /// A message is looked up only at the account that sent it, not at another that was connected meanwhile.
    @Test
    void aMessageOfAFormerAccountIsNotReadAtTheNextOne() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_former"), 5_000);
        var payment = till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"").text("payment_id");
        var charge = STRIPE.chargeOf(payment).orElseThrow();
        var reads = new AtomicInteger();
        STRIPE.watch(moment ->
                !moment.is(StripeDouble.Stage.ARRIVED, "GET", "/payment_intents/" + charge) || reads.addAndGet(1) < 0);
        try {
            var body = Shopkeeper.event("evt_former", "payment_intent.succeeded", "{\"id\": \"%s\"}".formatted(charge));
            assertThat(keeper.send(body)).isEqualTo(200);
            Await.until("the account is read", () -> reads.get() > 0); // In vain; it is tried again.
            STRIPE.put("account", "{\"id\":\"acct_2\",\"object\":\"account\",\"charges_enabled\":true}");
            Shopkeeper.connect(till);
            int before = reads.get();
            Await.until("the message is acted on", () -> keeper.handled() == 1);
            assertThat(reads).hasValue(before);
        } finally {
            STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":true}");
            STRIPE.watch(_ -> true);
        }
    }

    /// The invoice is paid while its form is being opened: the payer is not sent there, and Stripe is told to close
    /// it.
    @Test
    void aFormThatIsNotNeededAnyMoreIsClosed() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_faster"), 5_000);
        STRIPE.watch(moment -> {
            if (moment.is(StripeDouble.Stage.DONE, "POST", "/checkout/sessions")
                    && !moment.request().path().endsWith("/expire"))
                till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"");
            return true;
        });
        try {
            assertThatThrownBy(() -> keeper.form(invoice))
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
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_unsaid"), 5_000);
        var session = keeper.form(invoice).getPath().substring(1);
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

    /// A form of unknown outcome holds up only its own invoice: the others of the round are charged.
    @Test
    void aFormInDoubtHoldsUpItsOwnInvoiceOnly() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoices = issued(till, keeper.customerWith("pm_ok_doubt"));
        var session = keeper.form(invoices.getFirst()).getPath().substring(1);
        STRIPE.put("pi_doubt_1", """
                {"id": "pi_doubt_1", "object": "payment_intent", "status": "requires_capture", "metadata": {}}""");
        STRIPE.set(session, "status", "complete");
        STRIPE.set(session, "payment_intent", "pi_doubt_1");
        HOUSE.wiring().sweeps().run(till.seller().id(), inAMonth.plusDays(10).toInstant());
        assertThat(till.status(invoices.getFirst())).isNotEqualTo("PAID");
        assertThat(till.log(invoices.get(1))).containsExactly("CHARGE SUCCEEDED");
        assertThat(till.log(invoices.get(2))).containsExactly("CHARGE SUCCEEDED");
    }

    /// A form of unknown outcome keeps nothing else from being looked up in the same round.
    @Test
    void aFormInDoubtIsNoSilence() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var doubtful = till.invoice(till.customer("Acme"), 5_000);
        var first = keeper.form(doubtful).getPath().substring(1);
        STRIPE.put("pi_doubt_2", """
                {"id": "pi_doubt_2", "object": "payment_intent", "status": "requires_capture", "metadata": {}}""");
        STRIPE.set(first, "payment_intent", "pi_doubt_2");
        STRIPE.set(first, "status", "complete");
        var paid = till.invoice(till.customer("Bolt"), 5_000);
        var second = keeper.form(paid).getPath().substring(1);
        STRIPE.put("pi_paid_2", """
                {"id": "pi_paid_2", "object": "payment_intent", "status": "succeeded", "amount": 5000,
                 "amount_received": 5000, "currency": "usd",
                 "metadata": {"brickwork_payment_id": "%s", "brickwork_origin": "page"}}""".formatted(paymentAtForm()));
        STRIPE.set(second, "payment_intent", "pi_paid_2");
        STRIPE.set(second, "status", "complete");

        HOUSE.wiring().sweeps().run(till.seller().id(), Instant.now().plus(Duration.ofDays(3)));
        assertThat(till.status(doubtful)).isNotEqualTo("PAID");
        assertThat(till.status(paid)).isEqualTo("PAID");
    }

    /// The payment that the latest form is for.
    private static String paymentAtForm() {
        return STRIPE.requests().stream()
                .filter(request -> request.path().equals("/v1/checkout/sessions"))
                .map(request -> request.fields().get("client_reference_id"))
                .toList()
                .getLast();
    }

    /// Deleting the test data of an account deletes its forms, which then count as closed.
    @Test
    void aFormThatIsGoneAtStripeIsClosed() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_gone"), 5_000);
        STRIPE.forget(keeper.form(invoice).getPath().substring(1));
        till.pay(invoice).is(200, "SUCCEEDED");
    }

    /// Stripe did not know it when it was asked, so that it was given up; then it was under way after all, and came to
    /// nothing: it has failed once.
    @Test
    void aChargeThatComesLateAndFailsHasFailedOnce() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(keeper.customerWith("pm_ok_later"), 5_000);
        String payment;
        STRIPE.watch(moment -> !moment.is(StripeDouble.Stage.ARRIVED, "POST", "/v1/payment_intents"));
        try {
            payment = till.pay(invoice).is(200, "\"state\":\"PROCESSING\"").text("payment_id");
        } finally {
            STRIPE.watch(_ -> true);
        }
        HOUSE.wiring().sweeps().run(till.seller().id(), Instant.now().plus(Duration.ofMinutes(10)));
        assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.failed");

        STRIPE.put("pi_later_1", """
                {"id": "pi_later_1", "object": "payment_intent", "status": "processing", "amount": 5000,
                 "currency": "usd", "metadata": {"brickwork_payment_id": "%s"}}""".formatted(payment));
        keeper.tell("payment_intent.processing", "pi_later_1");
        STRIPE.put("pi_later_1", """
                {"id": "pi_later_1", "object": "payment_intent", "status": "requires_payment_method", "amount": 5000,
                 "currency": "usd", "metadata": {"brickwork_payment_id": "%s"},
                 "last_payment_error": {"code": "card_declined", "message": "Declined."}}""".formatted(payment));
        keeper.tell("payment_intent.payment_failed", "pi_later_1");

        assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.failed");
        assertThat(till.read(invoice).path("payments")).hasSize(1);
        till.pay(invoice).is(200, "\"state\":\"SUCCEEDED\"");
        assertThat(till.cash()).isEqualTo(5_000);
    }

    /// A bank debit from the form is on its way for days, and may fail then: the payer cannot try again there.
    @Test
    void aDebitFromTheFormThatComesToNothingHasFailed() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(till.customer("Acme"), 5_000);
        var session = keeper.form(invoice).getPath().substring(1);
        var payment = STRIPE.requests().getLast().fields().get("client_reference_id");
        var debit = """
                {"id": "pi_debit_1", "object": "payment_intent", "status": "%s", "amount": 5000, "currency": "usd",
                 "metadata": {"brickwork_payment_id": "%s", "brickwork_origin": "page"}%s}""";
        // A first try at the form that was declined is not the end.
        var declined =
                ", \"last_payment_error\": {\"code\": \"insufficient_funds\", \"message\": \"Not enough money.\"}";
        STRIPE.set(session, "payment_intent", "pi_debit_1");
        STRIPE.put("pi_debit_1", debit.formatted("requires_payment_method", payment, declined));
        keeper.tell("payment_intent.payment_failed", "pi_debit_1");
        assertThat(till.read(invoice).path("payments")).isEmpty();

        STRIPE.set(session, "status", "complete");
        STRIPE.put("pi_debit_1", debit.formatted("processing", payment, ""));
        keeper.tell("payment_intent.processing", "pi_debit_1");
        assertThat(till.read(invoice).path("payments").path(0).path("state").asText())
                .isEqualTo("PROCESSING");
        STRIPE.put("pi_debit_1", debit.formatted("requires_payment_method", payment, declined));
        keeper.tell("payment_intent.payment_failed", "pi_debit_1");

        assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.failed");
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(200);
    }

    /// The bank account has to be shown to be the payer's, by small amounts that take days: the debit comes then, and
    /// no message need say so.
    @Test
    void aDebitFromTheFormThatWaitsForItsHolderIsOnItsWay() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = till.invoice(till.customer("Acme"), 5_000);
        var session = keeper.form(invoice).getPath().substring(1);
        var payment = paymentAtForm();
        STRIPE.set(session, "payment_intent", "pi_verify_1");
        STRIPE.set(session, "status", "complete");
        STRIPE.put("pi_verify_1", """
                {"id": "pi_verify_1", "object": "payment_intent", "status": "requires_action", "amount": 5000,
                 "currency": "usd", "metadata": {"brickwork_payment_id": "%s", "brickwork_origin": "page"}}""".formatted(payment));
        var id = new InvoiceId(UUID.fromString(invoice));
        var caller = new Caller(till.seller().id(), "page", "test", Instant.now());
        HOUSE.wiring().payments().payersSide().lookAtForm(caller, id); // The payer is back.
        assertThat(till.read(invoice).path("payments").path(0).path("state").asText())
                .isEqualTo("PROCESSING");

        STRIPE.succeed("pi_verify_1");
        HOUSE.wiring().sweeps().run(till.seller().id(), Instant.now().plus(Duration.ofDays(3)));
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// The seller's key does not work any more. The payer can do nothing about that, and the seller hears it once a
    /// day.
    @ParameterizedTest
    @ValueSource(strings = {"/v1/", "/v1/payment_intents"})
    void whoCannotChargeForTheSellersSakeWritesToTheSeller(String path) throws Exception {
        var keeper = connected();
        var till = keeper.till();
        till.seller()
                .patch("/seller", "{\"invoice_email_from\": \"ann@seller.example\"}")
                .is(200);
        var customer = keeper.customerWith("pm_ok_revoked");
        till.seller()
                .post("/customers/%s/persons".formatted(customer), "{\"email\": \"payer@acme.example\"}")
                .is(200);
        var invoices = issued(till, customer);
        var due = inAMonth.plusDays(10).toInstant();
        STRIPE.refuse(Optional.of(path));
        try {
            HOUSE.wiring().sweeps().run(till.seller().id(), due);
            HOUSE.wiring().sweeps().run(till.seller().id(), due.plus(Duration.ofHours(2)));
        } finally {
            STRIPE.refuse(Optional.empty());
        }
        Await.until("every event is followed", till::isFollowedUp);
        assertThat(mailed(till, "PAYMENT_FAILED")).isEmpty();
        assertThat(mailed(till, "PROCESSOR_REFUSED")).containsExactly("ann@seller.example");
        var tries = invoices.stream().flatMap(invoice -> till.log(invoice).stream());
        assertThat(tries).as("one in each round at most").hasSizeLessThanOrEqualTo(2);

        HOUSE.wiring().sweeps().run(till.seller().id(), due.plus(Duration.ofHours(4)));
        for (var invoice : invoices) assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// Stripe answers only that the request is wrong; the account says why. It is asked before each further try, so
    /// that the payer and the seller do not hear of one more failed payment every hour.
    @Test
    void anAccountThatMayNotChargeDeclinesNobody() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        till.seller()
                .patch("/seller", "{\"invoice_email_from\": \"ann@seller.example\"}")
                .is(200);
        var invoice = issued(till, keeper.customerWith("pm_ok_restricted")).getFirst();
        var due = inAMonth.plusDays(10).toInstant();
        STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":false}");
        try {
            for (int hours = 0; hours <= 6; hours += 2)
                HOUSE.wiring().sweeps().run(till.seller().id(), due.plus(Duration.ofHours(hours)));
        } finally {
            STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":true}");
        }
        assertThat(till.status(invoice)).isNotEqualTo("UNPAID");
        assertThat(till.events(invoice)).containsOnlyOnce("invoice.payment.failed");
        assertThat(till.log(invoice)).containsExactly("CHARGE SKIPPED");
        assertThat(till.notices(invoice)).isEmpty();
        Await.until(
                "the seller is told", () -> !mailed(till, "PROCESSOR_REFUSED").isEmpty());
        HOUSE.wiring().sweeps().run(till.seller().id(), due.plus(Duration.ofHours(8)));
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// Clients are told that Stripe refuses the account, because a retry does not help before the seller acts.
    @Test
    void whoAsksIsToldThatTheAccountIsRefused() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_asked");
        var paid = till.pay(till.invoice(customer, 5_000)).is(200, "SUCCEEDED").text("payment_id");
        var invoice = till.invoice(customer, 5_000);
        var refused = "refuses the account that is connected";
        STRIPE.refuse(Optional.of("/v1/"));
        try {
            till.pay(invoice).is(503, refused);
            till.seller()
                    .get("/customers/%s/payment-methods".formatted(customer))
                    .is(503, refused);
            till.seller()
                    .post("/customers/%s/payment-methods".formatted(customer), "{}")
                    .is(503, refused);
            assertThatThrownBy(() -> keeper.form(invoice)).hasMessageContaining(refused);
            till.refund(paid, "{}").is(200, "\"state\":\"FAILED\"", "refused our account");
        } finally {
            STRIPE.refuse(Optional.empty());
        }
        till.pay(invoice).is(200, "SUCCEEDED");
    }

    /// The forms of a former account that refuses us cannot be closed, and payments there must not get lost: the
    /// account stays until its forms have ended.
    @Test
    void aFormerAccountThatRefusesUsStaysAsLongAsItsForms() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        keeper.form(till.invoice(till.customer("Acme"), 5_000));
        STRIPE.put("account", "{\"id\":\"acct_2\",\"object\":\"account\",\"charges_enabled\":true}");
        STRIPE.refuse(Optional.of("/v1/checkout"));
        try {
            var another =
                    "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\"}}".formatted(StripeDouble.API_KEY);
            till.seller().put("/processor", another).is(400, "payments are being processed");
            till.seller().advanceTo(Instant.now().plus(Duration.ofHours(2)).toString());
            till.seller().put("/processor", another).is(200, "acct_2");
        } finally {
            STRIPE.refuse(Optional.empty());
            STRIPE.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":true}");
        }
    }

    private static List<String> mailed(PaymentsFixture till, String kind) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT unnest(recipients) FROM mail WHERE seller_id = :seller AND kind = :kind")
                        .bind("seller", till.seller().id().value())
                        .bind("kind", kind)
                        .mapTo(String.class)
                        .list());
    }

    /// Invoices of a month from now that are charged by themselves ten days later.
    private List<String> issued(PaymentsFixture till, String customer) {
        var invoices = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            var today = LocalDate.now(ZoneOffset.UTC).toString();
            var subscription = till.subscription(customer, today, "");
            till.seller()
                    .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": true}")
                    .is(200);
            invoices.add(till.invoices(subscription).get(1));
        }
        HOUSE.wiring().sweeps().run(till.seller().id(), inAMonth.toInstant());
        return invoices;
    }

    /// While Stripe is away, a round does not ask about each payment that is under way; each is looked up later.
    @Test
    void aProcessorThatIsAwayIsAskedAfterOnePaymentPerRound() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_processing");
        var invoices = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            invoices.add(till.invoice(customer, 5_000));
            var payment = till.pay(invoices.getLast()).is(200, "PROCESSING").text("payment_id");
            STRIPE.succeed(STRIPE.chargeOf(payment).orElseThrow());
        }
        var later = Instant.now().plus(Duration.ofMinutes(10));
        var asked = new AtomicInteger();
        STRIPE.watch(moment -> {
            if (moment.is(StripeDouble.Stage.ARRIVED, "GET", "/v1/payment_intents/")) asked.incrementAndGet();
            return false;
        });
        try {
            HOUSE.wiring().sweeps().run(till.seller().id(), later);
        } finally {
            STRIPE.watch(_ -> true);
        }
        assertThat(asked).hasValueLessThan(invoices.size()); // The HTTP client tries a connection that is cut twice.

        HOUSE.wiring().sweeps().run(till.seller().id(), later.plus(Duration.ofHours(1)));
        for (var invoice : invoices) assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// A processor that does not answer is not asked for each of the invoices that are due, while all other work
    /// waits.
    @Test
    void aProcessorThatIsAwayIsAskedOncePerRound() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoices = issued(till, keeper.customerWith("pm_ok_round"));
        var due = inAMonth.plusDays(10).toInstant();
        var asked = new AtomicInteger();
        STRIPE.watch(moment -> {
            if (moment.stage() == StripeDouble.Stage.ARRIVED) asked.incrementAndGet();
            return false;
        });
        try {
            HOUSE.wiring().sweeps().run(till.seller().id(), due);
        } finally {
            STRIPE.watch(_ -> true);
        }
        assertThat(asked).hasValueLessThan(invoices.size()); // The HTTP client tries a connection that is cut twice.
        for (var invoice : invoices) assertThat(till.log(invoice)).isEmpty();

        HOUSE.wiring().sweeps().run(till.seller().id(), due.plus(Duration.ofHours(1)));
        for (var invoice : invoices) assertThat(till.log(invoice)).containsExactly("CHARGE SUCCEEDED");
    }
}
