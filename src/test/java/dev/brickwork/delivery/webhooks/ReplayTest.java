package dev.brickwork.delivery.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How much one request may put in line once more.
@Tag("verify")
class ReplayTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final Instant NEW_YEAR = Instant.parse("2025-01-01T00:00:00Z");

    private final TestServer.Tenant seller = HOUSE.seller();
    private final Replay replay = new Replay(new QueueStore(), 3);

    /// One more is refused, and nothing of it is sent.
    @Test
    void aStretchHoldsSoManyEventsAndNoMore() {
        var endpoint = seller.post("/webhook-endpoints", "{\"url\": \"http://127.0.0.1:1/\", \"events\": [\"*\"]}")
                .is(200)
                .text("webhook_endpoint_id");
        happenEverySecond(4);
        assertThatThrownBy(() -> linedUntil(endpoint, 4))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("more than 3 events");
        var deliveries = "/webhook-endpoints/%s/deliveries".formatted(endpoint);
        seller.get(deliveries).is(200, "\"count\":0");
        assertThat(linedUntil(endpoint, 3)).isEqualTo(3);
        seller.get(deliveries).is(200, "\"count\":3");
    }

    private int linedUntil(String endpoint, int second) {
        var caller = new Caller(seller.id(), "test", "test", NEW_YEAR);
        return HOUSE.database().inTransaction(caller, tx -> {
            var held = new EndpointStore()
                    .lock(tx, new EndpointId(UUID.fromString(endpoint)))
                    .orElseThrow();
            return replay.byTime(tx, seller.id(), held, NEW_YEAR, NEW_YEAR.plusSeconds(second), Instant.now());
        });
    }

    private void happenEverySecond(int count) {
        HOUSE.database().write(tx -> {
            tx.handle().execute("""
                    INSERT INTO event (seller_id, id, event_type, is_public, object_id, occurred_at, data, sequence)
                    SELECT ?, gen_random_uuid(), 'company.created', true, gen_random_uuid(),
                           '2025-01-01T00:00:00Z'::timestamptz + n * interval '1 second', '{}', n
                    FROM generate_series(1, ?) AS n
                    """, seller.id().value(), count);
            tx.handle()
                    .execute(
                            "INSERT INTO feed (seller_id, last_sequence) VALUES (?, ?)",
                            seller.id().value(),
                            count);
        });
    }
}
