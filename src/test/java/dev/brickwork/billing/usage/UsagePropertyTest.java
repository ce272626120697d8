package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Property;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random lives of a meter: entries, duplicates, edits, deletions, late arrivals and changes of the contract.
/// Whatever happened, what was billed over time is one rating of what is left, to the cent.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class UsagePropertyTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final List<String> ZONES = List.of(
            "UTC",
            "America/New_York",
            "Asia/Kathmandu",
            "Australia/Lord_Howe",
            "Pacific/Apia",
            "America/Santiago",
            "Pacific/Chatham",
            "Africa/Casablanca");
    private static final List<String> PRICES = List.of(Meterage.COMMITTED, """
            {"currency": "USD", "model": "GRADUATED", "tiers": [{"up_to": 1000, "unit_price": "0.04"},
             {"up_to": 5000, "unit_price": "0.031", "flat_price": "1"}, {"up_to": null, "unit_price": "0.02"}],
             "pre_commitment_schedule": "QUARTERLY"}""", """
            {"currency": "USD", "model": "PACKAGE", "unit_price": "5", "package_size": 100, "included_quantity": 100}""", """
            {"currency": "USD", "model": "PERCENTAGE", "unit_price": "1.39", "pre_commitment_schedule": "ANNUALLY"}""", """
            {"currency": "USD", "model": "VOLUME", "tiers": [{"up_to": 1500, "unit_price": "0.10"},
             {"up_to": null, "unit_price": "0.05"}], "pre_commitment_schedule": "ALL_UPFRONT"}""");

    @Test
    void whatIsBilledOverTimeIsOneRating() {
        Property.holds(Property.cases(2, 100), random -> new Life(random).live());
    }

    private static final class Life {
        private final Random random;
        private final Meterage meter;
        private final String subscription;
        private final ZoneId zone;
        private final List<String> ids = new ArrayList<>();
        private Instant now;
        private int count;

        Life(Random random) {
            this.random = random;
            var zoneName = ZONES.get(random.nextInt(ZONES.size()));
            zone = ZoneId.of(zoneName);
            var start = LocalDate.of(2025, 1 + random.nextInt(12), 1 + random.nextInt(28));
            if (random.nextBoolean()) start = start.withDayOfMonth(start.lengthOfMonth());
            now = start.atStartOfDay(zone).toInstant();
            meter = new Meterage(HOUSE, now.toString(), PRICES.get(random.nextInt(PRICES.size())));
            var frequency =
                    List.of("MONTHLY", "QUARTERLY", "ANNUALLY", "ALL_UPFRONT").get(random.nextInt(4));
            var discount = random.nextBoolean() ? ", \"discount\": [{\"rate\": \"12.5\", \"renews\": true}]" : "";
            subscription = meter.started("""
                    {"starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s", "customer_id": "%s",
                     "time_zone": "%s", "renewal_contract_period": 2,
                     "bricks": [{"brick_id": "%s", "quantity": %d%s}, {"brick_id": "%s", "quantity": 1}]}
                    """.formatted(
                            start,
                            2 + random.nextInt(5),
                            frequency,
                            meter.plan,
                            meter.customer(),
                            zoneName,
                            meter.calls,
                            random.nextInt(3) * 700,
                            discount,
                            meter.seats));
        }

        void live() {
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> single();
                    case 3, 4 -> batch();
                    case 5 -> edit();
                    case 6 -> delete();
                    case 7, 8, 9 -> wait(1 + random.nextInt(20));
                    case 10 -> change();
                    default -> regenerate();
                }
            }
            wait(70);
            wait(1);
            Meterage.eventually(() -> assertThat(late()).isZero());
            List<String> broken =
                    HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
            assertThat(broken).filteredOn(it -> !it.contains("audit chain")).isEmpty();
        }

        private long late() {
            return HOUSE.database()
                    .read(tx -> tx.query("SELECT count(*) FROM usage_late WHERE seller_id = :seller")
                            .bind("seller", meter.seller.id().value())
                            .mapTo(Long.class)
                            .one());
        }

        /// Somewhere up to now, half of the time at a local midnight.
        private Instant someTime() {
            var time = now.minus(random.nextInt(70 * 24), ChronoUnit.HOURS).plusMillis(random.nextInt(3_600_000));
            if (time.isAfter(now)) time = now;
            if (random.nextBoolean()) {
                time = time.atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
                if (random.nextBoolean()) time = time.minusNanos(1000);
            }
            return time;
        }

        private String someValue() {
            int whole = random.nextInt(1500) - (random.nextInt(6) == 0 ? 1500 : 0);
            return random.nextBoolean() ? Integer.toString(whole) : whole + "." + random.nextInt(1_000_000);
        }

        private String entry() {
            var id = "u" + count++;
            ids.add(id);
            return meter.entry(id, subscription, someValue(), someTime().toString());
        }

        private void single() {
            var entry = entry();
            int status = meter.seller.post("/usage", entry).status();
            if (status == 201) {
                if (random.nextInt(3) == 0) meter.seller.post("/usage", entry).is(201);
            } else {
                assertThat(status).isEqualTo(400); // Before the start, or in a pause.
                ids.removeLast();
            }
        }

        private void batch() {
            var entries = new ArrayList<String>();
            for (int i = 0; i < 8; i++) {
                entries.add(entry());
                if (random.nextInt(3) == 0) entries.add(entries.get(random.nextInt(entries.size())));
            }
            meter.seller
                    .post("/usage/batch", "[" + String.join(",", entries) + "]")
                    .is(201);
        }

        private void edit() {
            if (ids.isEmpty()) return;
            var id = ids.get(random.nextInt(ids.size()));
            var time = random.nextBoolean() ? "" : ", \"time\": \"%s\"".formatted(someTime());
            var status = meter.seller
                    .patch("/usage", "{\"transaction_id\": \"%s\", \"value\": %s%s}".formatted(id, someValue(), time))
                    .status();
            assertThat(status).isIn(200, 400, 404);
        }

        private void delete() {
            if (ids.isEmpty()) return;
            var id = ids.get(random.nextInt(ids.size()));
            assertThat(meter.seller.delete("/usage?transaction_id=" + id).status())
                    .isIn(200, 404);
        }

        private void wait(int days) {
            now = now.plus(days, ChronoUnit.DAYS).plus(random.nextInt(86_400), ChronoUnit.SECONDS);
            meter.seller.advanceTo(now.toString());
        }

        private void regenerate() {
            var issued = new ArrayList<String>();
            meter.seller
                    .get("/subscriptions/%s/invoices?limit=1000".formatted(subscription))
                    .is(200)
                    .json()
                    .path("results")
                    .forEach(it -> {
                        if (!it.path("invoice_number").isNull()
                                && !it.path("status").asText().equals("VOIDED"))
                            issued.add(it.path("invoice_id").asText());
                    });
            if (issued.isEmpty()) return;
            var id = issued.get(random.nextInt(issued.size()));
            if (random.nextInt(5) == 0) {
                assertThat(meter.seller
                                .post("/invoices/%s/void".formatted(id), "{}")
                                .status())
                        .isIn(200, 400);
            } else {
                assertThat(meter.seller
                                .post("/invoices/%s/regenerate".formatted(id), "{}")
                                .status())
                        .isEqualTo(200);
            }
        }

        private void change() {
            var path = "/subscriptions/" + subscription;
            var today = now.atZone(zone).toLocalDate();
            switch (random.nextInt(4)) {
                case 0 -> {
                    var reply = meter.seller.post(path + "/upgrade", """
                            {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": %d}]}
                            """.formatted(
                                    today.minusDays(random.nextInt(20)), meter.calls, random.nextInt(4) * 500));
                    if (reply.status() == 200) startOrDrop(path + "/upgrade/", reply.text("order_id"));
                }
                case 1 -> {
                    var reply = meter.seller.post(path + "/recast", """
                            {"starts_at": "%s", "contract_length": 3, "billing_frequency": "MONTHLY",
                             "bricks": [{"brick_id": "%s", "quantity": %d}]}
                            """.formatted(
                                    today.minusDays(random.nextInt(12)), meter.calls, random.nextInt(4) * 500));
                    if (reply.status() == 200) startOrDrop(path + "/recast/", reply.text("order_id"));
                }
                case 2 -> {
                    var pause = "{\"paused_at\": \"%s\", \"scheduled_resume_at\": \"%s\"}"
                            .formatted(today, today.plusDays(5 + random.nextInt(20)));
                    assertThat(meter.seller.post(path + "/pause", pause).status())
                            .isIn(200, 400);
                }
                default ->
                    assertThat(meter.seller.post(path + "/resume", "{}").status())
                            .isIn(200, 400);
            }
        }

        private void startOrDrop(String path, String order) {
            var reply = meter.seller.post(path + order + "/start", "{}");
            assertThat(reply.status()).isIn(200, 400);
            if (reply.status() != 200) meter.seller.delete(path + order).is(200);
        }
    }
}
