package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Receiver;
import dev.brickwork.support.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The key that seals is changed for another one, and nothing that was sealed is lost.
@Tag("full")
final class RekeyTest {
    private static final String FORMER = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="; // The one of every house.
    private static final String FRESH = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
    private static final String OTHER = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    private final DatabaseAddress address = TestPostgres.fresh();

    @TempDir
    private Path folder;

    private Settings settings(Map<String, String> keys) {
        var values = new HashMap<>(OwnProcess.on(address));
        values.put("BRICKWORK_DATA", folder.toString());
        values.putAll(keys);
        return Settings.of(values);
    }

    private int rekey(String former, String fresh) {
        return Commands.rekey(
                settings(Map.of("BRICKWORK_FORMER_SECRETS_KEY", former, "BRICKWORK_SECRETS_KEY", fresh)), out);
    }

    private TestServer house(String key) {
        return TestServer.own(address, Map.of("BRICKWORK_SECRETS_KEY", key));
    }

    private void start(TestServer house) {
        var settings = settings(Map.of("BRICKWORK_SECRETS_KEY", FORMER));
        new FirstStart(settings, house.database(), house.wiring(), InstantSource.system()).run();
    }

    private Database service(String key) {
        var mark = settings(Map.of("BRICKWORK_SECRETS_KEY", key)).seal().mark();
        return Database.openToServe(address, new Database.Limits(1, true), mark);
    }

    /// One value of each kind. Had the command another idea than its room of what a value is about, it would not open.
    @Test
    void everythingOpensWithTheNewKey() {
        try (var stripe = StripeDouble.started();
                var receiver = Receiver.open();
                var before = TestServer.own(
                        address, Map.of("BRICKWORK_STRIPE_URL", stripe.base().toString()));
                var after = house(FRESH)) {
            start(before);
            var seller = before.seller();
            var endpoint = register(seller, receiver).is(200);
            var path = "/webhook-endpoints/" + endpoint.text("webhook_endpoint_id");
            seller.post(path + "/rotate-secret", "{}").is(200);
            var invoice = invoice(seller);
            var live = before.seller(Mode.LIVE, Zone.UTC);
            live.put(
                            "/processor",
                            "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"sk_live_canary_double\"}}")
                    .is(200);
            live.put("/accounting", """
                    {"kind": "QUICKBOOKS", "credentials": {"client_id": "client", "client_secret": "s",
                       "refresh_token": "r", "realm_id": "4620816365000000"}}
                    """).is(200);
            live.post("/accounting/consent", "{\"kind\": \"XERO\", \"client_id\": \"c\", \"client_secret\": \"s\"}")
                    .is(200);

            assertThat(rekey(FORMER, FRESH)).isZero();

            // Answers: the endpoint, its new secret, and the seller's first keys that the operator was shown.
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains("key in BRICKWORK_SECRETS_KEY; " + sealed() + " were sealed anew.")
                    .doesNotContain("left as it is");
            var same = new TestServer.Tenant(after, seller.id(), seller.key());
            assertThat(register(same, receiver).is(200).body()).isEqualTo(endpoint.body());
            same.post(path + "/test", "{}").is(200, "DELIVERED");
            assertThat(token(same.get("/invoices/" + invoice.text("invoice_id"))))
                    .as("links stay")
                    .isEqualTo(token(invoice));
            new TestServer.Tenant(after, live.id(), live.key())
                    .get("/processor")
                    .is(200, "STRIPE");

            assertThat(rekey(FORMER, FRESH)).isZero(); // A repeat, as after an interruption.
            assertThat(said.toString(StandardCharsets.UTF_8)).contains("; 0 were sealed anew.");
        }
    }

    private static TestServer.Reply invoice(TestServer.Tenant seller) {
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        return seller.post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "10"}]}
                """.formatted(customer)).is(200);
    }

    /// Each house has an address of its own.
    private static String token(TestServer.Reply invoice) {
        var link = invoice.text("payment_url");
        return link.substring(link.lastIndexOf('/') + 1);
    }

    private static TestServer.Reply register(TestServer.Tenant seller, Receiver receiver) {
        var body = "{\"url\": \"%s\", \"events\": [\"*\"]}".formatted(receiver.url());
        return seller.send("POST", "/webhook-endpoints", body, "Idempotency-Key", "registered once");
    }

    private long sealed() {
        try (var database = TestPostgres.open(address)) {
            return database.read(tx -> tx.query("""
                            SELECT (SELECT count(secret) FROM idempotency) + (SELECT count(*) FROM link_key)
                                + (SELECT count(credentials) FROM processor)
                                + (SELECT count(secret) + count(previous_secret) FROM webhook_endpoint)
                                + (SELECT count(*) FROM accounting_link) + (SELECT count(*) FROM accounting_consent)
                            """).mapTo(Long.class).one());
        }
    }

    /// Each new `bytea` column must be listed here as sealed or not; a sealed one must be added to the command too.
    @Test
    void noSealedColumnIsForgotten() {
        try (var database = TestPostgres.open(address)) {
            var columns = database.read(tx -> tx.query("""
                    SELECT table_name || '.' || column_name
                    FROM information_schema.columns
                    WHERE table_schema = 'public' AND data_type = 'bytea'
                    """).mapTo(String.class).list());
            assertThat(columns)
                    .containsExactlyInAnyOrder(
                            // Sealed:
                            "idempotency.body",
                            "idempotency.secret",
                            "link_key.sealed",
                            "processor.credentials",
                            "webhook_endpoint.secret",
                            "webhook_endpoint.previous_secret",
                            "accounting_link.credentials",
                            "accounting_consent.client_secret",
                            // Not sealed:
                            "idempotency.fingerprint",
                            "scheduled_tasks.task_data",
                            "api_key.secret_hash",
                            "audit_block.rows_hash",
                            "audit_block.hash",
                            "order_form.pdf",
                            "invoice_pdf.pdf",
                            "callback.body",
                            "accounting_consent.state_hash",
                            "invoice_attachment.pdf",
                            "page_link.token_hash",
                            "page_code.code_hash");
        }
    }

    @Test
    void aWrongKeyIsRefusedAndNothingIsChanged() {
        try (var house = house(FORMER);
                var receiver = Receiver.open()) {
            start(house);
            var seller = house.seller();
            var endpoint = register(seller, receiver).is(200);
            assertThatThrownBy(() -> Commands.rekey(settings(Map.of("BRICKWORK_SECRETS_KEY", FRESH)), out))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("Set BRICKWORK_FORMER_SECRETS_KEY to the key so far");
            assertThatThrownBy(() -> rekey(OTHER, FRESH))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("BRICKWORK_FORMER_SECRETS_KEY is not the key that sealed");
            assertThatThrownBy(() -> rekey(FORMER, FORMER))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("is the key of this service already");
            try (var _ = service(FORMER)) {
                assertThatThrownBy(() -> rekey(FORMER, FRESH))
                        .isInstanceOf(StartRefused.class)
                        .hasMessageContaining("serves this database");
            }
            service(FORMER).close();
            assertThat(register(seller, receiver).is(200).body()).isEqualTo(endpoint.body());
        }
    }

    /// All of it or nothing: whatever stops it in the middle, the former key opens everything as before.
    @Test
    void whatIsInterruptedHasNotHappened() {
        try (var house = house(FORMER);
                var receiver = Receiver.open()) {
            start(house);
            var seller = house.seller();
            var path =
                    "/webhook-endpoints/" + register(seller, receiver).is(200).text("webhook_endpoint_id");
            house.database()
                    .write(
                            tx -> tx.handle()
                                    .execute(
                                            "CREATE TRIGGER stop BEFORE UPDATE ON webhook_endpoint EXECUTE FUNCTION refuse_change()"));
            assertThatThrownBy(() -> rekey(FORMER, FRESH)).hasMessageContaining("never change");
            house.database().write(tx -> tx.handle().execute("DROP TRIGGER stop ON webhook_endpoint"));

            service(FORMER).close();
            register(seller, receiver).is(200);
            seller.post(path + "/test", "{}").is(200, "DELIVERED");
            assertThat(rekey(FORMER, FRESH)).isZero();
        }
    }

    /// A secret whose key was lost earlier cannot be opened; it is reported and does not stop the command.
    @Test
    void whatAnEvenOlderKeySealedIsLeftAndTold() {
        try (var house = house(FORMER);
                var older = house(OTHER);
                var receiver = Receiver.open()) {
            start(house);
            var seller = older.seller();
            var endpoint = register(seller, receiver).is(200).text("webhook_endpoint_id");
            assertThat(rekey(FORMER, FRESH)).isZero();
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains("What is sealed about webhook:%s does not open".formatted(endpoint));
            seller.post("/webhook-endpoints/%s/test".formatted(endpoint), "{}").is(200, "DELIVERED");
        }
    }

    /// A service that lost its connections for as long as the key took to change would seal with the former one.
    @Test
    void aServiceWithTheFormerKeyDoesNotComeBack() {
        try (var house = house(FORMER)) {
            start(house);
            try (var stale = service(FORMER)) {
                house.database().write(tx -> tx.handle().execute("""
                        SELECT pg_terminate_backend(pid, 10000)
                        FROM pg_locks
                        WHERE locktype = 'advisory' AND mode = 'ShareLock' AND pid <> pg_backend_pid()
                            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        """));
                assertThat(rekey(FORMER, FRESH)).isZero();
                ThrowingCallable write = () -> stale.write(tx -> tx.handle().execute("SELECT 1"));
                assertThatThrownBy(write).isInstanceOf(DatabaseAway.class); // Maybe on the connection that was lost.
                assertThatThrownBy(write)
                        .isInstanceOf(DatabaseAway.class)
                        .satisfies(refused -> assertThat(SqlState.of(refused)).contains(SqlState.OTHER_KEY));
            }
            assertThatThrownBy(() -> OpenDatabase.forServing(settings(Map.of("BRICKWORK_SECRETS_KEY", FORMER))))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("sealed with another key");
            OpenDatabase.forServing(settings(Map.of("BRICKWORK_SECRETS_KEY", FRESH)))
                    .close();
        }
    }

    /// It would take the heads of the audit for forged.
    @Test
    void whoChecksWithAnotherKeyIsToldSo() {
        try (var house = house(FORMER)) {
            start(house);
            var audit = List.of("audit");
            assertThatThrownBy(() -> Commands.check(settings(Map.of("BRICKWORK_SECRETS_KEY", OTHER)), audit, out))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("sealed with another key");
            assertThat(Commands.check(settings(Map.of("BRICKWORK_SECRETS_KEY", FORMER)), audit, out))
                    .isZero();
        }
    }
}
