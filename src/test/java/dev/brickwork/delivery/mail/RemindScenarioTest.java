package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.platform.jobs.Sweep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Open invoices are reminded of (rule J-02): how often, and for whom it is time.
@Tag("verify")
final class RemindScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private static Sweep sweep(String name) {
        return HOUSE.wiring().sweeps().all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Instant> next(TestServer.Tenant seller) {
        return HOUSE.database().read(tx -> sweep("remind").nextDue(tx, seller.id()));
    }

    private static boolean isDue(TestServer.Tenant seller, Instant now) {
        return HOUSE.database().read(tx -> sweep("remind").dueSellers(tx, now)).stream()
                .anyMatch(due -> due.seller().equals(seller.id()));
    }

    /// How many reminders each invoice of a seller got.
    private static List<Long> reminders(TestServer.Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                                SELECT count(m.id)
                                FROM invoice i
                                LEFT JOIN mail m ON m.seller_id = i.seller_id AND m.invoice_id = i.id
                                    AND m.kind = 'REMINDER'
                                WHERE i.seller_id = :seller
                                GROUP BY i.id
                                """)
                        .bind("seller", seller.id().value())
                        .mapTo(Long.class)
                        .list());
    }

    /// More than one batch takes: each invoice is told of once all the same, by the last of what it missed.
    @Test
    void ofManyThatWereMissedEachInvoiceGetsTheLast() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.seller().patch("/seller", "{\"reminders\": false}").is(200);
        var customer = till.customer("Acme");
        for (int i = 0; i < 45; i++) till.invoice(customer, 100);
        till.seller().advanceTo("2025-04-01T00:00:00Z");
        till.seller().patch("/seller", "{\"reminders\": true}").is(200);
        till.seller().advanceTo("2025-04-02T00:00:00Z");
        assertThat(reminders(till.seller())).hasSize(45).containsOnly(1L);
    }

    /// A reminder that comes late says how things are when it comes.
    @Test
    void oneThatWasMissedSpeaksOfToday() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var seller = till.seller();
        seller.patch("/seller", "{\"reminders\": false}").is(200);
        var customer = till.customer("Acme");
        seller.post("/customers/%s/persons".formatted(customer), "{\"email\": \"ada@acme.example\"}")
                .is(200);
        till.invoice(customer, 100);
        seller.advanceTo("2025-02-03T12:00:00Z");
        seller.patch("/seller", "{\"reminders\": true}").is(200);
        seller.advanceTo("2025-02-03T13:00:00Z");
        assertThat(subjects(seller)).containsExactly("Invoice 2025-000001 was due on January 31, 2025");
    }

    private static List<String> subjects(TestServer.Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                                SELECT letter ->> 'subject'
                                FROM mail
                                WHERE seller_id = :seller AND kind = 'REMINDER'
                                """)
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
    }

    /// A seller that lives by real time is swept when its next reminder comes due, and not before.
    @Test
    void whoeverLivesByRealTimeIsRemindedInTime() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var seller = till.seller();
        var customer = till.customer("Acme");
        var paid = till.invoice(customer, 100);
        var open = till.invoice(customer, 100);
        seller.advanceTo("2025-01-20T08:00:00Z");
        var later = till.invoice(customer, 100);
        assertThat(isDue(seller, Instant.parse("2025-12-31T00:00:00Z"))).isFalse(); // By a clock of its own.
        followRealTime(seller);
        pay(seller, paid);
        comesDue(seller, "2025-01-28T09:00:00Z");
        pay(seller, open);
        comesDue(seller, "2025-02-16T09:00:00Z");
        seller.patch("/seller", "{\"reminders\": false}").is(200);
        assertThat(next(seller)).isEmpty();
        assertThat(isDue(seller, Instant.parse("2025-12-31T00:00:00Z"))).isFalse();
        seller.patch("/seller", "{\"reminders\": true}").is(200);
        seller.post("/invoices/%s/void".formatted(later), "{}").is(200);
        assertThat(next(seller)).isEmpty();
        assertThat(isDue(seller, Instant.parse("2025-12-31T00:00:00Z"))).isFalse();
    }

    /// None within a day of the invoice itself, though others are reminded of then: of one that is due when it is
    /// issued, the first is a week late.
    @Test
    void nobodyIsRemindedOnTheDayOfTheInvoice() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var seller = till.seller();
        var customer = till.customer("Acme");
        till.invoice(customer, 100);
        seller.advanceTo("2025-01-28T08:00:00Z");
        seller.patch("/seller", "{\"payment_terms\": 0}").is(200);
        till.invoice(customer, 100);
        seller.advanceTo("2025-01-28T10:00:00Z");
        assertThat(reminders(seller)).containsExactlyInAnyOrder(1L, 0L);
        seller.advanceTo("2025-01-31T10:00:00Z");
        followRealTime(seller);
        comesDue(seller, "2025-02-04T09:00:00Z");
    }

    @Test
    void nobodyIsRemindedWhileCollectionIsPaused() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var invoice = till.invoice(till.customer("Acme"), 100);
        till.seller()
                .patch("/invoices/" + invoice, "{\"collection_paused\": true}")
                .is(200);
        assertThat(next(till.seller())).isEmpty();
        till.seller()
                .patch("/invoices/" + invoice, "{\"collection_paused\": false}")
                .is(200);
        assertThat(next(till.seller())).contains(Instant.parse("2025-01-28T09:00:00Z"));
    }

    @Test
    void nobodyIsRemindedWhileAPaymentIsUnderWay() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var invoice = till.invoice(till.paying("Acme", "pm_sandbox_lost_callback"), 100);
        till.pay(invoice).is(200);
        assertThat(till.remaining(invoice)).isEqualTo(100);
        assertThat(next(till.seller())).isEmpty();
    }

    /// An invoice whose collection was given up (rule J-01) is left to the seller's staff.
    @Test
    void nobodyIsRemindedOfWhatWasGivenUp() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var customer = till.paying("Acme", "pm_sandbox_hard_decline");
        var subscription = till.subscription(customer, "2025-01-01", ", \"transaction_method\": \"STRIPE\"");
        till.seller().advanceTo("2025-01-01T09:00:00Z");
        assertThat(till.status(till.invoices(subscription).getFirst())).isEqualTo("UNPAID");
        assertThat(next(till.seller())).isEmpty();
    }

    private static void followRealTime(TestServer.Tenant seller) {
        HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "DELETE FROM test_clock WHERE seller_id = ?",
                                seller.id().value()));
    }

    private static void pay(TestServer.Tenant seller, String invoice) {
        seller.post("/invoices/%s/payments".formatted(invoice), "{\"payment_method\": \"WIRE\", \"paid_amount\": 100}")
                .is(200);
    }

    private static void comesDue(TestServer.Tenant seller, String at) {
        var moment = Instant.parse(at);
        assertThat(next(seller)).contains(moment);
        assertThat(isDue(seller, moment.minusNanos(1_000))).isFalse();
        assertThat(isDue(seller, moment)).isTrue();
    }
}
