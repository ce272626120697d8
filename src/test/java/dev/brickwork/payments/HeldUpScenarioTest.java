package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A row at which a sweep fails, for whatever reason, keeps no other row waiting, and comes up again. The bugs are
/// planted as triggers.
@Tag("verify")
final class HeldUpScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    @Test
    void anInvoiceThatCannotBeMarkedHoldsUpNoOther() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var stuck = till.invoice(till.customer("Acme"), 100);
        var other = till.invoice(till.customer("Beta"), 100);
        plant("invoice", "OLD.past_due_at IS NOT NULL AND NEW.past_due_at IS NULL AND NEW.id = '%s'".formatted(stuck));
        try {
            till.seller().advanceTo("2025-06-10T00:00:00Z");
            assertThat(till.events(other)).contains("invoice.past.due");
            assertThat(till.events(stuck)).doesNotContain("invoice.past.due");
            assertThat(heldUp(till)).isEqualTo(1);
            assertThat(told(till, stuck)).as("days on which it failed").isGreaterThan(1);
            assertThat(told(till, other)).isZero();
        } finally {
            mend();
        }
        till.seller().advanceTo("2025-06-12T00:00:00Z");
        assertThat(till.events(stuck)).containsOnlyOnce("invoice.past.due");
        assertThat(heldUp(till)).isZero();
    }

    /// A reminder that cannot be written is left out; the next one is written.
    @Test
    void aReminderThatCannotBeWrittenHoldsUpNoOther() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var stuck = till.invoice(mailed(till, "Acme"), 100);
        var other = till.invoice(mailed(till, "Beta"), 100);
        plant("mail", "NEW.invoice_id = '%s'".formatted(stuck));
        try {
            till.seller().advanceTo("2025-06-08T12:00:00Z");
            assertThat(reminders(other)).isEqualTo(3);
            assertThat(reminders(stuck)).isZero();
        } finally {
            mend();
        }
        till.seller().advanceTo("2025-07-20T00:00:00Z");
        assertThat(reminders(other)).isEqualTo(5);
        assertThat(reminders(stuck)).isEqualTo(2);
    }

    @Test
    void aChargeThatCannotBeMadeHoldsUpNoOther() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var atCheckout = ", \"transaction_method\": \"STRIPE\"";
        var stuck = till.invoices(till.subscription(till.paying("Acme", "pm_sandbox_visa"), "2025-05-01", atCheckout))
                .get(1);
        var other = till.invoices(till.subscription(till.paying("Beta", "pm_sandbox_visa"), "2025-05-01", atCheckout))
                .get(1);
        plant("collection", "NEW.attempt_at IS NULL AND NEW.invoice_id = '%s'".formatted(stuck));
        try {
            till.seller().advanceTo("2025-06-03T00:00:00Z");
            assertThat(till.status(other)).isEqualTo("PAID");
            assertThat(till.status(stuck)).isEqualTo("OUTSTANDING");
            assertThat(heldUp(till)).isEqualTo(1);
        } finally {
            mend();
        }
        till.seller().advanceTo("2025-06-05T00:00:00Z");
        assertThat(till.status(stuck)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
    }

    @Test
    void aChargeWhoseEndCannotBeBookedHoldsUpNoOther() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var stuck = till.invoice(till.paying("Acme", "pm_sandbox_timeout_charged"), 100);
        var other = till.invoice(till.paying("Beta", "pm_sandbox_timeout_charged"), 200);
        till.pay(stuck).is(200, "PROCESSING");
        till.pay(other).is(200, "PROCESSING");
        plant("charge", "NEW.state = 'SUCCEEDED' AND NEW.invoice_id = '%s'".formatted(stuck));
        try {
            till.seller().advanceTo("2025-05-01T12:00:00Z");
            assertThat(till.status(other)).isEqualTo("PAID");
            assertThat(till.status(stuck)).isNotEqualTo("PAID");
        } finally {
            mend();
        }
        till.seller().advanceTo("2025-05-04T00:00:00Z");
        assertThat(till.status(stuck)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
    }

    private static String mailed(PaymentsFixture till, String name) {
        var customer = till.customer(name);
        till.seller()
                .post("/customers/%s/persons".formatted(customer), "{\"email\": \"a@b.example\"}")
                .is(200);
        return customer;
    }

    private static void plant(String table, String when) {
        var row = table.equals("mail") ? "INSERT" : "UPDATE";
        HOUSE.database().inTransaction(tx -> tx.handle().execute("""
                CREATE FUNCTION a_bug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a bug'; END $$;
                CREATE TRIGGER a_bug BEFORE %s ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION a_bug();
                """.formatted(row, table, when)));
    }

    private static void mend() {
        HOUSE.database().inTransaction(tx -> tx.handle().execute("DROP FUNCTION a_bug() CASCADE"));
    }

    private static long reminders(String invoice) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT count(*) FROM mail WHERE kind = 'REMINDER' AND invoice_id = :invoice")
                        .bind("invoice", UUID.fromString(invoice))
                        .mapTo(Long.class)
                        .one());
    }

    /// How often the seller heard of it.
    private static long told(PaymentsFixture till, String object) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT count(*)
                        FROM event
                        WHERE seller_id = :seller AND event_type = 'problem.found' AND object_id = :object
                            AND data::jsonb ->> 'problem' = 'HELD_UP'
                        """)
                        .bind("seller", till.seller().id().value())
                        .bind("object", UUID.fromString(object))
                        .mapTo(Long.class)
                        .one());
    }

    /// As the operator counts it, by the clock of the seller.
    private static long heldUp(PaymentsFixture till) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT count(*)
                        FROM held_up
                        JOIN test_clock USING (seller_id)
                        WHERE seller_id = :seller AND until > now
                        """)
                        .bind("seller", till.seller().id().value())
                        .mapTo(Long.class)
                        .one());
    }
}
