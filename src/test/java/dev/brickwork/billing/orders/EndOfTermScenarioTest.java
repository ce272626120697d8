package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the first day after a term: the subscription renews or ends (rules N-01, N-05).
@Tag("verify")
final class EndOfTermScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");

    private String renewal(String id) {
        var order = shop.seller
                .post("/subscriptions/%s/renewal".formatted(id), """
                        {"bricks": [{"brick_id": "%s", "quantity": 2}]}
                        """.formatted(shop.seats))
                .is(200, "\"starts_at\":\"2025-02-01\"")
                .text("order_id");
        return "/subscriptions/%s/renewal/%s/start".formatted(id, order);
    }

    private List<String> told() {
        return HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT event_type
                        FROM event
                        WHERE seller_id = :seller AND is_public
                            AND event_type IN ('order.end', 'subscription.renewed', 'subscription.inactive')
                        ORDER BY id
                        """)
                        .bind("seller", shop.seller.id().value())
                        .mapTo(String.class)
                        .list());
    }

    /// It ends with its last day, wherever it is looked at (rule N-05).
    @Test
    void itIsInactiveFromTheEndOfItsLastDay() {
        shop.started(shop.order("2025-01-01", 1, "MONTHLY", 1, ", \"auto_renews\": false"));
        shop.seller.advanceTo("2025-02-01T08:00:00Z");
        var inactiveAt = HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT data::jsonb ->> 'inactive_at'
                        FROM event
                        WHERE seller_id = :seller AND event_type = 'subscription.inactive'
                        """)
                        .bind("seller", shop.seller.id().value())
                        .mapTo(String.class)
                        .list());
        assertThat(inactiveAt).containsExactly("2025-01-31T23:59:59.999999Z");
    }

    /// On that very day, hours after it has become inactive.
    @Test
    void aRenewalOnTheFirstDayRevivesIt() {
        var id = shop.started(shop.order("2025-01-01", 1, "MONTHLY", 1, ", \"auto_renews\": false"));
        shop.seller.advanceTo("2025-02-01T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"INACTIVE\"");
        shop.seller.post(renewal(id), "{}").is(200);
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"", "\"ends_at\":\"2025-02-28\"");
        assertThat(told()).containsExactly("order.end", "subscription.inactive", "subscription.renewed");
    }

    /// An open renewal order prevents the automatic renewal, and can still be closed afterwards.
    @Test
    void anOpenRenewalKeepsItFromRenewingByItself() {
        var id = shop.started(shop.order("2025-01-01", 1, "MONTHLY", 1, ""));
        var start = renewal(id);
        shop.seller.advanceTo("2025-02-01T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"INACTIVE\"");
        shop.seller.post(start, "{}").is(200);
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"", "\"ends_at\":\"2025-02-28\"");
        assertThat(shop.bills(id)).containsExactly("2025-01-01 2500", "2025-02-01 5000");
    }
}
