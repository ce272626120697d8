package dev.brickwork.payments.processor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.payments.processor.Processor.ChargeOrder;
import dev.brickwork.payments.processor.Processor.PageOrder;
import dev.brickwork.payments.processor.Processor.Payer;
import dev.brickwork.payments.processor.Processor.RefundOrder;
import dev.brickwork.payments.processor.Processor.SetupOrder;
import dev.brickwork.platform.Secret;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.support.Property;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("fast")
@Tag("full")
@Tag("soak")
class SandboxProcessorTest {
    private static final Money AMOUNT = new Money(5_000, Currency.USD);
    private static final List<SandboxScript> SCRIPTS = List.of(SandboxScript.values());
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");

    private final MemorySandboxBook book = new MemorySandboxBook();
    private Instant now = START;
    private final SandboxProcessor processor = new SandboxProcessor(
            book, () -> now, Secret.of("whsec_sandbox"), URI.create("https://brickwork.example/sandbox/"));
    private String customer = "";

    @BeforeEach
    void makeCustomer() {
        customer = processor.createCustomer(new Payer(UUID.randomUUID(), "Acme", Optional.empty(), Optional.empty()));
    }

    /// Each script gives its result at once and after its time, and sends its messages.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            visa                    | Succeeded      | Succeeded       | payment_intent.succeeded
            link                    | Succeeded      | Succeeded       | payment_intent.succeeded
            us_bank_account         | Processing     | Succeeded       | payment_intent.processing payment_intent.succeeded
            soft_decline            | Declined SOFT  | Declined SOFT   | payment_intent.payment_failed
            hard_decline            | Declined HARD  | Declined HARD   | payment_intent.payment_failed
            expired_card            | Declined HARD  | Declined HARD   | payment_intent.payment_failed
            requires_action         | RequiresAction | RequiresAction  | payment_intent.payment_failed
            processing_then_failure | Processing     | Declined SOFT   | payment_intent.processing payment_intent.payment_failed
            timeout_charged         | Unknown        | Succeeded       | payment_intent.succeeded
            timeout_not_charged     | Unknown        | absent          | ''
            reordered_callbacks     | Processing     | Succeeded       | payment_intent.succeeded payment_intent.processing
            lost_callback           | Processing     | Succeeded       | ''
            late_callback           | Processing     | Succeeded       | ''
            forged_callback         | Declined SOFT  | Declined SOFT   | payment_intent.payment_failed forged
            refund_fails            | Succeeded      | Succeeded       | payment_intent.succeeded
            refund_timeout          | Succeeded      | Succeeded       | payment_intent.succeeded
            """)
    void scripts(String script, String first, String later, String messages) {
        var payment = UUID.randomUUID();
        assertThat(words(Optional.of(charge(payment, "pm_sandbox_" + script)))).isEqualTo(first);

        now = now.plus(Duration.ofMinutes(2));
        assertThat(words(processor.find(payment, customer))).isEqualTo(later);
        assertThat(String.join(" ", heard())).isEqualTo(messages);
    }

    @Test
    void duplicatesAreTenOfOneEvent() {
        charge(UUID.randomUUID(), "pm_sandbox_duplicate_callbacks");
        var due = processor.due();
        assertThat(due).hasSize(10);
        var ids = new HashSet<String>();
        due.forEach(signed -> ids.add(processor
                .callback(signed.raw(), signed.signature())
                .orElseThrow()
                .eventId()));
        assertThat(ids).hasSize(1);
        assertThat(processor.due()).isEmpty();
    }

    @Test
    void aLateMessageComesTwoDaysLate() {
        charge(UUID.randomUUID(), "pm_sandbox_late_callback");
        now = START.plus(Duration.ofDays(2));
        assertThat(heard()).isEmpty();
        now = now.plus(SandboxProcessor.PROCESSING_TIME);
        assertThat(heard()).containsExactly("payment_intent.succeeded");
    }

    /// A message leads back to the charge, and the charge to our payment.
    @Test
    void aMessageSaysWhatToReadAgain() {
        var payment = UUID.randomUUID();
        var charged = (ChargeResult.Succeeded) charge(payment, "pm_sandbox_visa");
        var signed = processor.due().getFirst();
        var callback = processor.callback(signed.raw(), signed.signature()).orElseThrow();

        assertThat(callback.about()).isEqualTo(Callback.About.CHARGE);
        assertThat(processor.read(callback.objectId())).isEqualTo(new Processor.Charge(Optional.of(payment), charged));
        assertThat(processor.callback("{}".getBytes(UTF_8), signed.signature())).isEmpty();
        now = now.plus(Duration.ofMinutes(6));
        assertThat(processor.callback(signed.raw(), signed.signature())).isEmpty();
    }

    @Test
    void methodsBelongToTheirCustomer() {
        var other = processor.createCustomer(new Payer(UUID.randomUUID(), "Other", Optional.empty(), Optional.empty()));
        processor.attach(customer, "pm_sandbox_visa");
        now = now.plusSeconds(1);
        processor.attach(customer, "pm_sandbox_visa__2");

        assertThat(processor.methods(customer))
                .extracting(Method::id)
                .containsExactly("pm_sandbox_visa__2", "pm_sandbox_visa");
        assertThat(processor.methods(other)).isEmpty();
        assertThat(processor.method(other, "pm_sandbox_visa")).isEmpty();
        assertThat(processor.detach(other, "pm_sandbox_visa")).isFalse();
        assertThat(processor.detach(customer, "pm_sandbox_visa")).isTrue();
        assertThat(processor.detach(customer, "pm_sandbox_visa")).isFalse();
        assertThatThrownBy(() -> processor.attach(customer, "pm_sandbox_gold"))
                .isInstanceOf(IllegalArgumentException.class);

        var stolen = new Method("pm_sandbox_visa__2", SandboxScript.VISA.details());
        var result = processor.charge(new ChargeOrder(UUID.randomUUID(), other, stolen, AMOUNT, "x", Map.of()));
        assertThat(words(Optional.of(result))).isEqualTo("Declined HARD");
        assertThat(book.entries()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(SandboxScript.class)
    void everyScriptHasAMethodAndAnId(SandboxScript script) {
        assertThat(SandboxScript.of(script.methodId())).contains(script);
        assertThat(SandboxScript.of(script.methodId() + "__b")).contains(script);
        assertThat(processor.attach(customer, script.methodId()).details()).isEqualTo(script.details());
        assertThat(PaymentText.deed(script, Locale.GERMAN)).endsWith(".");
    }

    @Test
    void oneKeyIsOneChargeEvenWhenRaced() throws Exception {
        var payment = UUID.randomUUID();
        processor.attach(customer, "pm_sandbox_visa");
        var results = new ArrayList<Future<ChargeResult>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) results.add(threads.submit(() -> charge(payment, "pm_sandbox_visa")));
        }
        for (var result : results) assertThat(result.get()).isInstanceOf(ChargeResult.Succeeded.class);
        assertThat(book.entries()).hasSize(1);
        assertThat(processor.due()).hasSize(1);
        processor.attach(customer, "pm_sandbox_visa__2");
        assertThat(charge(payment, "pm_sandbox_visa__2"))
                .isEqualTo(new ChargeResult.Unknown("the key was used for another request"));
    }

    @Test
    void aRepetitionAfterATimeOutHearsTheTruth() {
        var payment = UUID.randomUUID();
        assertThat(charge(payment, "pm_sandbox_timeout_charged")).isInstanceOf(ChargeResult.Unknown.class);
        assertThat(charge(payment, "pm_sandbox_timeout_charged")).isInstanceOf(ChargeResult.Succeeded.class);
        var other = UUID.randomUUID();
        assertThat(charge(other, "pm_sandbox_timeout_not_charged")).isInstanceOf(ChargeResult.Unknown.class);
        assertThat(charge(other, "pm_sandbox_timeout_not_charged")).isInstanceOf(ChargeResult.Unknown.class);
        assertThat(book.entries()).hasSize(1);
    }

    @Test
    void aFormIsDeclinedTriedAgainAndPaidOnce() {
        var payment = UUID.randomUUID();
        var page = processor.openPage(page(payment));
        assertThat(page.url()).hasToString("https://brickwork.example/sandbox/" + page.id());
        assertThat(processor.openPage(page(payment))).isEqualTo(page);
        assertThat(processor.readPage(page.id())).isInstanceOf(ChargeResult.Processing.class);

        assertThat(words(processor.submit(page.id(), SandboxScript.SOFT_DECLINE)))
                .isEqualTo("Declined SOFT");
        assertThat(processor.readPage(page.id())).isInstanceOf(ChargeResult.Processing.class);
        assertThat(words(processor.submit(page.id(), SandboxScript.REQUIRES_ACTION)))
                .isEqualTo("Succeeded");
        assertThat(processor.submit(page.id(), SandboxScript.VISA)).isEmpty();
        assertThat(processor.closePage(page.id())).isFalse();
        assertThat(words(Optional.of(processor.readPage(page.id())))).isEqualTo("Succeeded");
        assertThat(book.entries()).hasSize(1);
        assertThat(processor.methods(customer)).extracting(Method::id).containsExactly("pm_sandbox_requires_action");
    }

    @Test
    void aClosedOrExpiredFormCannotBePaid() {
        var closed = processor.openPage(page(UUID.randomUUID()));
        assertThat(processor.closePage(closed.id())).isTrue();
        assertThat(processor.closePage(closed.id())).isTrue();
        var expired = processor.openPage(page(UUID.randomUUID()));
        now = now.plus(Processor.PAGE_LIFE);
        for (var page : List.of(closed, expired)) {
            assertThat(processor.submit(page.id(), SandboxScript.VISA)).isEmpty();
            assertThat(words(Optional.of(processor.readPage(page.id())))).isEqualTo("Declined SOFT");
        }
        assertThat(book.entries()).isEmpty();
    }

    @Test
    void setupAddsTheChosenMethod() {
        var setup = processor.beginSetup(new SetupOrder(
                UUID.randomUUID(),
                customer,
                Set.of(MethodType.CARD),
                Optional.of(URI.create("https://brickwork.example/portal/x"))));
        assertThat(setup.url()).isPresent();
        assertThat(processor.submit(setup.id(), SandboxScript.LINK)).isPresent();
        assertThat(processor.submit(setup.id(), SandboxScript.VISA)).isEmpty();
        assertThat(processor.methods(customer)).extracting(Method::type).containsExactly(MethodType.LINK);
    }

    @Test
    void refunds() {
        var paid = (ChargeResult.Succeeded) charge(UUID.randomUUID(), "pm_sandbox_visa");
        var first = new RefundOrder(UUID.randomUUID(), paid.chargeId(), new Money(3_000, Currency.USD));
        assertThat(processor.refund(first)).isInstanceOf(RefundResult.Refunded.class);
        assertThat(processor.refund(first))
                .isEqualTo(
                        processor.findRefund(first.refundId(), paid.chargeId()).orElseThrow());
        assertThat(processor.refund(
                        new RefundOrder(UUID.randomUUID(), paid.chargeId(), new Money(2_001, Currency.USD))))
                .isEqualTo(new RefundResult.Refused("More than was paid."));
        assertThat(processor.refund(new RefundOrder(first.refundId(), paid.chargeId(), AMOUNT)))
                .isInstanceOf(RefundResult.Unknown.class);
        assertThat(heard()).containsExactly("payment_intent.succeeded", "refund.updated");

        var failing = (ChargeResult.Succeeded) charge(UUID.randomUUID(), "pm_sandbox_refund_fails");
        assertThat(processor.refund(new RefundOrder(UUID.randomUUID(), failing.chargeId(), AMOUNT)))
                .isInstanceOf(RefundResult.Refused.class);

        var silent = (ChargeResult.Succeeded) charge(UUID.randomUUID(), "pm_sandbox_refund_timeout");
        var unheard = new RefundOrder(UUID.randomUUID(), silent.chargeId(), AMOUNT);
        assertThat(processor.refund(unheard)).isInstanceOf(RefundResult.Unknown.class);
        assertThat(processor.findRefund(unheard.refundId(), silent.chargeId()))
                .get()
                .isInstanceOf(RefundResult.Refunded.class);

        assertThat(processor.refund(new RefundOrder(UUID.randomUUID(), "pi_sandbox_x", AMOUNT)))
                .isInstanceOf(RefundResult.Refused.class);
    }

    /// A caller that repeats every unknown, in any order with any script, never has a payment id charged twice.
    @Test
    void repetitionNeverChargesTwice() {
        Property.holds(Property.cases(200, 20_000), random -> {
            var payment = new UUID(random.nextLong(), random.nextLong());
            var script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                charge(payment, script.methodId());
                now = now.plusSeconds(random.nextInt(10));
            }
            assertThat(book.entries().stream()
                            .filter(entry -> entry.paymentId().equals(payment))
                            .count())
                    .isLessThanOrEqualTo(1);
        });
    }

    private ChargeResult charge(UUID payment, String methodId) {
        var method = processor.attach(customer, methodId);
        return processor.charge(new ChargeOrder(payment, customer, method, AMOUNT, "Invoice 1", Map.of()));
    }

    private PageOrder page(UUID payment) {
        return new PageOrder(
                payment,
                now,
                customer,
                AMOUNT,
                "Invoice 1",
                Set.of(MethodType.CARD),
                URI.create("https://brickwork.example/pay/token"),
                true,
                Optional.empty());
    }

    /// The types of the messages that are due, `forged` for one whose signature is wrong.
    private List<String> heard() {
        return processor.due().stream()
                .map(signed -> processor
                        .callback(signed.raw(), signed.signature())
                        .map(Callback::type)
                        .orElse("forged"))
                .toList();
    }

    private static String words(Optional<ChargeResult> result) {
        if (result.isEmpty()) return "absent";
        return switch (result.get()) {
            case ChargeResult.Succeeded succeeded -> "Succeeded";
            case ChargeResult.Processing processing -> "Processing";
            case ChargeResult.RequiresAction action -> "RequiresAction";
            case ChargeResult.Declined declined -> "Declined " + declined.kind();
            case ChargeResult.Unknown unknown -> "Unknown";
        };
    }
}
