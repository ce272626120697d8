package dev.brickwork.payments.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.payments.processor.Method.Details;
import dev.brickwork.payments.processor.Processor.ChargeOrder;
import dev.brickwork.payments.processor.Processor.PageOrder;
import dev.brickwork.payments.processor.Processor.Payer;
import dev.brickwork.payments.processor.Processor.RefundOrder;
import dev.brickwork.payments.processor.Processor.SetupOrder;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.support.ReceivedSpans;
import dev.brickwork.support.Receiver;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("verify")
class StripeProcessorTest {
    private static final Instant NOW = Instant.parse("2025-01-01T00:05:00Z");
    private static final Money AMOUNT = new Money(12_345, Currency.EUR);
    /// Made at NOW, as the id itself says; what the clock of a test seller says is no business of Stripe's.
    private static final UUID PAYMENT = UUID.fromString("01941f2e-0fe0-7000-8000-000000000001");

    private StripeDouble stripe;
    private StripeProcessor processor;

    @BeforeEach
    void open() throws Exception {
        stripe = new StripeDouble();
        processor = processor(StripeDouble.API_KEY);
    }

    @AfterEach
    void close() {
        stripe.close();
    }

    @Test
    void aChargeSendsWhatItMust() {
        var result = processor.charge(order(PAYMENT, "pm_visa", AMOUNT));

        var succeeded = (ChargeResult.Succeeded) result;
        assertThat(succeeded.amount()).isEqualTo(AMOUNT);
        assertThat(stripe.last().method()).isEqualTo("POST");
        assertThat(stripe.last().path()).isEqualTo("/v1/payment_intents");
        assertThat(stripe.last().key()).contains("payment_" + PAYMENT);
        assertThat(stripe.last().fields())
                .containsOnly(
                        Map.entry("amount", "12345"),
                        Map.entry("currency", "eur"),
                        Map.entry("customer", "cus_1"),
                        Map.entry("payment_method", "pm_visa"),
                        Map.entry("payment_method_types[0]", "card"),
                        Map.entry("confirm", "true"),
                        Map.entry("off_session", "true"),
                        Map.entry("description", "Invoice 2025-000001"),
                        Map.entry("metadata[invoice]", "2025-000001"),
                        Map.entry("metadata[brickwork_payment_id]", PAYMENT.toString()),
                        Map.entry("metadata[brickwork_origin]", "saved_method"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            pm_decline_insufficient_funds, SOFT, FUNDS
            pm_decline_do_not_honor,       SOFT, OTHER
            pm_decline_try_again_later,    SOFT, OTHER
            pm_decline_lost_card,          HARD, OTHER
            pm_decline_stolen_card,        HARD, OTHER
            pm_decline_generic_decline,    HARD, OTHER
            pm_expired_card,               HARD, EXPIRED
            pm_unknown,                    HARD, OTHER
            pm_decline_incorrect_cvc,      SOFT, CARD_DETAILS
            pm_decline_account_closed,     HARD, BANK_ACCOUNT
            """)
    void declines(String method, ChargeResult.Decline kind, ChargeResult.Reason reason) {
        var declined = (ChargeResult.Declined) processor.charge(order(PAYMENT, method, AMOUNT));
        assertThat(declined.kind()).isEqualTo(kind);
        assertThat(declined.reason()).isEqualTo(reason);
        assertThat(declined.message()).isNotBlank();
        assertThat(stripe.taken(PAYMENT.toString())).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {49, 100_000_000})
    void anAmountThatStripeDoesNotTakeIsNoDecline(long minor) {
        var amount = new Money(minor, Currency.USD);
        var declined = (ChargeResult.Declined) processor.charge(order(PAYMENT, "pm_visa", amount));
        assertThat(declined.kind()).isEqualTo(ChargeResult.Decline.SOFT);
        assertThat(declined.reason()).isEqualTo(ChargeResult.Reason.AMOUNT);
        assertThatThrownBy(() -> processor.openPage(page(amount)))
                .isInstanceOfSatisfying(
                        ProcessorUnavailable.class,
                        failed -> assertThat(failed.why()).isEqualTo(ProcessorUnavailable.Why.AMOUNT));
    }

    /// Rule C-02: it is no decline of the method.
    @Test
    void aCurrencyThatStripeDoesNotHaveIsNoDecline() {
        var amount = new Money(5_000, Currency.of("LYD"));
        var declined = (ChargeResult.Declined) processor.charge(order(PAYMENT, "pm_visa", amount));
        assertThat(declined.kind()).isEqualTo(ChargeResult.Decline.SOFT);
        assertThat(declined.reason()).isEqualTo(ChargeResult.Reason.AMOUNT);
        assertThat(declined.message()).isEqualTo("The payment processor does not take this currency.");
        assertThatThrownBy(() -> processor.openPage(page(amount)))
                .hasMessage("The payment processor does not take this currency.")
                .isInstanceOfSatisfying(
                        ProcessorUnavailable.class,
                        failed -> assertThat(failed.why()).isEqualTo(ProcessorUnavailable.Why.AMOUNT));
    }

    /// Should the caller not have asked [StripeProcessor#refusal], nothing is sent all the same (rule C-02).
    @Test
    void anAmountThatStripeHasNoDecimalsForIsNotSent() {
        var amount = new Money(5_124, Currency.of("KWD"));
        var declined = (ChargeResult.Declined) processor.charge(order(PAYMENT, "pm_visa", amount));
        assertThat(declined.reason()).isEqualTo(ChargeResult.Reason.AMOUNT);
        assertThat(processor.refund(new RefundOrder(PAYMENT, "pi_1", amount)))
                .isEqualTo(new RefundResult.Refused(declined.message()));
        assertThatThrownBy(() -> processor.openPage(page(amount))).hasMessage(declined.message());
        assertThat(processor.refusal(amount)).contains(declined.message());
        assertThat(processor.refusal(AMOUNT)).isEmpty();
        assertThat(stripe.requests()).isEmpty();
    }

    /// Krónur have no decimals, and Stripe sends them two (rule C-02).
    @Test
    void aPageIsOverTheAmountAsStripeCountsIt() throws Exception {
        processor.openPage(page(new Money(990, Currency.of("ISK"))));
        assertThat(stripe.last().fields())
                .containsEntry("line_items[0][price_data][unit_amount]", "99000")
                .containsEntry("line_items[0][price_data][currency]", "isk");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pm_authentication_required", "pm_requires_action"})
    void whatNeedsTheHolderIsEnded(String method) {
        var result = processor.charge(order(PAYMENT, method, AMOUNT));
        assertThat(result).isInstanceOf(ChargeResult.RequiresAction.class);

        var later = processor.find(PAYMENT, "cus_1");
        assertThat(later.orElseThrow()).isNotInstanceOfAny(ChargeResult.Processing.class, ChargeResult.Succeeded.class);
        assertThat(stripe.taken(PAYMENT.toString())).isZero();
    }

    @Test
    void aBankDebitIsProcessingAndReadAgain() {
        var processing = (ChargeResult.Processing) processor.charge(order(PAYMENT, "pm_processing", AMOUNT));
        assertThat(processor.read(processing.chargeId()))
                .isEqualTo(new Processor.Charge(Optional.of(PAYMENT), processing));

        stripe.set(processing.chargeId(), "status", "canceled");
        assertThat(processor.read(processing.chargeId()).result()).isInstanceOf(ChargeResult.Declined.class);
        assertThat(processor.read("pi_nobody_1"))
                .isEqualTo(new Processor.Charge(Optional.empty(), new ChargeResult.Unknown("there is no such charge")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pm_server_error", "pm_rate_limited", "pm_lock"})
    void errorsThatSayNothingAreUnknown(String method) {
        assertThat(processor.charge(order(PAYMENT, method, AMOUNT))).isInstanceOf(ChargeResult.Unknown.class);
        assertThat(processor.find(PAYMENT, "cus_1")).isEmpty();
    }

    /// The answer is lost although the money is taken: unknown, then found by our own id, and a repetition takes
    /// nothing.
    @Test
    void aTimeOutAfterTheChargeIsFound() {
        var order = order(PAYMENT, "pm_timeout_after", AMOUNT);
        assertThat(processor.charge(order)).isEqualTo(new ChargeResult.Unknown("no answer"));

        var found = processor.find(PAYMENT, "cus_1");
        assertThat(((ChargeResult.Succeeded) found.orElseThrow()).amount()).isEqualTo(AMOUNT);
        assertThat(stripe.last().fields())
                .containsEntry("customer", "cus_1")
                .containsEntry("created[gte]", Long.toString(NOW.getEpochSecond() - 600));
        processor.charge(order);
        assertThat(stripe.taken(PAYMENT.toString())).isEqualTo(12_345);
    }

    @Test
    void aTimeOutBeforeTheChargeIsNotFound() {
        assertThat(processor.charge(order(PAYMENT, "pm_timeout_before", AMOUNT)))
                .isEqualTo(new ChargeResult.Unknown("no answer"));
        assertThat(processor.find(PAYMENT, "cus_1")).isEmpty();
        assertThat(stripe.taken(PAYMENT.toString())).isZero();
    }

    @Test
    void aRepeatedKeyTakesMoneyOnce() {
        var first = processor.charge(order(PAYMENT, "pm_visa", AMOUNT));
        assertThat(processor.charge(order(PAYMENT, "pm_visa", AMOUNT))).isEqualTo(first);
        assertThat(processor.charge(order(PAYMENT, "pm_visa", new Money(1, Currency.EUR))))
                .isEqualTo(new ChargeResult.Unknown("the key was used for another request"));
        assertThat(stripe.taken(PAYMENT.toString())).isEqualTo(12_345);
    }

    @Test
    void nobodyListeningIsUnknown() {
        stripe.close();
        assertThat(processor.charge(order(PAYMENT, "pm_visa", AMOUNT))).isInstanceOf(ChargeResult.Unknown.class);
        assertThatThrownBy(() -> processor.find(PAYMENT, "cus_1")).isInstanceOf(ProcessorUnavailable.class);
        assertThatThrownBy(() -> processor.methods("cus_1"))
                .isInstanceOf(ProcessorUnavailable.class)
                .hasMessageNotContaining("canary");
    }

    @Test
    void aWrongKeyIsAProblemOfTheAccount() {
        var wrong = processor("sk_test_wrong");
        assertThat(wrong.account().takesPayments()).isFalse();
        assertThat(wrong.account().problem()).contains("Stripe refused the API key.");
        var declined = (ChargeResult.Declined) wrong.charge(order(PAYMENT, "pm_visa", AMOUNT));
        assertThat(declined.message()).isEqualTo("The payment processor refused our account.");
    }

    @Test
    void theAccountSaysWhetherItTakesPayments() throws Exception {
        stripe.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":true}");
        assertThat(processor.account()).isEqualTo(new Processor.Account("acct_1", true, Optional.empty()));
        stripe.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":false}");
        assertThat(processor.account().takesPayments()).isFalse();
    }

    @Test
    void customersAreMadeOncePerDetails() {
        var company = UUID.randomUUID();
        var id = processor.createCustomer(new Payer(company, "Acme", Optional.of("ap@acme.example"), Optional.empty()));
        assertThat(stripe.last().fields())
                .containsOnly(
                        Map.entry("name", "Acme"),
                        Map.entry("email", "ap@acme.example"),
                        Map.entry("metadata[brickwork_company_id]", company.toString()));
        assertThat(processor.createCustomer(
                        new Payer(company, "Acme", Optional.of("ap@acme.example"), Optional.empty())))
                .isEqualTo(id);
        assertThat(processor.createCustomer(new Payer(company, "Acme Ltd", Optional.empty(), Optional.empty())))
                .isNotEqualTo(id);
    }

    @Test
    void methodsHaveTheShapeOfTheDocument() throws Exception {
        stripe.put("pm_a", """
                {"id":"pm_a","object":"payment_method","type":"card","customer":"cus_1","created":1735689601,
                 "card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2030}}""");
        stripe.put("pm_b", """
                {"id":"pm_b","object":"payment_method","type":"us_bank_account","customer":"cus_1","created":1735689603,
                 "us_bank_account":{"bank_name":"A Bank","account_type":"checking","last4":"6789","routing_number":"110000000"}}""");
        stripe.put("pm_c", """
                {"id":"pm_c","object":"payment_method","type":"link","customer":"cus_1","created":1735689602,
                 "link":{"email":"a@b.example"}}""");
        stripe.put("pm_d", """
                {"id":"pm_d","object":"payment_method","type":"card","customer":"cus_2","created":1735689604,
                 "card":{"brand":"visa","last4":"1111","exp_month":1,"exp_year":2030}}""");

        assertThat(processor.methods("cus_1"))
                .as("the newest first, whatever its type")
                .containsExactly(
                        new Method("pm_b", new Details.UsBankAccount("A Bank", "checking", "6789", "110000000")),
                        new Method("pm_c", new Details.Link("a@b.example")),
                        new Method("pm_a", new Details.Card("visa", "4242", 12, 2030)));
        assertThat(processor.methods("cus_1").toString()).doesNotContain("110000000", "a@b.example");
        assertThat(processor.method("cus_1", "pm_a")).isPresent();
        assertThat(processor.method("cus_1", "pm_d")).as("another customer's").isEmpty();
        assertThat(processor.method("cus_1", "pm_zz")).isEmpty();
        assertThat(processor.detach("cus_1", "pm_d")).isFalse();
        assertThat(processor.detach("cus_1", "pm_a")).isTrue();
        assertThat(processor.detach("cus_1", "pm_a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../account", "pm_a/detach", "pm a", "pm_a?x=y", "pm_\u00e4"})
    void oddMethodIdsAreNeverSent(String id) {
        assertThat(processor.method("cus_1", id)).isEmpty();
        assertThat(stripe.requests()).isEmpty();
    }

    @Test
    void setupAnswersAClientSecretOrAPage() {
        var id = UUID.randomUUID();
        var types = Set.of(MethodType.CARD, MethodType.LINK);
        var form = processor.beginSetup(new SetupOrder(id, "cus_1", types, Optional.empty()));
        assertThat(form.clientSecret().orElseThrow().reveal()).endsWith("_secret_canary");
        assertThat(form.toString()).doesNotContain("canary");
        assertThat(stripe.last().fields())
                .containsEntry("usage", "off_session")
                .containsEntry("payment_method_types[0]", "card")
                .containsEntry("payment_method_types[1]", "link");

        var hosted = processor.beginSetup(
                new SetupOrder(id, "cus_1", types, Optional.of(URI.create("https://pay.example/back"))));
        assertThat(hosted.url().orElseThrow()).hasHost("checkout.stripe.test");
        assertThat(stripe.last().fields())
                .containsEntry("mode", "setup")
                .containsEntry("success_url", "https://pay.example/back");
    }

    private static PageOrder page(Money amount) {
        return new PageOrder(
                PAYMENT,
                Instant.parse("2031-07-01T00:00:00Z"),
                "cus_1",
                amount,
                "Invoice 2025-000001",
                Set.of(MethodType.CARD),
                URI.create("https://pay.example/pay/token"),
                true,
                Optional.of("de"));
    }

    @Test
    void aPageIsOpenedReadAndClosed() throws Exception {
        var order = page(AMOUNT);
        var page = processor.openPage(order);
        assertThat(page.expiresAt()).isEqualTo(NOW.plus(Processor.PAGE_LIFE));
        assertThat(stripe.last().fields())
                .containsEntry("mode", "payment")
                .containsEntry("locale", "de")
                .containsEntry("line_items[0][quantity]", "1")
                .containsEntry("line_items[0][price_data][currency]", "eur")
                .containsEntry("line_items[0][price_data][unit_amount]", "12345")
                .containsEntry("line_items[0][price_data][product_data][name]", "Invoice 2025-000001")
                .containsEntry("payment_intent_data[setup_future_usage]", "off_session")
                .containsEntry("payment_intent_data[metadata][brickwork_payment_id]", PAYMENT.toString())
                .containsEntry("payment_intent_data[metadata][brickwork_origin]", "page");
        assertThat(processor.openPage(order)).isEqualTo(page);
        assertThat(processor.readPage(page.id())).isEqualTo(new ChargeResult.Processing(page.id()));

        assertThat(processor.closePage(page.id())).isTrue();
        assertThat(processor.closePage(page.id())).isTrue();
        assertThat(processor.readPage(page.id())).isInstanceOf(ChargeResult.Declined.class);
    }

    @Test
    void aPaidPageCannotBeClosed() throws Exception {
        stripe.put("cs_1", """
                {"id":"cs_1","object":"checkout.session","status":"complete","payment_intent":"pi_1"}""");
        stripe.put("pi_1", """
                {"id":"pi_1","object":"payment_intent","status":"succeeded","amount_received":12345,"currency":"eur",
                 "metadata":{"brickwork_origin":"page","brickwork_payment_id":"%s"}}""".formatted(PAYMENT));
        assertThat(processor.closePage("cs_1")).isFalse();
        assertThat(processor.readPage("cs_1")).isEqualTo(new ChargeResult.Succeeded("pi_1", AMOUNT));

        stripe.set("pi_1", "status", "requires_action");
        assertThat(processor.read("pi_1").result()).isEqualTo(new ChargeResult.Processing("pi_1"));
        assertThat(stripe.last().method())
                .as("the payer at the form is not interrupted")
                .isEqualTo("GET");
    }

    @Test
    void refundsAreKeyedFoundAndNeverTooLarge() {
        var charge = (ChargeResult.Succeeded) processor.charge(order(PAYMENT, "pm_visa", AMOUNT));
        var first = UUID.randomUUID();
        var order = new RefundOrder(first, charge.chargeId(), new Money(10_000, Currency.EUR));

        var refunded = processor.refund(order);
        assertThat(((RefundResult.Refunded) refunded).amount()).isEqualTo(new Money(10_000, Currency.EUR));
        assertThat(stripe.last().key()).contains("refund_" + first);
        assertThat(stripe.last().fields())
                .containsOnly(
                        Map.entry("payment_intent", charge.chargeId()),
                        Map.entry("amount", "10000"),
                        Map.entry("metadata[brickwork_refund_id]", first.toString()));
        assertThat(processor.refund(order)).isEqualTo(refunded);
        assertThat(processor.findRefund(first, charge.chargeId())).contains(refunded);
        assertThat(processor.findRefund(UUID.randomUUID(), charge.chargeId())).isEmpty();
        assertThat(processor.refund(
                        new RefundOrder(UUID.randomUUID(), charge.chargeId(), new Money(10_000, Currency.EUR))))
                .isInstanceOf(RefundResult.Refused.class);
        stripe.close();
        assertThat(processor.refund(new RefundOrder(UUID.randomUUID(), charge.chargeId(), AMOUNT)))
                .isInstanceOf(RefundResult.Unknown.class);
    }

    /// One that is not in the list counts as come back, so none may be missing from it.
    @Test
    void everyRefundMadeElsewhereIsListed() throws IOException {
        var charge = (ChargeResult.Succeeded) processor.charge(order(PAYMENT, "pm_visa", AMOUNT));
        for (int i = 0; i < 230; i++) {
            stripe.put("re_" + i, """
                    {"id": "re_%d", "object": "refund", "payment_intent": "%s", "amount": 1, "currency": "eur",
                     "status": "succeeded", "metadata": {}}
                    """.formatted(i, charge.chargeId()));
        }

        assertThat(processor.foreignRefunds(charge.chargeId()))
                .extracting(Processor.ForeignRefund::id)
                .doesNotHaveDuplicates()
                .hasSize(230);
    }

    @Test
    void aCallIsASpanOfTheTraceThatRuns() throws InterruptedException {
        try (var collector = Receiver.open()) {
            var traces = Traces.to(Optional.of(collector.url()), InstantSource.system());

            traces.work("work").around(() -> processor("sk_test_4242").account());
            traces.finish();

            var spans = collector.all().stream()
                    .flatMap(received -> ReceivedSpans.of(received).stream())
                    .toList();
            assertThat(spans)
                    .filteredOn(span -> span.getName().equals("stripe"))
                    .singleElement()
                    .satisfies(span -> assertThat(span.getAttributesList())
                            .extracting(KeyValue::getKey)
                            .contains("http.response.status_code"));
            assertThat(spans.toString()).doesNotContain("sk_test_4242");
        }
    }

    private static ChargeOrder order(UUID payment, String method, Money amount) {
        return new ChargeOrder(
                payment,
                "cus_1",
                new Method(method, new Details.Card("visa", "4242", 12, 2030)),
                amount,
                "Invoice 2025-000001",
                Map.of("invoice", "2025-000001"));
    }

    private StripeProcessor processor(String key) {
        return new StripeProcessor(
                new StripeProcessor.Connection(
                        Secret.of(key), Secret.of("whsec_test"), stripe.base(), Duration.ofSeconds(3)),
                InstantSource.fixed(NOW));
    }
}
