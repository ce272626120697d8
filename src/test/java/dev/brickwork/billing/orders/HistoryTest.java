package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.PauseStore;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.support.Property;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Value billed, less what was given back, is value earned: after every change of every random history, to the
/// cent (V6, V8, V9).
@Tag("verify")
@Tag("full")
@Tag("soak")
final class HistoryTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final int CHANGES_MAX = 10;
    private static final java.util.List<String> FREQUENCIES =
            java.util.List.of("MONTHLY", "QUARTERLY", "ANNUALLY", "ALL_UPFRONT");

    @Test
    void billedLessGivenBackIsEarned() {
        Property.holds(Property.cases(2, 200), random -> {
            var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
            var months = 6 + random.nextInt(20);
            var id = shop.started(shop.order(
                    "2025-01-01",
                    months,
                    FREQUENCIES.get(random.nextInt(FREQUENCIES.size())),
                    1 + random.nextInt(30),
                    ", \"auto_renews\": false"));
            var day = LocalDate.of(2025, 1, 1);
            for (int i = 0; i < 1 + random.nextInt(CHANGES_MAX); i++) {
                // Some are paid in full, some in part, some not at all: what is not paid is reduced, not credited.
                shop.pay(id, 50L * random.nextInt(3));
                change(random, shop, id, day);
                assertReconciled(shop, id);
                day = day.plusDays(random.nextInt(45));
                shop.seller.advanceTo(day + "T08:00:00Z");
                if (!shop.seller
                        .get("/subscriptions/" + id)
                        .is(200)
                        .text("status")
                        .equals("ACTIVE")) break;
            }
        });
    }

    /// V8: the same terms again cost nothing and bill nothing.
    @Test
    void theSameTermsAgainChangeNothing() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 12, ""));
        var before = shop.bills(id);
        order(shop, id, "upgrade", "{\"starts_at\": \"2025-03-10\", \"bricks\": [%s]}".formatted(seats(shop, 12)));
        assertThat(shop.bills(id)).isEqualTo(before);
        order(shop, id, "upgrade", "{\"starts_at\": \"2025-03-20\", \"bricks\": [%s]}".formatted(seats(shop, 13)));
        assertReconciled(shop, id);
    }

    private static void change(Random random, Shop shop, String id, LocalDate day) {
        int kind = random.nextInt(5);
        if (kind == 0) {
            shop.seller
                    .post(
                            "/subscriptions/%s/pause".formatted(id),
                            "{\"paused_at\": \"%s\", \"scheduled_resume_at\": \"%s\"}"
                                    .formatted(day, day.plusDays(1 + random.nextInt(20))))
                    .is(200);
            if (random.nextBoolean())
                shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200);
        } else if (kind == 1) {
            order(shop, id, "recast", """
                    {"starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "bricks": [%s]}
                    """.formatted(
                            day,
                            1 + random.nextInt(24),
                            FREQUENCIES.get(random.nextInt(FREQUENCIES.size())),
                            seats(shop, 1 + random.nextInt(30))));
        } else {
            order(
                    shop,
                    id,
                    "upgrade",
                    "{\"starts_at\": \"%s\", \"bricks\": [%s]}".formatted(day, seats(shop, random.nextInt(30))));
        }
    }

    private static void order(Shop shop, String id, String type, String body) {
        shop.seller.started("/subscriptions/%s/%s".formatted(id, type), body);
    }

    private static String seats(Shop shop, int quantity) {
        return "{\"brick_id\": \"%s\", \"quantity\": %d}".formatted(shop.seats, quantity);
    }

    /// Every term: what its orders are worth, up to where it was ended. Every invoice: its total before the
    /// adjustment credit, less offsets. The difference is what was credited.
    private static void assertReconciled(Shop shop, String id) {
        var subscriptions = new SubscriptionStore();
        var orders = new OrderStore();
        var agreements = new ContractTerms(subscriptions, orders, new PauseStore());
        var caller = new Caller(shop.seller.id(), "test", "test", Instant.EPOCH);
        HOUSE.database().read(tx -> {
            var subscription = subscriptions
                    .find(tx.as(caller), new SubscriptionId(UUID.fromString(id)))
                    .orElseThrow();
            long earned = 0;
            var terms = tx.query("""
                    SELECT id
                    FROM orders
                    WHERE seller_id = :seller AND subscription_id = :id::uuid AND stage = 'CLOSED' AND order_type <> 'UPGRADE'
                    """)
                    .bind("seller", caller.seller().value())
                    .bind("id", id)
                    .map((row, _) -> new OrderId(Columns.uuid(row, "id")))
                    .list();
            for (var term : terms) {
                var agreement = agreements.of(tx.as(caller), subscription, term);
                for (var line : agreement.contract().lines()) {
                    var ended = agreement.ended();
                    earned += ended.isEmpty()
                            ? line.total().net()
                            : line.term()
                                    .before(ended.get().on())
                                    .map(it -> line.amounts(it).net())
                                    .orElse(0L);
                }
            }
            long billed = sum(
                    tx.as(caller),
                    "SELECT coalesce(sum(grand_total - offset_total), 0) FROM invoice WHERE seller_id = :seller");
            assertThat(billed - shop.credit() - spentCredit(tx.as(caller)))
                    .as(() -> shop.seller
                                    .get("/subscriptions/%s/orders".formatted(id))
                                    .body()
                            + shop.invoices(id))
                    .isEqualTo(earned);
            return earned;
        });
    }

    /// Credit that was used on invoices was given before; what an unissued one carries forward will be given.
    private static long spentCredit(Tx tx) {
        return sum(tx, """
                SELECT coalesce(sum(credited + CASE WHEN issued_at IS NULL THEN carried_forward ELSE 0 END), 0)
                FROM invoice
                WHERE seller_id = :seller
                """);
    }

    private static long sum(Tx tx, String sql) {
        return tx.query(sql).mapTo(Long.class).one();
    }
}
