package dev.brickwork.payments.methods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Connecting a processor, over HTTP.
@Tag("verify")
final class ProcessorScenarioTest {
    private static final StripeDouble STRIPE = StripeDouble.started();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(
            Map.of("BRICKWORK_STRIPE_URL", STRIPE.base().toString()));

    private static final String CONNECT =
            "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\"}}".formatted(StripeDouble.API_KEY);

    /// A seller on a test clock who is connected with Stripe.
    private static PaymentsFixture stripe(String now) {
        var till = PaymentsFixture.at(HOUSE, now);
        till.seller().put("/processor", CONNECT).is(200, "STRIPE");
        return till;
    }

    private static URI form(PaymentsFixture till, String invoice) {
        var caller = new Caller(till.seller().id(), "page", "test", Instant.parse("2025-05-01T08:00:00Z"));
        var id = new InvoiceId(UUID.fromString(invoice));
        return HOUSE.wiring().payments().payersSide().formFor(caller, id, URI.create("http://x"), Optional.empty());
    }

    @Test
    void aTestSellerHasTheSandboxAndALiveOneHasNothing() {
        HOUSE.seller().get("/processor").is(200, "\"kind\":\"SANDBOX\"", "\"can_take_payments\":true");
        HOUSE.seller(Mode.LIVE, Zone.UTC)
                .get("/processor")
                .is(200, "\"kind\":null", "\"state\":\"NOT_CONNECTED\"", "\"can_take_payments\":false");
    }

    @Test
    void anAccountIsCheckedKeptSealedAndNeverShown() {
        var seller = HOUSE.seller(Mode.LIVE, Zone.UTC);
        var connected = seller.put("/processor", """
                {"kind": "STRIPE", "credentials": {"secret_key": "sk_live_canary_double", "webhook_secret": "whsec_canary",
                 "publishable_key": "pk_live_1"}}""")
                .is(200, "\"kind\":\"STRIPE\"", "\"state\":\"CONNECTED\"", "\"can_take_payments\":true");
        assertThat(connected.text("callback_url"))
                .startsWith("http://localhost")
                .contains("/callbacks/");
        assertThat(connected.body()).doesNotContain("canary");
        assertThat(seller.get("/processor").is(200).body()).isEqualTo(connected.body());
        var stored = HOUSE.database()
                .read(tx -> tx.query(
                                "SELECT credentials, row_to_json(processor)::text AS whole FROM processor WHERE seller_id = :s")
                        .bind("s", seller.id().value())
                        .map((row, _) -> new String(Columns.bytes(row, "credentials"), StandardCharsets.ISO_8859_1)
                                + Columns.text(row, "whole"))
                        .one());
        assertThat(stored).doesNotContain("canary");
        assertThat(seller.get("/audit?limit=1000").is(200).body()).doesNotContain("canary");
        // Connecting again keeps the address that the processor knows.
        var again = seller.put(
                        "/processor",
                        "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"sk_live_canary_double\"}}")
                .is(200);
        assertThat(again.text("callback_url")).isEqualTo(connected.text("callback_url"));
    }

    /// An account stays connected while money is on its way through it, which could not be looked up afterwards.
    @Test
    void anAccountIsKeptWhileMoneyIsOnItsWay() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var slow = till.paying("Slow", "pm_sandbox_us_bank_account");
        till.pay(till.invoice(slow, 10_000)).is(200, "PROCESSING");
        till.seller().put("/processor", CONNECT).is(400, "payments are being processed");
        till.seller().advanceTo("2025-05-02T08:00:00Z");
        assertThat(till.takenBySandbox()).isEqualTo(10_000);
        till.seller().put("/processor", CONNECT).is(200, "STRIPE");
        till.seller()
                .get("/customers/%s/payment-methods/default".formatted(slow))
                .is(404);
        till.pay(till.invoice(slow, 5_000)).is(400, "no default");
        till.seller()
                .post("/customers/%s/payment-methods".formatted(slow), "{}")
                .is(200, "\"processor\":\"STRIPE\"");
        assertThat(STRIPE.requests().getLast().fields().get("customer")).doesNotContain("sandbox");

        till.seller().put("/processor", "{\"kind\": \"SANDBOX\"}").is(200, "SANDBOX");
        var invoice = till.invoice(till.paying("Silent", "pm_sandbox_refund_timeout"), 5_000);
        till.pay(invoice).is(200, "SUCCEEDED");
        till.refund(till.payment(invoice).orElseThrow(), "{}").is(200, "PROCESSING");
        till.seller().put("/processor", CONNECT).is(400, "payments are being processed");
        till.seller().advanceTo("2025-05-03T08:00:00Z");
        assertThat(till.takenBySandbox()).isEqualTo(10_000);
        till.seller().put("/processor", CONNECT).is(200, "STRIPE");
    }

    /// A closed account never tells what became of a debit. It can be replaced, and the invoice is not charged
    /// meanwhile: should the account open again, what it took is booked.
    @Test
    void anAccountThatLetsNobodyInCanBeLeft() throws Exception {
        var till = stripe("2025-05-01T08:00:00Z");
        var acme = till.customer("Acme");
        till.seller()
                .post("/customers/%s/payment-methods".formatted(acme), "{}")
                .is(200);
        STRIPE.attachToLatest("pm_processing");
        till.choose(acme, "pm_processing");
        var invoice = till.invoice(acme, 10_000);
        var payment = till.pay(invoice).is(200, "PROCESSING").text("payment_id");
        var sandbox = "{\"kind\": \"SANDBOX\"}";
        form(till, till.invoice(acme, 5_000));
        STRIPE.refuse(Optional.of("/v1"));
        try { // The form cannot be closed and could still be paid.
            till.seller().put("/processor", sandbox).is(400, "payments are being processed");
        } finally {
            STRIPE.refuse(Optional.empty());
        }
        till.seller().put("/processor", sandbox).is(400, "payments are being processed"); // It closes the form.
        STRIPE.refuse(Optional.of("/v1"));
        try {
            till.seller().put("/processor", sandbox).is(200, "SANDBOX");
        } finally {
            STRIPE.refuse(Optional.empty());
        }
        till.give(acme, "pm_sandbox_visa");
        till.choose(acme, "pm_sandbox_visa");
        till.seller().advanceTo("2025-06-01T08:00:00Z");
        till.pay(invoice).is(400, "being processed");
        assertThat(till.cash()).isZero();
        till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}")
                .is(200);
        assertThat(till.status(invoice)).isEqualTo("PAID");

        till.seller().put("/processor", CONNECT).is(200, "STRIPE");
        STRIPE.succeed(STRIPE.chargeOf(payment).orElseThrow());
        till.seller().advanceTo("2025-06-03T08:00:00Z");
        assertThat(till.cash()).isEqualTo(20_000);
        assertThat(till.broken()).isEmpty();
    }

    /// Connecting another account closes the forms of the former one, where payments would not be noticed any more.
    @Test
    void theFormsOfTheFormerAccountAreClosed() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var payments = HOUSE.wiring().payments();
        var caller = new Caller(till.seller().id(), "page", "test", Instant.parse("2025-05-01T08:00:00Z"));
        var form = payments.payersSide()
                .formFor(caller, new InvoiceId(UUID.fromString(invoice)), URI.create("http://x"), Optional.empty());
        till.seller().put("/processor", CONNECT).is(200, "STRIPE");
        payments.sandboxForms().submit(caller, form.getPath().substring("/sandbox/".length()), "pm_sandbox_visa");
        assertThat(till.takenBySandbox()).isEqualTo(till.cash());
    }

    /// A customer that was deleted at Stripe is made known there anew, with the next form.
    @Test
    void aCustomerWhoWasDeletedThereIsMadeAnew() throws Exception {
        var till = stripe("2025-05-01T08:00:00Z");
        var acme = till.customer("Acme");
        var methods = "/customers/%s/payment-methods".formatted(acme);
        till.seller().post(methods, "{}").is(200, "STRIPE");
        STRIPE.attachToLatest("pm_tidied_away");
        till.choose(acme, "pm_tidied_away");

        STRIPE.deleteLatest();
        till.seller().get(methods).is(200, "[]");
        till.seller().post(methods, "{}").is(200, "STRIPE");
        STRIPE.attachToLatest("pm_card_anew");
        till.seller().get(methods).is(200, "pm_card_anew");

        var invoice = till.invoice(acme, 10_000);
        till.pay(invoice).is(400, "No such payment method");
        STRIPE.deleteLatest();
        assertThat(form(till, invoice)).hasHost("checkout.stripe.test");

        STRIPE.attachToLatest("pm_card_anew");
        till.choose(acme, "pm_card_anew");
        till.pay(invoice).is(200, "SUCCEEDED");
        assertThat(till.broken()).isEmpty();
    }

    /// Stripe takes nothing below about half a dollar: no method has failed, and the payer can do nothing about it.
    @Test
    void whatIsLessThanStripeTakesIsNoDecline() throws Exception {
        var till = stripe("2025-05-01T00:00:00Z");
        var acme = till.customer("Acme");
        till.seller()
                .post("/customers/%s/payment-methods".formatted(acme), "{}")
                .is(200);
        STRIPE.attachToLatest("pm_ok_small");
        till.choose(acme, "pm_ok_small");
        var subscription = till.subscription(acme, "2025-05-01", "");
        till.seller()
                .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": true}")
                .is(200);
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var invoice = till.invoices(subscription).get(1);
        till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 9970}")
                .is(200);

        till.seller().advanceTo("2025-06-20T00:00:00Z");
        assertThat(till.log(invoice))
                .contains("CHARGE SKIPPED", "REMINDER SKIPPED")
                .doesNotContain("GIVEN_UP NONE");
        assertThat(till.status(invoice)).isEqualTo("PARTIALLY_PAID");
        assertThat(till.notices(invoice)).doesNotContain("FAILED");
        till.pay(invoice).is(200, "\"state\":\"FAILED\"", "less or more than");
        assertThatThrownBy(() -> form(till, invoice))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("no amount as small");
    }

    /// That it may not see the account says nothing about charges. What was skipped is charged with a new method.
    @Test
    void aKeyThatMayNotSeeTheAccountCharges() throws Exception {
        var till = stripe("2025-05-01T00:00:00Z");
        var acme = till.customer("Acme");
        var subscription = till.subscription(acme, "2025-05-01", "");
        till.seller()
                .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": true}")
                .is(200);
        till.seller().advanceTo("2025-06-12T00:00:00Z");
        var invoice = till.invoices(subscription).get(1);
        assertThat(till.log(invoice)).contains("CHARGE SKIPPED");
        till.seller()
                .post("/customers/%s/payment-methods".formatted(acme), "{}")
                .is(200);
        STRIPE.attachToLatest("pm_ok_unseen");
        STRIPE.refuse(Optional.of("/v1/account"));
        try {
            till.choose(acme, "pm_ok_unseen");
            till.seller().advanceTo("2025-06-13T00:00:00Z");
        } finally {
            STRIPE.refuse(Optional.empty());
        }
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    @Test
    void credentialsThatStripeRefusesAreNotKept() {
        var seller = HOUSE.seller();
        seller.put("/processor", "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"sk_test_wrong\"}}")
                .is(400, "credentials.secret_key", "refused");
        seller.get("/processor").is(200, "SANDBOX");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '%', delimiter = '|', textBlock = """
            LIVE | {"kind": "SANDBOX"}                                                 | kind
            LIVE | {"kind": "STRIPE", "credentials": {"secret_key": "sk_test_1"}}      | credentials.secret_key
            TEST | {"kind": "STRIPE", "credentials": {"secret_key": "sk_live_1"}}      | credentials.secret_key
            TEST | {"kind": "STRIPE", "credentials": {"secret_key": "rk_live_1"}}      | credentials.secret_key
            TEST | {"kind": "STRIPE", "credentials": {"secret_key": "pk_test_1"}}      | credentials.secret_key
            TEST | {"kind": "STRIPE", "credentials": {}}                               | credentials.secret_key
            TEST | {"kind": "STRIPE"}                                                  | credentials.secret_key
            TEST | {"kind": "PAYPAL"}                                                  | kind
            TEST | {}                                                                  | kind
            TEST | {"kind": "STRIPE", "credentials": {"secret_key": "sk_test_1", "webhook_secret": "x"}} | credentials.webhook_secret
            """)
    void whatDoesNotFitTheSellerIsRefused(Mode mode, String body, String field) {
        Tenant seller = HOUSE.seller(mode, Zone.UTC);
        seller.put("/processor", body).is(400, "\"" + field + "\"");
    }
}
