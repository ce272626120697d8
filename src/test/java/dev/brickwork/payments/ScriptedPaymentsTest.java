package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.support.Property;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Many payments with everything that goes wrong at processors: after some days of virtual time the sandbox's book
/// and ours agree on every single one.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class ScriptedPaymentsTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final int PAYMENTS = Property.cases(40, 1_000);
    private static final List<SandboxScript> SCRIPTS = List.of(SandboxScript.values());
    private static final URI BACK = URI.create("https://example.com/back");

    @Test
    void bothBooksAgreeOnEveryPayment() {
        Property.holds(1, random -> {
            var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
            var clock = new Clock(till, Instant.parse("2025-05-01T08:00:00Z"));
            var customers = new EnumMap<SandboxScript, String>(SandboxScript.class);
            var invoices = new ArrayList<String>();
            for (int i = 0; i < PAYMENTS; i++) {
                var script = someScript(random);
                var customer = customers.computeIfAbsent(script, its -> till.paying("Customer " + its, its.methodId()));
                var invoice = till.invoice(customer, 100 + random.nextInt(10_000));
                invoices.add(invoice);
                pay(random, till, clock, script, invoice);
                if (random.nextInt(5) == 0) refundSome(random, till, invoice);
                if (random.nextInt(8) == 0) clock.pass(random.nextInt(900));
                if (random.nextInt(15) == 0) retry(till, invoices.get(random.nextInt(invoices.size())));
            }
            clock.pass(5 * 86_400);
            assertThat(disagreements(till)).isEmpty();
            assertThat(till.cash()).isEqualTo(till.takenBySandbox());
            for (var invoice : invoices) assertThat(till.status(invoice)).isNotEqualTo("PAUSED");
        });
    }

    /// The seller's time, which only this test moves.
    private static final class Clock {
        private final PaymentsFixture till;
        private Instant now;

        Clock(PaymentsFixture till, Instant now) {
            this.till = till;
            this.now = now;
        }

        void pass(int seconds) {
            now = now.plusSeconds(seconds + 1);
            till.seller().advanceTo(now.toString());
        }

        Caller caller() {
            return new Caller(till.seller().id(), "page", "test", now);
        }
    }

    /// One in ten times out after the money was taken, one in ten before.
    private static SandboxScript someScript(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> SandboxScript.TIMEOUT_CHARGED;
            case 1 -> SandboxScript.TIMEOUT_NOT_CHARGED;
            default -> SCRIPTS.get(random.nextInt(SCRIPTS.size()));
        };
    }

    private static void pay(Random random, PaymentsFixture till, Clock clock, SandboxScript script, String invoice) {
        if (random.nextInt(4) > 0) {
            till.pay(invoice).is(200);
            return;
        }
        var payments = HOUSE.wiring().payments();
        var form = payments.payersSide()
                .formFor(clock.caller(), new InvoiceId(UUID.fromString(invoice)), BACK, Optional.empty());
        payments.sandboxForms()
                .submit(clock.caller(), form.getPath().substring("/sandbox/".length()), script.methodId());
    }

    private static void retry(PaymentsFixture till, String invoice) {
        assertThat(till.pay(invoice).status()).isIn(200, 400);
    }

    private static void refundSome(Random random, PaymentsFixture till, String invoice) {
        var payment = till.payment(invoice);
        if (payment.isEmpty()) return;
        int status = till.refund(payment.get(), "{\"amount\": %d}".formatted(1 + random.nextInt(5_000)))
                .status();
        assertThat(status).isIn(200, 400);
    }

    /// Every charge of the sandbox against the payment that stands for it, and the other way round.
    private static List<String> disagreements(PaymentsFixture till) {
        return HOUSE.database()
                .read(tx -> tx
                        .query("""
                SELECT coalesce(s.payment_id, c.id) AS id, s.method_id, s.is_present, s.amount, s.refunded, c.state,
                    p.paid_amount,
                    (SELECT coalesce(sum(r.amount), 0)::bigint FROM refund r
                     WHERE r.seller_id = p.seller_id AND r.payment_id = p.id AND r.state = 'SUCCEEDED') AS back
                FROM (SELECT * FROM sandbox_charge WHERE seller_id = :seller) s
                FULL JOIN (SELECT * FROM charge WHERE seller_id = :seller) c ON c.id = s.payment_id
                LEFT JOIN payment p ON p.seller_id = c.seller_id AND p.gateway_payment_id = c.processor_id
                """)
                        .bind("seller", till.seller().id().value())
                        .map((row, _) -> {
                            var method = Columns.maybeText(row, "method_id");
                            boolean isTaken = method.isPresent()
                                    && SandboxScript.of(method.get())
                                            .orElseThrow()
                                            .refusal(Columns.flag(row, "is_present"))
                                            .isEmpty();
                            var state = Columns.maybeText(row, "state").orElse("none");
                            boolean isRight = isTaken
                                    ? state.equals("SUCCEEDED")
                                            && row.getLong("paid_amount") == row.getLong("amount")
                                            && row.getLong("back") == row.getLong("refunded")
                                    : state.equals("FAILED") || state.equals("CANCELED") || state.equals("none");
                            return isRight
                                    ? Map.entry("", "")
                                    : Map.entry(
                                            Columns.uuid(row, "id").toString(), method.orElse("-") + " is " + state);
                        })
                        .list()
                        .stream()
                        .map(entry -> entry.getKey() + entry.getValue())
                        .filter(text -> !text.isEmpty())
                        .toList());
    }
}
