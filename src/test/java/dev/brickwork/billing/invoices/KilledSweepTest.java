package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.SellerId;
import dev.brickwork.support.Await;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Processes that die again and again, seconds after they are ready, and a seller whose billing run takes longer than
/// any of them lives: the run gets on with each, and an invoice of another seller does not wait for its end.
@Tag("full")
final class KilledSweepTest {
    private static final Duration LIFE = Duration.ofSeconds(12);
    private static final int LIVES_MAX = 8;
    private static final int SUBSCRIPTIONS = 40;

    @Test
    void whatIsDueGoesOnHoweverOftenTheProcessDies() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "killed");
        var address = TestPostgres.fresh();
        try (var house = TestServer.own(address)) {
            var busy = busy(house);
            var other = anInvoiceIsDue(house);
            house.database().write(tx -> tx.handle().execute("DELETE FROM test_clock")); // From now on time is real.
            var began = Instant.now();
            int lives = 0;
            int issuedBefore = issued(house, other);
            while (issued(house, other) == issuedBefore && lives < LIVES_MAX) {
                int before = issued(house, busy);
                try (var victim = OwnProcess.start(folder, OwnProcess.on(address))) {
                    Await.within(LIFE, () -> issued(house, other) > issuedBefore);
                    victim.process().destroyForcibly().waitFor();
                }
                lives++;
                assertThat(issued(house, busy)).as("life %d", lives).isGreaterThan(before);
            }
            System.out.printf(
                    "due invoice issued in life %d, %d s after the first start; %d invoices of the other seller's run%n",
                    lives, Duration.between(began, Instant.now()).toSeconds(), issued(house, busy));
            assertThat(lives).isLessThanOrEqualTo(2);
        }
    }

    /// Hundreds of invoices since last year, each of which takes a while to write.
    private static SellerId busy(TestServer house) {
        var seller =
                started(house, today().minusMonths(11), SUBSCRIPTIONS).seller.id();
        house.database().write(tx -> tx.handle().execute("""
                CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.seller_id = '%s' THEN PERFORM pg_sleep(0.08); END IF;
                    RETURN NEW;
                END $$;
                CREATE TRIGGER slow BEFORE INSERT ON invoice_version FOR EACH ROW EXECUTE FUNCTION slowly()
                """.formatted(seller.value())));
        return seller;
    }

    private static InvoicingFixture started(TestServer house, LocalDate on, int subscriptions) {
        var till = InvoicingFixture.at(house, on + "T08:00:00Z");
        for (int i = 0; i < subscriptions; i++) till.started(till.order(on.toString(), "MONTHLY", ""));
        return till;
    }

    /// Invoices that came due after a month and were issued by no process yet.
    private static SellerId anInvoiceIsDue(TestServer house) {
        return started(house, today().minusDays(40), 1).seller.id();
    }

    private static int issued(TestServer house, SellerId seller) {
        return house.database()
                .read(tx -> tx.query("SELECT count(*) FROM invoice WHERE seller_id = :seller AND issued_at IS NOT NULL")
                        .bind("seller", seller.value())
                        .mapTo(Integer.class)
                        .one());
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }
}
