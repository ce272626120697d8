package dev.brickwork.billing.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Orders that were open when prices began to be pinned keep the versions of that moment (rule Q-01).
@Tag("verify")
final class PinnedByMigrationTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String support = shop.brick("Support", "SUBSCRIPTION");
    private final String plan = shop.plan("Flat", draft("20.00", "5.00"));

    private String draft(String seats, String ofSupport) {
        return "{\"prices\": [], \"bricks\": [%s, %s]}"
                .formatted(priced(shop.seats, seats), priced(support, ofSupport));
    }

    private static String priced(String brick, String price) {
        return """
                {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "price_period_months": 1,
                  "unit_price": "%s"}]}
                """.formatted(brick, price);
    }

    private String first() {
        return shop.create("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ALL_UPFRONT", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(plan, shop.customer, shop.seats));
    }

    /// As the release before left them: nothing pinned.
    private static void migrate() throws IOException {
        try (var resource = PinnedByMigrationTest.class.getResourceAsStream("/db/V0170__pinned_prices.sql")) {
            var sql = new String(requireNonNull(resource).readAllBytes(), UTF_8);
            var updates = sql.substring(sql.indexOf("UPDATE orders open"));
            HOUSE.database().inTransaction(tx -> tx.handle().execute("UPDATE orders SET pins = '{}'"));
            HOUSE.database()
                    .inTransaction(tx -> tx.handle().createScript(updates).execute());
        }
    }

    @Test
    void theyShowAndBillThePricesOfThatMoment() throws IOException {
        var open = first();
        var running = first();
        shop.start(running);
        var upgrades = "/subscriptions/%s/upgrade".formatted(running);
        var upgrade = upgrades + "/"
                + shop.seller
                        .post(upgrades, """
                                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 2},
                                  {"brick_id": "%s", "quantity": 1}]}
                                """.formatted(shop.seats, support))
                        .is(200, "\"contract_value\":\"300.00 USD\"")
                        .text("order_id");
        shop.publish(plan, draft("125.00", "6.00"));
        migrate();
        shop.publish(plan, draft("999.00", "999.00"));
        shop.seller.advanceTo("2025-01-01T09:00:00Z");

        var path = "/subscriptions/" + open;
        shop.seller.get(path).is(200, "\"grand_total\":150000");
        shop.seller.post(path + "/start", "{}").is(200, "\"contract_value\":\"1500.00 USD\"");

        // What the contract's version has costs what it costs there.
        shop.seller.get(upgrade).is(200, "\"contract_value\":\"300.00 USD\"");
        shop.seller.post(upgrade + "/start", "{}").is(200, "\"contract_value\":\"300.00 USD\"");
        assertThat(shop.total(running)).isEqualTo(24_000 + 30_000);
    }

    /// An order that a pause has overtaken shows what it showed, and is asked for no more.
    @Test
    void whatCannotStartNowStaysAsItIs() throws IOException {
        var running = first();
        shop.start(running);
        shop.pause(running, "2025-01-10", "2025-01-20");
        var upgrades = "/subscriptions/%s/upgrade".formatted(running);
        var upgrade = upgrades + "/"
                + shop.seller.post(upgrades, """
                                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 2}]}
                                """.formatted(shop.seats)).is(200).text("order_id");
        migrate();
        shop.seller.advanceTo("2025-01-10T09:00:00Z");
        shop.seller.get(upgrade).is(200, "\"contract_value\":\"240.00 USD\"");
        assertThat(waiting()).isZero();
    }

    private long waiting() {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT count(*) FROM orders WHERE seller_id = :seller AND reprice_at IS NOT NULL")
                        .bind("seller", shop.seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }
}
