package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.delivery.mail.Mail;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Receiver;
import dev.brickwork.support.Shop;
import dev.brickwork.support.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands for an operator in need.
@Tag("full")
final class CommandsTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    private static Settings settings(DatabaseAddress address, Path folder) {
        var values = new HashMap<>(OwnProcess.on(address));
        values.put("BRICKWORK_DATA", folder.toString());
        return Settings.of(values);
    }

    /// Deliveries that were under way when the backup was made are not sent again by themselves, say why, and can
    /// be replayed.
    @Test
    void afterARestoreNothingIsSentAgainByItself(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        try (var house = TestServer.ownWithFollowUp(address);
                var receiver = Receiver.open()) {
            receiver.answer(503);
            var seller = house.seller();
            var path = "/webhook-endpoints/"
                    + seller.post(
                                    "/webhook-endpoints",
                                    "{\"url\": \"%s\", \"events\": [\"*\"]}".formatted(receiver.url()))
                            .is(200)
                            .text("webhook_endpoint_id");
            seller.post("/customers", "{\"name\": \"Acme\"}").is(200);
            receiver.await(_ -> true);
            var heads = Files.writeString(folder.resolve("audit-heads"), "heads\n");

            assertThat(Commands.restored(settings(address, folder), out)).isZero();

            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains("1 webhook deliveries", "BRICKWORK_SWEEPS=false");
            assertThat(heads).doesNotExist();
            try (var files = Files.list(folder)) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .anyMatch(name -> name.startsWith("audit-heads-until-"));
            }
            seller.get(path + "/deliveries").is(200, "\"state\":\"PARKED\"", "\"error\": \"restored\"");
            receiver.answer(200);
            aQueueWithATimeIsLookedAt(house);
            assertThat(receiver.taken()).isEmpty();
            seller.post(path + "/replay", "{\"from\": \"2000-01-01T00:00:00Z\", \"to\": \"2199-01-01T00:00:00Z\"}")
                    .is(200);
            receiver.await(Receiver.Received::isTaken);
        }
    }

    /// As after an hour: where anything was put off, the time to try it again has come.
    private static void aQueueWithATimeIsLookedAt(TestServer house) {
        house.database()
                .write(tx -> tx.handle().execute("UPDATE webhook_queue SET due_at = due_at - interval '1 hour'"));
        Await.until(
                "no queue has a time",
                () -> house.database()
                        .read(tx -> tx.handle()
                                .select("SELECT count(due_at) + count(lease_until) = 0 FROM webhook_queue")
                                .mapTo(Boolean.class)
                                .one()));
    }

    /// A mail that waited when the copy was made went out since then, and so did those that were not written yet.
    @Test
    void afterARestoreNoMailIsSentAgainByItself(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        try (var house = TestServer.own(address)) {
            var seller = house.seller();
            var customer =
                    seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
            seller.post("/customers/%s/persons".formatted(customer), "{\"email\": \"ada@acme.example\"}")
                    .is(200);
            var invoice =
                    seller.post("/invoices", """
                            {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "10.00"}]}
                            """.formatted(customer)).is(200).text("invoice_id");
            house.wiring().pump().finish(Mail.WRITERS);
            assertThat(mails(house)).containsExactly("WAITING -");
            seller.post("/invoices/%s/void".formatted(invoice), "{\"reason\": \"not owed\"}")
                    .is(200);

            assertThat(Commands.restored(settings(address, folder), out)).isZero();

            assertThat(said.toString(StandardCharsets.UTF_8)).contains("2 mails that waited are given up");
            assertThat(mails(house)).containsExactly("GIVEN_UP restored", "GIVEN_UP restored");
        }
    }

    /// Documents that waited to be synced may be in the external books since then: the operator compares and turns
    /// the link on again, and then each is looked up before it is created.
    @Test
    void afterARestoreNothingIsCarriedOverAgainByItself(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        try (var house = TestServer.own(address)) {
            var seller = house.seller();
            seller.put("/accounting", """
                    {"kind": "QUICKBOOKS", "credentials": {"client_id": "client", "client_secret": "canary",
                       "refresh_token": "r", "realm_id": "4620816365000000"}}
                    """).is(200, "\"active\":true");
            var customer =
                    seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
            seller.post("/invoices", """
                    {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "10.00"}]}
                    """.formatted(customer)).is(200);

            assertThat(Commands.restored(settings(address, folder), out)).isZero();

            assertThat(said.toString(StandardCharsets.UTF_8)).contains("1 links to books outside are halted");
            seller.get("/accounting").is(200, "\"active\":false", "\"state\":\"CONNECTED\"");
            seller.get("/accounting/log").is(200, "\"outcome\":\"RETRYING\",\"attempts\":1");
        }
    }

    /// Who was erased after the copy was made is back in it, until the list of erasures is gone through again.
    @Test
    void afterARestoreWhoWasErasedIsErasedAgain(@TempDir Path folder) throws Exception {
        var ofAnother = erasure(folder); // Of a seller that is not in this copy.
        var moment = ofAnother.substring(0, ofAnother.indexOf(" "));
        var address = TestPostgres.fresh();
        try (var house = TestServer.own(address)) {
            var seller = house.seller();
            var ada = customer(seller, "Ada Lovelace");
            var buyer = customer(seller, "Grace Hopper");
            sell(seller, buyer);
            var unknown = UUID.randomUUID().toString();
            var list = new ArrayList<>(List.of(ofAnother));
            for (var customer : List.of(ada, ada, unknown, buyer)) {
                list.add("%s %s %s".formatted(moment, seller.id(), customer));
            }
            Files.write(folder.resolve("erasures"), list);

            assertThat(Commands.restored(settings(address, folder), out)).isZero();

            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains(
                            "1 customers that were erased since then are erased again",
                            "customer %s of seller %s could not be erased again".formatted(buyer, seller.id()))
                    .doesNotContain(unknown);
            assertThat(seller.get("/customers/" + ada).is(200).body()).doesNotContain("Lovelace");
            assertThat(seller.get("/customers/%s/persons".formatted(ada))
                            .is(200)
                            .body())
                    .doesNotContain("lovelace@example.com");
            seller.get("/customers/" + buyer).is(200, "Grace Hopper");
        }
    }

    /// A line of the `erasures` file, written by a service that erased a customer.
    private static String erasure(Path folder) throws IOException {
        try (var house = TestServer.ownWithFollowUp(Map.of("BRICKWORK_DATA", folder.toString()))) {
            var seller = house.seller();
            var customer = customer(seller, "Ada Lovelace");
            seller.delete("/customers/%s/personal-data".formatted(customer)).is(200);
            var list = folder.resolve("erasures");
            Await.until("the erasure is noted", () -> Files.exists(list) && Files.size(list) > 0);
            assertThat(list).content().matches("[0-9T:.-]+Z %s %s\\n".formatted(seller.id(), customer));
            return Files.readString(list).strip();
        }
    }

    private static void sell(TestServer.Tenant seller, String customer) {
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("10.00")));
        var subscription = seller.post("/subscriptions", """
                {"starts_at": "2025-01-01", "contract_length": 120, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(plan, customer, seats))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
    }

    private static String customer(TestServer.Tenant seller, String name) {
        var id = seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
        seller.post("/customers/%s/persons".formatted(id), "{\"email\": \"lovelace@example.com\"}")
                .is(200);
        return id;
    }

    /// A list that cannot be read is not gone through in part.
    @Test
    void aDamagedListOfErasuresIsOneClearSentence(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        try (var _ = TestServer.own(address)) {
            Files.writeString(folder.resolve("erasures"), "2026-01-01T00:00:00Z half a li");
            assertThatThrownBy(() -> Commands.restored(settings(address, folder), out))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("Line 1 of");
        }
    }

    /// Deliveries that the command parks would be under way again a moment later, also where the service runs no
    /// sweeps.
    @Test
    void aRestoredDatabaseIsNotServedYet(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        try (var _ = TestServer.own(address)) {
            try (var _ = Database.openToServe(address, new Database.Limits(2, true), "mark")) {
                assertThatThrownBy(() -> Commands.restored(settings(address, folder), out))
                        .isInstanceOf(StartRefused.class)
                        .hasMessageContaining("serves this database");
            }
            assertThat(Commands.restored(settings(address, folder), out)).isZero();
        }
    }

    /// A service that is started by hand or by its supervisor meanwhile would send what is about to be parked. The
    /// command waits here in the middle of its work, for the other end of a pipe.
    @Test
    void noServiceStartsWhileARestoredDatabaseIsMadeReady(@TempDir Path folder) throws Exception {
        var address = TestPostgres.fresh();
        var data = Files.createDirectories(folder.resolve("data"));
        assertThat(new ProcessBuilder("mkfifo", data.resolve("erasures").toString())
                        .start()
                        .waitFor())
                .isZero();
        var command = InThread.run(() -> Commands.restored(settings(address, data), out));
        try (var _ = Files.newBufferedWriter(data.resolve("erasures"));
                var service = OwnProcess.launch(folder, OwnProcess.freePort(), OwnProcess.on(address))) {
            assertThat(service.process().waitFor()).isEqualTo(1);
            assertThat(service.said()).contains("to itself: start the service when it is done.");
            assertThat(command).isNotDone();
        }
        assertThat(command.get(1, TimeUnit.MINUTES)).isZero();
        Files.delete(data.resolve("erasures"));
        OwnProcess.start(folder, OwnProcess.on(address)).close();
    }

    /// Nothing is proved of a place that was only mistyped, and nothing is made there.
    @Test
    void aPlaceWithoutDataIsNotTakenForOne(@TempDir Path folder) {
        var empty = TestPostgres.empty();
        var elsewhere =
                Settings.of(Map.of("BRICKWORK_DATA", folder.resolve("mistyped").toString()));
        List<Function<Settings, Integer>> commands = List.of(
                settings -> Commands.check(settings, List.of(), out),
                settings -> Commands.backedUp(settings, out),
                settings -> Commands.backup(
                        settings, List.of(folder.resolve("none.backup").toString()), out),
                settings -> Commands.restored(settings, out),
                settings -> Commands.retry(settings, out));
        for (var command : commands) {
            assertThatThrownBy(() -> command.apply(settings(empty, folder)))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("holds no data of Brickwork: check BRICKWORK_DATABASE_URL");
            assertThatThrownBy(() -> command.apply(elsewhere))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("mistyped")
                    .hasMessageContaining("holds no data of Brickwork: check BRICKWORK_DATA.");
        }
        assertThat(folder.resolve("mistyped")).doesNotExist();
    }

    /// Tables in another database than the service's own would be of no use to it.
    @Test
    void theOwnerMakesTheTablesWhereTheServiceWorks(@TempDir Path folder) {
        var values = new HashMap<>(OwnProcess.on(TestPostgres.empty()));
        values.put("BRICKWORK_DATA", folder.toString());
        var other = OwnProcess.on(TestPostgres.fresh()).get("BRICKWORK_DATABASE_URL");
        values.put("BRICKWORK_DATABASE_OWNER_URL", other);

        assertThatThrownBy(() -> Commands.migrate(Settings.of(values), out))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("must lead to the same database");
    }

    private static List<String> mails(TestServer house) {
        return house.database()
                .read(tx -> tx.query("SELECT concat_ws(' ', state, coalesce(last_error, '-')) FROM mail")
                        .mapTo(String.class)
                        .list());
    }
}
