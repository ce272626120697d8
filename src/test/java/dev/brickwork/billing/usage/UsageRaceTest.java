package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Insisting;
import dev.brickwork.support.Property;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Races changes of usage against billing: in either order, the amount billed in the end is the amount used.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class UsageRaceTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final int ROUNDS = Property.cases(12, 1_000);

    private static void together(Runnable... works) throws Exception {
        try (var pool = Executors.newFixedThreadPool(works.length)) {
            var all = java.util.Arrays.stream(works).map(pool::submit).toList();
            for (var each : all) each.get();
        }
    }

    private static void answered(int status, Supplier<TestServer.Reply> call) {
        Insisting.on(call).is(status);
    }

    /// The clock moves over the bill date while entries come, change and go.
    @Test
    void deletingWhileBilling() throws Exception {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        for (int round = 0; round < ROUNDS; round++) {
            int year = 2025 + round / 12;
            int month = round % 12 + 1;
            var subscription = meter.subscription(
                    "%d-%02d-01".formatted(year, month), 1, "MONTHLY", 0, ", \"auto_renews\": false");
            var time = "%d-%02d-05T00:00:00Z".formatted(year, month);
            meter.seller.advanceTo("%d-%02d-20T00:00:00Z".formatted(year, month));
            var first = meter.entry(round + "-0", subscription, "10", time);
            var second = meter.entry(round + "-1", subscription, "10", time);
            meter.seller
                    .post("/usage/batch", "[%s,%s]".formatted(first, second))
                    .is(201);
            var end = java.time.LocalDate.of(year, month, 1).plusMonths(1);
            int now = round;
            together(
                    () -> meter.seller.advanceTo(end + "T02:00:00Z"),
                    () -> answered(200, () -> meter.seller.delete("/usage?transaction_id=%d-0".formatted(now))),
                    () -> answered(
                            200,
                            () -> meter.seller.patch(
                                    "/usage", "{\"transaction_id\": \"%d-1\", \"value\": 25}".formatted(now))),
                    () -> answered(201, () -> meter.post("%d-late".formatted(now), subscription, "3", time)));
        }
        meter.seller.advanceTo("%d-12-31T00:00:00Z".formatted(2025 + ROUNDS / 12 + 1));
        assertSound(meter);
    }

    /// An invoice is regenerated while its usage changes.
    @Test
    void editingWhileRegenerating() throws Exception {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 24, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1500", "2025-01-10T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-10T00:00:00Z");
        var invoice = meter.seller
                .get("/subscriptions/%s/invoices?limit=2".formatted(subscription))
                .json()
                .path("results")
                .path(1)
                .path("invoice_id")
                .asText();
        for (int round = 0; round < ROUNDS; round++) {
            int value = 900 + round * 137 % 1200;
            int now = round;
            together(
                    () -> answered(200, () -> meter.seller.post("/invoices/%s/regenerate".formatted(invoice), "{}")),
                    () -> answered(
                            200,
                            () -> meter.seller.patch(
                                    "/usage", "{\"transaction_id\": \"a\", \"value\": %d}".formatted(value))),
                    () -> answered(201, () -> meter.post("late-" + now, subscription, "7", "2025-01-12T00:00:00Z")));
        }
        meter.seller.advanceTo("2025-03-10T00:00:00Z");
        assertSound(meter);
    }

    /// Entries that are being taken in are waited for: they are in what is billed, or told that they come late.
    @Test
    void billingWaitsForWhatIsBeingTakenIn() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "10", "2025-01-10T00:00:00Z").is(201);

        meter.afterIngest(() -> meter.seller.post("/test-clock/advance", "{\"to\": \"2025-02-01T02:00:00Z\"}"))
                .is(200, "\"issue\":1");
    }

    private static void assertSound(Meterage meter) {
        Meterage.eventually(() -> {
            long late = HOUSE.database()
                    .read(tx -> tx.query("SELECT count(*) FROM usage_late WHERE seller_id = :seller")
                            .bind("seller", meter.seller.id().value())
                            .mapTo(Long.class)
                            .one());
            assertThat(late).isZero();
        });
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
        assertThat(broken).filteredOn(it -> !it.contains("audit chain")).isEmpty();
    }
}
