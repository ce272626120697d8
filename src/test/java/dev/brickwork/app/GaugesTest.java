package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.Await;
import dev.brickwork.support.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the metrics of the database and of the work that waits in it.
@Tag("verify")
final class GaugesTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// Each family is told with its type and its meaning, those of the JVM and of work that has not happened yet too.
    @Test
    void eachMetricIsDocumented() throws IOException {
        HOUSE.seller().get("/seller").is(200);
        var lines = HOUSE.wiring().metrics().text().lines().toList();
        var families = names(lines, "# TYPE ");
        assertThat(families)
                .hasSizeGreaterThan(70)
                .doesNotHaveDuplicates()
                .containsAll(HOUSE.database()
                        .read(tx -> Gauges.read(tx, Instant.now()).keySet()))
                .contains(
                        "brickwork_database_up",
                        "brickwork_pool_connections",
                        "brickwork_request_seconds",
                        "jvm_gc_collection_seconds",
                        "jvm_threads_current",
                        "process_cpu_seconds_total");
        assertThat(names(lines, "# HELP ")).isEqualTo(families);
        var page = Files.readString(Path.of("docs/operating/metrics.md"));
        assertThat(families).allMatch(family -> page.contains("`" + family + "`"));
        assertThat(Pattern.compile("^\\| (`.*?`) \\|", Pattern.MULTILINE)
                        .matcher(page)
                        .results()
                        .flatMap(row -> Stream.of(row.group(1).split(", "))))
                .allMatch(name -> families.contains(name.replace("`", "")));
    }

    private static List<String> names(List<String> lines, String mark) {
        return lines.stream()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.split(" ", -1)[2])
                .toList();
    }

    @Test
    void aWaitForALockShowsAndIsCountedWhenGivenUp() throws InterruptedException {
        var seller = HOUSE.seller().id().value();
        var isOver = new CountDownLatch(1);
        var holder = Thread.ofVirtual()
                .start(() -> HOUSE.database().inTransaction(tx -> {
                    tx.handle().execute("SELECT FROM seller WHERE seller_id = ? FOR UPDATE", seller);
                    while (isOver.getCount() > 0)
                        tx.handle().execute("SELECT pg_sleep(0.1)"); // One that stands still is ended.
                    return true;
                }));
        var isSeen = new CountDownLatch(1);
        var waiter = Thread.ofVirtual().start(() -> {
            while (isSeen.getCount() > 0) {
                try {
                    HOUSE.database()
                            .inTransaction(tx ->
                                    tx.handle().execute("SELECT FROM seller WHERE seller_id = ? FOR UPDATE", seller));
                } catch (DatabaseBusy givenUp) {
                    // After two seconds; it asks again, so that the gauge finds it waiting.
                    assertThat(givenUp).hasMessageContaining("locked");
                }
            }
        });

        until("brickwork_lock_waiting", 1);
        until("brickwork_lock_timeouts_total", 1);

        isSeen.countDown();
        isOver.countDown();
        holder.join();
        waiter.join();
    }

    /// A row that a check found broken, another that holds, and a backup of the day before yesterday.
    @Test
    void brokenInvariantsAndTheAgeOfTheBackupShow() throws InterruptedException {
        assertThat(HOUSE.metric("brickwork_backup_age_seconds"))
                .as("never made: as old as the database")
                .isLessThan(Duration.ofDays(1).toSeconds());
        var now = Instant.now();
        HOUSE.database().inTransaction(tx -> {
            tx.handle().execute("INSERT INTO backup (finished_at) VALUES (?)", now.minus(Duration.ofHours(50)));
            tx.handle().execute("INSERT INTO backup (finished_at) VALUES (?)", now.minus(Duration.ofHours(27)));
            tx.handle().execute("INSERT INTO invariant_check VALUES ('one', ?, 3)", now);
            return tx.handle()
                    .execute("INSERT INTO invariant_check VALUES ('two', ?, 0)", now.minus(Duration.ofHours(2)));
        });

        until("brickwork_invariants_broken", 3);

        assertThat(HOUSE.metric("brickwork_backup_age_seconds"))
                .isBetween(
                        Duration.ofHours(27).toSeconds(), Duration.ofHours(28).toSeconds());
        assertThat(HOUSE.metric("brickwork_invariants_age_seconds"))
                .as("of the one that was checked longest ago")
                .isBetween(Duration.ofHours(2).toSeconds(), Duration.ofHours(3).toSeconds());
        assertThat(HOUSE.metric("brickwork_wal_archive_lag_seconds")).isZero();
        assertThat(HOUSE.metric("brickwork_transaction_retries_total{sqlstate=\"40P01\"}"))
                .isZero();
    }

    /// Of live sellers, and as long as its time runs: then it went through, or is held up anew.
    @Test
    void whatASweepHoldsUpShows() throws InterruptedException {
        var live = HOUSE.seller(Mode.LIVE, Zone.UTC).id().value();
        var test = HOUSE.seller().id().value();
        var now = Instant.now();
        HOUSE.database().inTransaction(tx -> {
            var row = "INSERT INTO held_up VALUES (?, 'invoice', gen_random_uuid(), ?)";
            tx.handle().execute(row, live, now.plus(Duration.ofHours(1)));
            tx.handle().execute(row, live, now.minus(Duration.ofHours(1)));
            return tx.handle().execute(row, test, now.plus(Duration.ofHours(1)));
        });

        until("brickwork_postponed_rows", 1);

        assertThat(HOUSE.metric("brickwork_postponed_rows")).isEqualTo(1);
    }

    /// A server whose archiver is made up: a command that hangs never fails, and shows by what waits for it.
    @Test
    void anArchiverThatHangsOrFailsShows() {
        assertThat(archiveLag("'0000000100000002000000A1'", "NULL"))
                .as("all is archived")
                .isZero();
        assertThat(archiveLag("'0000000100000002000000A0'", "NULL"))
                .as("the last is under way")
                .isZero();
        assertThat(archiveLag("NULL", "NULL")).as("nothing was archived yet").isZero();
        assertThat(archiveLag("'00000002.history'", "NULL"))
                .as("a new timeline")
                .isZero();
        for (var old : List.of("'00000001000000020000009E'", "'0000000100000001000000F0.00000028.backup'")) {
            assertThat(archiveLag(old, "NULL")).as("it hangs").isBetween(3600L, 3700L);
        }
        assertThat(archiveLag("'0000000100000002000000A1'", "clock_timestamp()"))
                .as("it fails")
                .isBetween(3600L, 3700L);
    }

    private static long archiveLag(String lastArchived, String lastFailed) {
        return HOUSE.database().inTransaction(tx -> {
            tx.handle().execute("CREATE SCHEMA made_up");
            tx.handle().execute("""
                CREATE FUNCTION made_up.current_setting(name text) RETURNS text LANGUAGE sql AS
                $$ SELECT CASE name WHEN 'archive_mode' THEN 'on' ELSE pg_catalog.current_setting(name) END $$
                """);
            tx.handle()
                    .execute("CREATE FUNCTION made_up.pg_current_wal_lsn() RETURNS pg_lsn LANGUAGE sql "
                            + "AS $$ SELECT '2/A2345678'::pg_lsn $$");
            tx.handle().execute("""
                CREATE VIEW made_up.pg_stat_archiver AS
                SELECT %s::text AS last_archived_wal, clock_timestamp() - interval '1 hour' AS last_archived_time,
                       %s::timestamptz AS last_failed_time, clock_timestamp() - interval '2 hours' AS stats_reset
                """.formatted(lastArchived, lastFailed));
            tx.handle().execute("SET LOCAL search_path = made_up, public, pg_catalog");
            long lag = Gauges.read(tx, Instant.now()).getOrDefault("brickwork_wal_archive_lag_seconds", -1L);
            tx.handle().execute("SET LOCAL search_path = public");
            tx.handle().execute("DROP SCHEMA made_up CASCADE");
            return lag;
        });
    }

    /// A charge that the processor did not answer counts as unknown until it is reconciled. One that is due and was
    /// not tried shows, too.
    @Test
    void aChargeOfUnknownFateShows() {
        var seller = HOUSE.sellerAt("2025-05-01T00:00:00Z");
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var method = "pm_sandbox_timeout_not_charged";
        seller.post(
                        "/customers/%s/payment-methods".formatted(customer),
                        "{\"sandbox_payment_method_id\": \"%s\"}".formatted(method))
                .is(200);
        var invoice = seller.post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "10"}]}
                """.formatted(customer)).is(200).text("invoice_id");

        seller.post("/invoices/%s/pay".formatted(invoice), "{\"payment_method_id\": \"%s\"}".formatted(method))
                .is(200);

        assertThat(ofLive(seller, "brickwork_charges_unknown")).isOne();
        seller.advanceTo("2025-05-01T00:10:00Z"); // The first look finds that the processor never got it.
        assertThat(ofLive(seller, "brickwork_charges_unknown")).isZero();

        HOUSE.database()
                .write(tx -> tx.handle()
                        .execute(
                                "INSERT INTO collection (seller_id, invoice_id, attempt_at) VALUES (?, ?::uuid, ?::timestamptz)",
                                seller.id().value(),
                                invoice,
                                Instant.now().minusSeconds(60).toString()));
        assertThat(ofLive(seller, "brickwork_charges_due_oldest_seconds")).isBetween(60L, 120L);
        assertThat(HOUSE.metric("brickwork_charges_due_oldest_seconds")).isZero();
    }

    /// Only live sellers count, and no live seller has the sandbox.
    private static long ofLive(TestServer.Tenant seller, String figure) {
        return HOUSE.database().inTransaction(tx -> {
            tx.handle()
                    .execute(
                            "UPDATE seller SET mode = 'live' WHERE seller_id = ?",
                            seller.id().value());
            var figures = Gauges.read(tx, Instant.now());
            tx.handle()
                    .execute(
                            "UPDATE seller SET mode = 'test' WHERE seller_id = ?",
                            seller.id().value());
            return figures.getOrDefault(figure, -1L);
        });
    }

    /// One receiver is away and another one is gone for good; then the first is given up by its seller, too.
    @Test
    void deliveriesThatWaitAndThoseThatAreParkedShow() {
        try (var away = Receiver.open();
                var gone = Receiver.open()) {
            away.answer(503);
            gone.answer(410);
            var seller = HOUSE.seller();
            var waiting = endpoint(seller, away);
            endpoint(seller, gone);
            seller.post("/customers", "{\"name\": \"Acme\"}").is(200);

            until("brickwork_webhook_failing_endpoints", 1);
            until("brickwork_webhook_parked_deliveries", 1);
            assertThat(HOUSE.metric("brickwork_webhook_waiting_deliveries")).isOne();
            assertThat(HOUSE.metric("brickwork_feed_waiting_events")).isZero();
            assertThat(HOUSE.metric("brickwork_webhook_oldest_due_seconds")).isBetween(0L, PATIENCE.toSeconds());

            seller.delete("/webhook-endpoints/" + waiting).is(200);
            until("brickwork_webhook_waiting_deliveries", value -> value == 0);
            assertThat(HOUSE.metric("brickwork_webhook_parked_deliveries")).isGreaterThanOrEqualTo(1);
        }
    }

    private static String endpoint(TestServer.Tenant seller, Receiver receiver) {
        return seller.post(
                        "/webhook-endpoints",
                        "{\"url\": \"%s\", \"events\": [\"company.created\"]}".formatted(receiver.url()))
                .is(200)
                .text("webhook_endpoint_id");
    }

    private static void until(String name, long least) {
        until(name, value -> value >= least);
    }

    private static void until(String name, LongPredicate isSo) {
        Await.until(name + " is as claimed", () -> isSo.test(HOUSE.metric(name)), () -> "" + HOUSE.metric(name));
    }
}
