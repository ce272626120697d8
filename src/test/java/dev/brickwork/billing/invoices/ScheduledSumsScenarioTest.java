package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The lines of an unissued invoice add up to its total at all times (V4).
@Tag("verify")
final class ScheduledSumsScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// A fixed discount above the price (rule M-08): the balancing line stands on it before it is issued, too.
    @Test
    void whatIsCarriedForwardIsALineBeforeTheIssue() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var order = till.order("2025-01-01", 2, "MONTHLY", "")
                .replace("\"quantity\": 1", "\"quantity\": 1, \"discount\": [{\"amount\": 25000}]");
        var scheduled = till.invoices(till.started(order)).getLast();

        assertThat(scheduled.path("status").asText()).isEqualTo("SCHEDULED");
        assertThat(scheduled.path("grand_total").asLong()).isZero();
        assertThat(lines(scheduled)).isZero();
        assertThat(scheduled.path("line_items").findValuesAsText("kind"))
                .containsExactly("SUBSCRIPTION", "CREDIT_CARRIED_FORWARD");
    }

    /// One that is dropped by a recast bills nothing any more; what was paid on it is credit.
    @Test
    void whatIsDroppedComesToNothing() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", 2, "MONTHLY", ""));
        var paid = till.invoice(id, 1);
        till.pay(paid, 4000).is(200);
        till.seller.post("/subscriptions/%s/terminate".formatted(id), "{}").is(200);

        var dropped = till.get(paid).json();
        assertThat(dropped.path("status").asText()).isEqualTo("VOIDED");
        assertThat(dropped.path("grand_total").asLong())
                .isEqualTo(lines(dropped))
                .isZero();
        assertThat(dropped.path("remaining_amount").asLong()).isZero();
        assertThat(till.credit()).isEqualTo(4000);
    }

    private static long lines(JsonNode invoice) {
        long sum = 0;
        for (var line : invoice.path("line_items"))
            sum += line.path("grand_total").asLong();
        return sum;
    }
}
