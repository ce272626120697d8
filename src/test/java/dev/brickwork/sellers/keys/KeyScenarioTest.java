package dev.brickwork.sellers.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.SellerId;
import dev.brickwork.support.Await;
import dev.brickwork.support.TestPostgres;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Rotating and revoking keys.
@Tag("verify")
final class KeyScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final int ATTEMPTS = 12;

    /// The refusal names the successor, so that a client that lost the answer finds it; racing rotations leave no
    /// unknown keys.
    @Test
    void aKeyHasOneSuccessorHoweverOftenItIsRotatedAtOnce() throws Exception {
        var seller = HOUSE.seller();
        var old = seller.post("/api-keys", "{\"name\": \"k\"}").is(200).text("api_key_id");
        var rotate = "/api-keys/%s/rotate".formatted(old);
        var replies = new ArrayList<TestServer.Reply>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = new ArrayList<Callable<TestServer.Reply>>();
            for (int i = 0; i < ATTEMPTS; i++) tasks.add(() -> seller.post(rotate, "{}"));
            for (var reply : threads.invokeAll(tasks)) replies.add(reply.get());
        }

        var made = replies.stream().filter(reply -> reply.status() == 200).toList();
        assertThat(made).hasSize(1);
        var fresh = made.getFirst().text("api_key_id");
        seller.post(rotate, "{}").is(400, "the key was rotated already; its successor is " + fresh);
        seller.get("/api-keys").is(200, "\"count\":3", "\"replaced_by\":\"%s\"".formatted(fresh));
        seller.post("/api-keys/%s/rotate".formatted(fresh), "{}").is(200, "\"replaced_by\":null");
    }

    /// A key that was to end does not become one for ever by being rolled.
    @Test
    void aSuccessorExpiresWhenTheOldKeyWouldHave() {
        var seller = HOUSE.seller();
        var end = "\"expires_at\":\"2190-01-01T00:00:00Z\"";
        var old = seller.post("/api-keys", "{\"name\": \"k\", %s}".formatted(end))
                .is(200, end)
                .text("api_key_id");
        var second = seller.post("/api-keys/%s/rotate".formatted(old), "{}")
                .is(200, end)
                .text("api_key_id");
        var other = "\"expires_at\":\"2191-01-01T00:00:00Z\"";
        var third = seller.post("/api-keys/%s/rotate".formatted(second), "{%s}".formatted(other))
                .is(200, other)
                .text("api_key_id");
        seller.post("/api-keys/%s/rotate".formatted(third), "{\"expires_at\": null}")
                .is(200, "\"expires_at\":null");
    }

    /// Otherwise the smallest key that manages keys could lock everybody else out.
    @Test
    void aKeyRevokesAndRotatesNoneThatMayMore() {
        var seller = HOUSE.seller();
        var wide = seller.post("/api-keys", "{\"name\": \"wide\", \"scopes\": [\"read\", \"write\"]}")
                .is(200)
                .text("api_key_id");
        var made = seller.post("/api-keys", "{\"name\": \"narrow\", \"scopes\": [\"read\", \"keys\"]}")
                .is(200);
        var narrow = new TestServer.Tenant(HOUSE, seller.id(), made.text("api_key"));

        narrow.delete("/api-keys/" + wide).is(403, "this key lacks the scope 'write'", "forbidden");
        narrow.post("/api-keys/%s/rotate".formatted(wide), "{}").is(403, "this key lacks the scope 'write'");
        seller.get("/api-keys?limit=1&offset=1").is(200, "\"revoked_at\":null", "\"name\":\"wide\"");
        narrow.delete("/api-keys/" + made.text("api_key_id")).is(200);
        seller.delete("/api-keys/" + wide).is(200);
        seller.delete("/api-keys/" + wide).is(200);
    }

    /// An operator can revoke an operator key that leaked, but no key of a seller.
    @Test
    void anOperatorKeyIsRolledAndRevokedByItsLike() {
        try (var house = TestServer.own(TestPostgres.fresh())) {
            var first = house.operator();
            var seller = house.seller();
            var made = first.post("/api-keys", "{\"name\": \"second\"}").is(200, "\"scopes\":[\"keys\",\"operator\"]");
            var second = new TestServer.Tenant(house, SellerId.OPERATOR, made.text("api_key"));

            second.delete("/api-keys/" + seller.keyId()).is(404);
            second.post("/api-keys", "{\"name\": \"more\", \"scopes\": [\"read\"]}")
                    .is(400, "lacks the scope read");
            second.delete("/api-keys/" + first.keyId()).is(200, "\"revoked_at\":\"");

            // A key is remembered for some seconds.
            Await.until("the first key is refused", () -> first.get("/sellers").status() == 401);
            second.get("/sellers").is(200);
            seller.get("/seller").is(200);
        }
    }
}
