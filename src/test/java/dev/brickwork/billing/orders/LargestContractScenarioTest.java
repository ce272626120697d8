package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.support.Shop;
import dev.brickwork.support.TestPostgres;
import dev.brickwork.support.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Contracts of a hundred years, billed by the month: what is too large is refused, and the rest is written and
/// dropped within the deadlines of its statements, by a service that does not own the tables, too.
@Tag("full")
@Tag("soak")
final class LargestContractScenarioTest {
    private static final DatabaseAddress OWNER = TestPostgres.fresh();

    @AutoClose
    private static final TestServer HOUSE = TestServer.own(TestPostgres.serving(OWNER));

    private static final int BRICKS = 84; // In 1,200 months: 100,800 charges.
    private static final int LARGE = Tier.current() == Tier.SOAK ? BRICKS - 1 : 5;

    private final TestServer.Tenant seller = HOUSE.sellerAt("2027-01-01T08:00:00Z");
    private final List<String> bricks = new ArrayList<>();
    private final String plan;
    private final String customer;

    LargestContractScenarioTest() {
        var shop = new Shop(seller);
        for (int i = 0; i < BRICKS; i++) bricks.add(shop.brick("b" + i, "SUBSCRIPTION"));
        plan = shop.plan(
                "Century",
                bricks.stream()
                        .map(brick -> Shop.priced(brick, Shop.monthly("1.00")))
                        .toArray(String[]::new));
        customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
    }

    @Test
    void aScheduleOfThousandsOfChargesIsWrittenDroppedAndChanged() {
        var id = create(LARGE);
        countAsEmpty();
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        assertThat(scheduled(id)).isEqualTo(1_199); // The first is issued.

        seller.post("/subscriptions/%s/terminate".formatted(id), "{}").is(200);
        assertThat(scheduled(id)).isZero();
        countAsEmpty();
        seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(200);
        assertThat(scheduled(id)).isEqualTo(1_199);

        seller.started("/subscriptions/%s/upgrade".formatted(id), """
                {"starts_at": "2027-01-01", "bricks": [{"brick_id": "%s", "quantity": 2}]}
                """.formatted(bricks.getFirst()));
        seller.started("/subscriptions/%s/recast".formatted(id), """
                {"starts_at": "2027-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 3}]}
                """.formatted(plan, bricks.getFirst()));
        assertThat(scheduled(id)).isEqualTo(11);
    }

    /// Where the order is made, so that none waits for a start that cannot be (rule W-06).
    @Test
    void aContractThatIsTooLargeIsRefusedWithTheCounts() {
        seller.post("/subscriptions", order(BRICKS))
                .is(400, "84 lines of up to 1200 periods with up to 1 tiers come to 100800");
    }

    /// As it comes about by itself where the database counts the rows of a table while a transaction is about to fill
    /// it, or has just emptied it: all indexes look equally good then.
    private static void countAsEmpty() {
        TestPostgres.open(OWNER)
                .inTransaction(tx -> tx.query("""
                        SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', 1,
                            'reltuples', 0::real)
                        FROM pg_class
                        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                        """).mapTo(Boolean.class).list());
    }

    private String create(int count) {
        return seller.post("/subscriptions", order(count)).is(200).text("subscription_id");
    }

    private String order(int count) {
        var chosen = bricks.stream()
                .limit(count)
                .map("{\"brick_id\": \"%s\", \"quantity\": 1}"::formatted)
                .collect(Collectors.joining(", "));
        return """
                {"starts_at": "2027-01-01", "contract_length": 1200, "billing_frequency": "MONTHLY",
                 "plan_id": "%s", "customer_id": "%s", "bricks": [%s]}
                """.formatted(plan, customer, chosen);
    }

    private long scheduled(String id) {
        return seller.get("/invoices?limit=1&status=SCHEDULED&subscription_id=" + id)
                .is(200)
                .json()
                .path("count")
                .asLong();
    }
}
