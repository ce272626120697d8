package dev.brickwork.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.Settings;
import dev.brickwork.Wiring;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.database.DatabaseAddress;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A billing day that two processes share, one of which dies again and again: every invoice is issued exactly
/// once, the
/// numbers have no gap, the journal balances, each has one event (rule I-09, REL-I2, I8; the judge looks at
/// the end).
final class IssueTogetherTest {
    private static final DatabaseAddress ADDRESS = TestPostgres.fresh();
    private static final House HOUSE = House.open(ADDRESS);
    private static final int SUBSCRIPTIONS = Property.cases(60, 2_000);
    private static final int KILLS = Property.cases(3, 8);
    private static final Instant DUE = Instant.parse("2025-02-01T00:00:00Z");

    @Test
    void eachInvoiceIsIssuedExactlyOnce(@TempDir Path folder) throws Exception {
        var till = Till.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < SUBSCRIPTIONS; i++) till.started(till.order("2025-01-01", "MONTHLY", ""));
        var seller = till.seller.id();

        var random = new Random(7);
        for (int i = 0; i < KILLS; i++) {
            var child = child(folder, seller);
            // The one that lives issues a little now and then, while the other is killed at any moment.
            Thread.sleep(random.nextInt(1_500));
            HOUSE.wiring().sweeps().run(seller, DUE.minusSeconds(1));
            Thread.sleep(1_000 + random.nextInt(1_500));
            child.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        var last = child(folder, seller);
        HOUSE.wiring().sweeps().run(seller, DUE);
        assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();

        long issued = count("SELECT count(*) FROM invoice WHERE seller_id = :seller AND issued_at IS NOT NULL", seller);
        assertThat(issued).isEqualTo(2L * SUBSCRIPTIONS);
        assertThat(count("SELECT last FROM number_series WHERE seller_id = :seller", seller))
                .isEqualTo(issued);
        assertThat(count("SELECT count(DISTINCT number) FROM invoice WHERE seller_id = :seller", seller))
                .isEqualTo(issued);
        assertThat(count("SELECT count(*) FROM invoice_version WHERE seller_id = :seller", seller))
                .isEqualTo(issued);
        assertThat(count(
                        "SELECT count(*) FROM event WHERE seller_id = :seller AND event_type = 'invoice.start'",
                        seller))
                .isEqualTo(issued);
        till.seller.advanceTo(DUE.toString());
        assertThat(till.balance("RECEIVABLE")).isEqualTo(issued * 10_000);
    }

    private static long count(String sql, SellerId seller) {
        return HOUSE.database()
                .read(tx -> tx.createQuery(sql)
                        .bind("seller", seller.value())
                        .mapTo(Long.class)
                        .one());
    }

    /// Another process on the same database that issues everything due, as its sweep would.
    private static Process child(Path folder, SellerId seller) throws IOException {
        var builder = new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                seller.value().toString());
        builder.environment().putAll(OwnProcess.on(ADDRESS));
        builder.environment().put("BRICKWORK_DATA", folder.toString());
        return builder.redirectErrorStream(true)
                .redirectOutput(Files.createTempFile(folder, "child", ".txt").toFile())
                .start();
    }

    /// The main class of that process.
    static final class Child {
        private Child() {}

        @SuppressWarnings("SystemExitOutsideMain")
        public static void main(String[] arguments) {
            var settings = Settings.of(new HashMap<>(System.getenv()));
            try (var database = Database.open(settings.database().orElseThrow(), new Database.Limits(4, true))) {
                var wiring = new Wiring(settings, database, InstantSource.system());
                wiring.sweeps()
                        .run(new SellerId(UUID.fromString(List.of(arguments).getFirst())), DUE);
            }
            System.exit(0); // Loops that were built are not ended.
        }
    }
}
