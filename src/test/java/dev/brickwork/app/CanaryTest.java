package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Receiver;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Strings that must stay where they are told are sent through every kind of success and failure, and then looked
/// for in the log, the metrics, the traces and the error bodies.
@Tag("full")
final class CanaryTest {
    private static final String CARD = "4111 1111 1111 1111";
    private static final String CARD_DIGITS = "4111111111111111";
    private static final String EMAIL = "canary.person@example.test";
    private static final String NAME = "Canary Holdings Unlimited";
    private static final String TAX_ID = "DE-CANARY-123456789";
    private static final String SECRETS_KEY = "Y2FuYXJ5LWNhbmFyeS1jYW5hcnktY2FuYXJ5LWNhbmE=";
    private static final String NOTE = "canary-note-of-a-customer";

    private final List<String> errorBodies = new ArrayList<>();

    @Test
    void whatIsSecretOrPersonalIsInNoLogLineMetricTraceOrErrorBody()
            throws IOException, SQLException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "canary");
        var address = TestPostgres.fresh();
        var operator = Keys.randomOperatorKey();
        var unknown = Keys.randomOperatorKey();
        var settings = new HashMap<>(OwnProcess.on(address));
        settings.put("BRICKWORK_OPERATOR_KEY", operator);
        settings.put("BRICKWORK_SECRETS_KEY", SECRETS_KEY);
        settings.put("BRICKWORK_SMTP_URL", "smtp://canary:canaryPassword@localhost:1");
        settings.put("BRICKWORK_LOG_LEVEL", "info");
        var collector = Receiver.open();
        settings.put("BRICKWORK_TRACES_URL", collector.url());
        try (collector;
                var service = OwnProcess.start(folder, settings)) {
            var seller = service.call(operator, "POST", "/sellers", "{\"name\": \"S\", \"mode\": \"live\"}");
            var key = JsonReader.stored(seller.body()).path("api_key").asText();

            wrongKeys(service, key, unknown);
            var customer = customer(service, key);
            cardNumbers(service, key, customer);
            databaseTrouble(service, key, customer, address);
            brokenRequests(service, key);
            refused(
                    service.call(
                            key,
                            "PUT",
                            "/processor",
                            "{\"kind\": \"canary\", \"credentials\": \"sk_test_canaryCanaryCanary\"}"),
                    400);
            var endpoint = service.call(
                    key, "POST", "/webhook-endpoints", "{\"url\": \"https://example.test/hook\", \"events\": [\"*\"]}");
            var webhookSecret =
                    JsonReader.stored(endpoint.body()).path("secret").asText("whsec_none");
            guessing(service, key, unknown);
            var metrics = service.exchange("GET", "/metrics", "").body();
            assertThat(metrics)
                    .contains(
                            "brickwork_database_up 1",
                            "brickwork_pool_connections{pool=\"writing\"} ",
                            "brickwork_requests_in_flight ",
                            "brickwork_outbox_oldest_seconds ",
                            "brickwork_webhook_parked_deliveries 0",
                            "brickwork_mails_waiting ",
                            "brickwork_invoices_due 0",
                            "brickwork_charges_due_oldest_seconds 0",
                            "brickwork_charges_unknown 0",
                            "brickwork_sweep_age_seconds ",
                            "brickwork_idempotency_rows ");
            assertThat(service.stop()).isZero();

            var traces = collector.all().stream().map(Receiver.Received::body).toList();
            assertThat(traces).anyMatch(spans -> spans.contains("POST /customers"));
            var log = service.said();
            assertThat(log)
                    .as("the trouble was logged at all")
                    .contains(
                            "error_id=",
                            "seller_id="
                                    + JsonReader.stored(seller.body())
                                            .path("seller_id")
                                            .asText(),
                            "actor=key:" + key.substring("bk_live_".length(), "bk_live_".length() + 12),
                            "a row stayed locked");
            var secrets = List.of(
                    operator,
                    secretOf(operator),
                    key,
                    secretOf(key),
                    unknown,
                    secretOf(unknown),
                    SECRETS_KEY,
                    "canaryCanaryCanary",
                    "canaryPassword",
                    webhookSecret,
                    address.password().orElseThrow(),
                    CARD,
                    CARD_DIGITS,
                    EMAIL,
                    NAME,
                    TAX_ID,
                    NOTE);
            for (var secret : secrets) {
                assertThat(log).as("log").doesNotContain(secret);
                assertThat(metrics).as("metrics").doesNotContain(secret);
                assertThat(traces).noneMatch(spans -> spans.contains(secret));
                assertThat(errorBodies).noneMatch(body -> body.contains(secret));
            }
            assertThat(metrics).contains("brickwork_request_seconds_count").doesNotContain("CANARYMETHOD");
            assertThat(errorBodies).hasSizeGreaterThan(10).noneMatch(body -> body.contains("Exception"));
        }
    }

    private void wrongKeys(OwnProcess service, String key, String unknown) {
        refused(service.call(unknown, "GET", "/seller", ""), 401);
        refused(service.call(key.substring(0, key.length() - 1) + "!", "GET", "/seller", ""), 401);
        refused(service.call(key.toUpperCase(java.util.Locale.ROOT), "GET", "/seller", ""), 401);
        refused(service.exchange("GET", "/api/v2/seller?key=" + key, ""), 401);
        refused(service.exchange("GET", "/api/v2/" + key, ""), 401);
        refused(service.call(key, "GET", "/nowhere/" + unknown, ""), 404);
        refused(service.call(key, "CANARYMETHOD", "/seller", ""), 405);
    }

    /// After twenty wrong keys in a minute an address hears nothing more about them; a right one still works.
    private void guessing(OwnProcess service, String key, String unknown) {
        var last = service.call(unknown, "GET", "/seller", "");
        for (int i = 0; i < 30 && last.statusCode() == 401; i++) last = service.call(unknown, "GET", "/seller", "");
        refused(last, 429);
        assertThat(last.headers().firstValue("Retry-After")).hasValue("3");
        assertThat(last.headers().firstValue("RateLimit-Policy")).hasValue("\"address\";q=20;w=60");
        assertThat(service.call(key, "GET", "/seller", "").statusCode()).isEqualTo(200);
    }

    private String customer(OwnProcess service, String key) {
        var body = "{\"name\": \"%s\", \"tax_id\": \"%s\", \"metadata\": {\"note\": \"%s\"}}"
                .formatted(NAME, TAX_ID, NOTE);
        var made = service.call(key, "POST", "/customers", body);
        assertThat(made.statusCode()).isEqualTo(200);
        refused(service.call(key, "POST", "/customers", body), 400);
        var id = JsonReader.stored(made.body()).path("customer_id").asText();
        var person = "{\"first_name\": \"C\", \"email\": \"%s\"}".formatted(EMAIL);
        assertThat(service.call(key, "POST", "/customers/%s/persons".formatted(id), person)
                        .statusCode())
                .isEqualTo(200);
        refused(
                service.call(
                        key, "POST", "/customers/%s/persons".formatted(id), "{\"email\": \"%s@\"}".formatted(EMAIL)),
                400);
        return id;
    }

    /// Refused, and not told back.
    private void cardNumbers(OwnProcess service, String key, String customer) {
        for (var card : List.of(CARD, CARD_DIGITS)) {
            refused(
                    service.call(
                            key,
                            "PATCH",
                            "/customers/" + customer,
                            "{\"metadata\": {\"card\": \"%s\"}}".formatted(card)),
                    400);
            refused(
                    service.call(
                            key, "PATCH", "/customers/" + customer, "{\"metadata\": {\"%s\": true}}".formatted(card)),
                    400);
        }
    }

    /// A locked row, a statement that fails, a connection that breaks: their messages must not carry what was
    /// bound.
    private void databaseTrouble(OwnProcess service, String key, String customer, DatabaseAddress address)
            throws SQLException {
        var change = "{\"legal_name\": \"%s\", \"metadata\": {\"note\": \"%s\"}}".formatted(NAME, NOTE);
        try (var other = connection(address);
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM customer FOR UPDATE");
            refused(service.call(key, "PATCH", "/customers/" + customer, change), 503);
            other.rollback();
            statement.execute("ALTER TABLE customer ADD CONSTRAINT canary CHECK (legal_name IS NULL)");
            other.commit();
            refused(service.call(key, "PATCH", "/customers/" + customer, change), 500);
            statement.execute("ALTER TABLE customer DROP CONSTRAINT canary");
            other.commit();
        }
    }

    private static Connection connection(DatabaseAddress address) throws SQLException {
        return DriverManager.getConnection(
                address.jdbcUrl(),
                address.user().orElseThrow(),
                address.password().orElseThrow());
    }

    /// A client that hangs up in the middle of its body.
    private void brokenRequests(OwnProcess service, String key) throws IOException {
        try (var socket = new Socket("localhost", service.port())) {
            socket.getOutputStream()
                    .write(
                            "POST /api/v2/customers HTTP/1.1\r\nHost: localhost\r\nX-SERVICE-KEY: %s\r\nContent-Length: 900\r\n\r\n{\"name\": \"%s\""
                                    .formatted(key, NAME)
                                    .getBytes(StandardCharsets.US_ASCII));
        }
        refused(service.call(key, "POST", "/customers", "{\"name\": \"%s\", \"tax_id\": {}".formatted(NAME)), 400);
    }

    private void refused(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        errorBodies.add(answer.body());
    }

    /// Without the visible prefix and id, and without the checksum.
    private static String secretOf(String key) {
        int start = key.lastIndexOf('_') + 1 + 12;
        return key.substring(start, start + 43);
    }
}
