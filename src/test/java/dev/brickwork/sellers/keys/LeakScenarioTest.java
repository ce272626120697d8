package dev.brickwork.sellers.keys;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.Mailbox;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Keys that were found in public: a test key dies, a live one is marked, and only who can sign may
/// say so.
@Tag("verify")
final class LeakScenarioTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Path FOLDER =
            Path.of("target", "leaks-" + ProcessHandle.current().pid());

    @AutoClose
    private static final TestServer HOUSE =
            TestServer.ownWithFollowUp(Map.of("BRICKWORK_SCANNER_SECRET", SECRET, "BRICKWORK_DATA", FOLDER.toString()));

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @Test
    void aTestKeyIsRevokedAndALiveOneMarked() throws Exception {
        var test = HOUSE.seller();
        var live = HOUSE.seller(Mode.LIVE, Zone.UTC);
        var spare = test.post("/api-keys", "{\"name\": \"spare\"}").is(200).text("api_key");
        var unknown = Keys.randomOperatorKey();
        var body = "{\"keys\": [\"%s\", \"%s\", \"%s\", \"nonsense\"]}".formatted(spare, live.key(), unknown);

        var answer = report(body, Instant.now(), SECRET);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains(spare.substring(8, 20), live.key().substring(8, 20))
                .doesNotContain(unknown.substring(8, 20));
        new TestServer.Tenant(HOUSE, test.id(), spare).get("/seller").is(401);
        live.get("/api-keys").is(200, "\"revoked_at\":null", "\"leaked_at\":\"2");
        test.get("/audit?limit=1000&object_kind=api_key").is(200, "found in public", "\"id\":\"scanner\"");
    }

    /// Once, however often it is reported.
    @Test
    void theOwnerOfALiveKeyGetsAMail() throws Exception {
        var live = HOUSE.seller(Mode.LIVE, Zone.UTC);
        live.patch("/seller", "{\"invoice_email_from\": \"billing@leaky.example\"}")
                .is(200);
        var body = "{\"keys\": [\"%s\"]}".formatted(live.key());
        assertThat(report(body, Instant.now(), SECRET).statusCode()).isEqualTo(200);
        assertThat(report(body, Instant.now(), SECRET).statusCode()).isEqualTo(200);

        var mail = new Mailbox(FOLDER).wait(1, "found in public").getFirst();

        assertThat(mail.to()).isEqualTo("billing@leaky.example");
        assertThat(mail.plain())
                .contains("Rotate it now", "first key", live.key().substring(0, 20))
                .doesNotContain(live.key());
        long told = HOUSE.database()
                .read(tx -> tx.query("SELECT count(*) FROM mail WHERE seller_id = :seller")
                        .bind("seller", live.id().value())
                        .mapTo(Long.class)
                        .one());
        assertThat(told).isOne();
    }

    @Test
    void onlyASignedReportCounts() throws Exception {
        var seller = HOUSE.seller();
        var body = "{\"keys\": [\"%s\"]}".formatted(seller.key());
        assertThat(report(body, Instant.now(), "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
                        .statusCode())
                .isEqualTo(400);
        assertThat(report(body, Instant.now().minusSeconds(600), SECRET).statusCode())
                .as("an old report sent again")
                .isEqualTo(400);
        assertThat(send(body, "x", "1", "v1,x").statusCode()).isEqualTo(400);
        seller.get("/seller").is(200);
    }

    private static HttpResponse<String> report(String body, Instant at, String secret) throws Exception {
        var signature = new Webhook(secret).sign("msg_1", at.getEpochSecond(), body);
        return send(body, "msg_1", Long.toString(at.getEpochSecond()), signature);
    }

    private static HttpResponse<String> send(String body, String id, String timestamp, String signature)
            throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(HOUSE.address() + "/leaked-keys"))
                        .header("webhook-id", id)
                        .header("webhook-timestamp", timestamp)
                        .header("webhook-signature", signature)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
