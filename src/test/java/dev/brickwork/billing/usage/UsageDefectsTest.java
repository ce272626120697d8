package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.PlantedDefect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `check` finds usage that is not counted, or not billed, as it was metered.
@Tag("verify")
final class UsageDefectsTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    /// A month with overage is billed; one entry was edited twice, one deleted.
    @BeforeAll
    static void aBilledMonth() {
        var meter = new Meterage(HOUSE, "2025-01-01T08:00:00Z");
        var id = meter.subscription("2025-01-01", 12, "MONTHLY", 100, "");
        meter.seller.advanceTo("2025-01-20T08:00:00Z");
        meter.post("plain", id, "150", "2025-01-10T08:00:00Z").is(201);
        meter.post("edited", id, "10", "2025-01-11T08:00:00Z").is(201);
        meter.post("deleted", id, "7", "2025-01-12T08:00:00Z").is(201);
        for (int value = 20; value <= 30; value += 10) {
            meter.seller
                    .patch("/usage", "{\"transaction_id\": \"edited\", \"value\": %d}".formatted(value))
                    .is(200);
        }
        meter.seller
                .send("DELETE", "/usage", "{\"transaction_id\": \"deleted\"}")
                .is(200);
        meter.seller.advanceTo("2025-02-02T08:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            I9 running totals | UPDATE usage_total SET value = value + 1
            I9 running totals | UPDATE usage_total SET entries = entries + 1
            I9 running totals | UPDATE usage_total SET listed = listed + 1
            I9 running totals | DELETE FROM usage_total
            I9 running totals | UPDATE usage_entry SET subscription_id = brick_id
            I9 running totals | DELETE FROM usage_entry WHERE transaction_id = 'plain'
            I9 running totals | DELETE FROM usage_revision WHERE state = 'DELETED'
            I9 running totals | DELETE FROM usage_revision WHERE version = 3
            I9 versions | DELETE FROM usage_entry WHERE transaction_id = 'edited'
            I9 versions | UPDATE usage_revision SET subscription_id = brick_id
            I9 versions | UPDATE usage_revision SET version = 4 WHERE version = 3
            I9 versions | UPDATE usage_revision SET state = 'DELETED' WHERE version = 2
            I9 what was billed | UPDATE usage_total SET value = value + 1
            I9 what was billed | UPDATE invoice_usage SET gross = gross + 1
            I9 invoices bear | UPDATE invoice_usage SET gross = gross + 1
            I9 invoices bear | DELETE FROM invoice_usage
            I9 invoices bear | UPDATE invoice_line SET gross = gross + 1 WHERE kind = 'USAGE'
            I9 invoices bear | DELETE FROM invoice_line WHERE kind = 'USAGE'
            """)
    void isFound(String invariant, String defect) {
        var found = PlantedDefect.found(
                HOUSE,
                defect,
                "ALTER TABLE usage_entry DISABLE TRIGGER USER",
                "ALTER TABLE usage_revision DISABLE TRIGGER USER, DROP CONSTRAINT the_subscription_exists",
                "ALTER TABLE invoice_usage DISABLE TRIGGER USER",
                "ALTER TABLE invoice_line DISABLE TRIGGER USER");
        assertThat(found).anyMatch(sentence -> sentence.startsWith(invariant));
    }
}
