package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Await;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.Shop;
import java.util.function.Supplier;

/// A seller with one metered brick, for scenarios: API calls, committed by the month at 4 cents, 6 cents beyond.
public final class Meterage {
    static final String COMMITTED = """
            {"currency": "USD", "model": "FLAT", "unit_price": "0.04", "overage_unit_price": "0.06",
             "pre_commitment_schedule": "MONTHLY"}""";

    public final Tenant seller;
    final Shop shop;
    public final String calls;
    final String seats;
    final String plan;
    private int customers;

    public Meterage(TestServer house, String now) {
        this(house, now, COMMITTED);
    }

    Meterage(TestServer house, String now, String price) {
        seller = house.sellerAt(now);
        shop = new Shop(seller);
        calls = shop.brick("calls", "USAGE");
        seats = shop.brick("seats", "SUBSCRIPTION");
        plan = shop.plan("Metered", Shop.priced(calls, price), Shop.priced(seats, Shop.monthly("10.00")));
    }

    /// A started subscription that commits to so many calls.
    public String subscription(String startsAt, int months, String frequency, int committed, String more) {
        return started("""
                {"starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s", "customer_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": %d}]%s}
                """.formatted(startsAt, months, frequency, plan, customer(), calls, committed, more));
    }

    String customer() {
        return seller.post("/customers", "{\"name\": \"Customer %d\"}".formatted(++customers))
                .is(200)
                .text("customer_id");
    }

    String started(String body) {
        var id = seller.post("/subscriptions", body).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    String entry(String id, String subscription, String value, String time) {
        return """
                {"transaction_id": "%s", "subscription_id": "%s", "brick_id": "%s", "value": %s, "time": "%s"}
                """.formatted(id, subscription, calls, value, time).strip();
    }

    Reply post(String id, String subscription, String value, String time) {
        return seller.post("/usage", entry(id, subscription, value, time));
    }

    /// Of its meter, so far.
    long used(String subscription) {
        var meters = seller.get(path(subscription)).is(200).json().path("results");
        return meters.path(0).path("used").asLong();
    }

    String path(String subscription) {
        return "/subscriptions/%s/bricks/%s/usage".formatted(subscription, calls);
    }

    /// Runs a request while ingest holds all usage locks, checks that it waits, and returns its later reply.
    Reply afterIngest(Supplier<Reply> call) {
        return seller.house()
                .database()
                .inTransaction(tx -> {
                    tx.handle()
                            .execute(
                                    "SELECT pg_advisory_xact_lock_shared(?, stripe) FROM generate_series(0, 255) AS stripe",
                                    0x75736167);
                    var waiting = HeldInvoice.waiting(seller.house(), call);
                    assertThat(waiting).as("waits").isNotDone();
                    return waiting;
                })
                .join();
    }

    /// Waits until a claim about asynchronous work holds.
    static void eventually(Runnable claim) {
        Await.claim(claim);
    }
}
