package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Tenant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Usage that came late is settled a moment after ingest. A customer is not erased within that moment: the invoice
/// for it would have no recipient.
@Tag("verify")
class LateErasureScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void nobodyIsErasedBeforeLateUsageIsSettled() throws InterruptedException {
        var meter = new Meterage(HOUSE, "2025-01-01T12:00:00Z");
        var seller = meter.seller;
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "5", "2025-01-01T10:00:00Z").is(201);
        seller.advanceTo("2025-03-01T00:00:00Z").is(200);
        var customer = seller.get("/subscriptions/" + subscription).is(200).text("customer_id");
        var erasure = "/customers/%s/personal-data".formatted(customer);
        int before = invoices(seller);

        meter.post("b", subscription, "5", "2025-01-01T11:00:00Z").is(201);
        meter.afterIngest(() -> seller.delete(erasure)).is(400, "usage that came late is still to be settled");

        HOUSE.wiring().pump().finish(List.of("late-usage"));
        assertThat(invoices(seller)).isEqualTo(before + 1);
        seller.delete(erasure).is(200);
        HOUSE.wiring().pump().finish(List.of("late-usage"));
        assertThat(invoices(seller)).isEqualTo(before + 1);
    }

    private static int invoices(Tenant seller) {
        return seller.get("/invoices?limit=100").is(200).json().path("count").asInt();
    }
}
