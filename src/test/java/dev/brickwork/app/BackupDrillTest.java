package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.billing.invoices.InvoicingFixture;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.support.InThread;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service is backed up while it writes, and restored elsewhere, with nothing but the commands of Brickwork.
@Tag("full")
final class BackupDrillTest {
    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    private static Settings settings(DatabaseAddress address, Path folder) {
        var values = new HashMap<>(OwnProcess.on(address));
        values.put("BRICKWORK_DATA", folder.toString());
        values.put("BRICKWORK_SECRETS_KEY", KEY);
        return Settings.of(values);
    }

    private static Settings embedded(Path folder) {
        return Settings.of(Map.of("BRICKWORK_DATA", folder.toString(), "BRICKWORK_SECRETS_KEY", KEY));
    }

    /// Customers and invoices are made one after the other meanwhile: the backup holds those up to one moment, whole,
    /// and all that was answered before it began.
    @Test
    void whatWasThereAtOneMomentIsRestored(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        var file = folder.resolve("brickwork.backup");
        var made = new AtomicInteger();
        int before;
        try (var house = TestServer.ownWithFollowUp(address)) {
            var till = InvoicingFixture.at(house, "2025-01-01T08:00:00Z");
            for (int i = 0; i < 5; i++) till.started(till.order("2025-01-01", "MONTHLY", ""));
            till.seller.advanceTo("2025-06-15T08:00:00Z");
            till.pay(till.standalone(70, ""), 7_000).is(200);
            before = made(till, made);
            var isOver = new AtomicBoolean();
            var writing = InThread.run(() -> {
                while (!isOver.get()) made(till, made);
                return made.get();
            });
            assertThat(Commands.backup(settings(address, folder), List.of(file.toString()), out))
                    .isZero();
            isOver.set(true);
            writing.join();
            assertThat(count(address, "backup")).isOne();
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        var elsewhere = TestPostgres.empty();
        var data = Files.createDirectories(folder.resolve("elsewhere"));
        assertThat(Commands.restore(settings(elsewhere, data), List.of(file.toString()), out))
                .isZero();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("BRICKWORK_SWEEPS=false");
        assertThat(Commands.check(settings(elsewhere, data), List.of(), out))
                .as(said.toString(StandardCharsets.UTF_8))
                .isZero();
        var names = names(elsewhere);
        assertThat(names)
                .isEqualTo(IntStream.rangeClosed(1, names.size()).boxed().toList())
                .hasSizeBetween(before, made.get());
        assertThat(count(elsewhere, "invoice WHERE kind = 'STANDALONE' AND issued_at IS NOT NULL"))
                .as("an invoice for each customer but perhaps the last")
                .isBetween(names.size(), names.size() + 1);
        assertThat(count(elsewhere, "usage_entry")).isEqualTo(count(address, "usage_entry"));
        goesOn(elsewhere);

        moveOnIntoAnEmbeddedServer(folder, elsewhere);
    }

    /// Sequences, triggers, keys: what was restored is worked with.
    private static void goesOn(DatabaseAddress elsewhere) {
        try (var house = TestServer.ownWithFollowUp(elsewhere)) {
            var till = InvoicingFixture.at(house, "2025-06-15T08:00:00Z");
            till.started(till.order("2025-07-01", "MONTHLY", ""));
            till.seller.advanceTo("2025-08-15T08:00:00Z");
            assertThat(till.invoices(till.started(till.order("2025-08-01", "MONTHLY", ""))))
                    .isNotEmpty();
        }
    }

    /// The other way too: into a data folder that is not there yet, and out of it while no service runs.
    private void moveOnIntoAnEmbeddedServer(Path folder, DatabaseAddress from) {
        var first = folder.resolve("first.backup");
        var second = folder.resolve("second.backup");
        var data = folder.resolve("embedded");
        Commands.backup(settings(from, folder), List.of(first.toString()), out);
        assertThat(Commands.restore(embedded(data), List.of(first.toString()), out))
                .isZero();
        assertThat(Commands.check(embedded(data), List.of(), out))
                .as(said.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(Commands.backup(embedded(data), List.of(second.toString()), out))
                .isZero();
        assertThatThrownBy(() -> Commands.restore(embedded(data), List.of(second.toString()), out))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is not empty");
        var again = TestPostgres.empty();
        assertThat(Commands.restore(settings(again, folder), List.of(second.toString()), out))
                .isZero();
        assertThat(names(again)).isEqualTo(names(from));
    }

    @Test
    void nothingIsWrittenOver(@TempDir Path folder) throws IOException {
        var address = TestPostgres.fresh();
        var file = Files.writeString(folder.resolve("brickwork.backup"), "precious");
        assertThatThrownBy(() -> Commands.backup(settings(address, folder), List.of(file.toString()), out))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("no backup replaces another");
        assertThat(file).hasContent("precious");
        assertThat(Commands.backup(settings(address, folder), List.of(folder.toString()), out))
                .isZero();
        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()).filter(name -> name.startsWith("brickwork-")))
                    .singleElement()
                    .asString()
                    .endsWith(".backup");
        }
        assertThatThrownBy(() -> Commands.backup(
                        settings(address, folder),
                        List.of(folder.resolve("none/x").toString()),
                        out))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("There is no folder");
    }

    /// Nothing of a file that is not whole, or was changed, is restored; the next try with a whole one goes through.
    @Test
    void aFileThatIsNotWholeIsRefused(@TempDir Path folder) throws IOException {
        var address = TestPostgres.fresh();
        var whole = folder.resolve("whole.backup");
        try (var house = TestServer.own(address)) {
            house.seller();
        }
        Commands.backup(settings(address, folder), List.of(whole.toString()), out);
        var bytes = Files.readAllBytes(whole);
        var elsewhere = TestPostgres.empty();
        for (int length : List.of(0, 1, 1_000, bytes.length / 2, bytes.length - 1)) {
            var cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, length));
            refused(elsewhere, folder, cut, "was cut off, damaged, or is another file");
        }
        var changed = bytes.clone();
        changed[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("tables/api_key") + 40] ^= 1; // among its rows
        refused(elsewhere, folder, Files.write(folder.resolve("changed"), changed), "was cut off, damaged");
        refused(elsewhere, folder, folder.resolve("missing"), "There is no file");
        refused(address, folder, whole, "is not empty");
        assertThat(Commands.restore(settings(elsewhere, folder), List.of(whole.toString()), out))
                .isZero();
        assertThat(count(elsewhere, "seller")).isEqualTo(count(address, "seller"));
    }

    private void refused(DatabaseAddress address, Path folder, Path file, String why) {
        assertThatThrownBy(() -> Commands.restore(settings(address, folder), List.of(file.toString()), out))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(why);
    }

    /// A customer with a running number, then an invoice.
    private static int made(InvoicingFixture till, AtomicInteger made) {
        int number = made.get() + 1;
        till.seller
                .post("/customers", "{\"name\": \"Numbered %d\"}".formatted(number))
                .is(200);
        till.standalone(10, "");
        return made.incrementAndGet();
    }

    private static List<Integer> names(DatabaseAddress address) {
        try (var database = TestPostgres.open(address)) {
            return database.read(tx -> tx.query("""
                            SELECT CAST(substring(name FROM 10) AS integer)
                            FROM customer
                            WHERE name LIKE 'Numbered %'
                            ORDER BY 1
                            """).mapTo(Integer.class).list());
        }
    }

    private static int count(DatabaseAddress address, String rows) {
        try (var database = TestPostgres.open(address)) {
            return database.read(tx -> tx.query("SELECT count(*) FROM " + rows)
                    .mapTo(Integer.class)
                    .one());
        }
    }
}
