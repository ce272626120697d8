package dev.brickwork.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.ids.PlanId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.support.Await;
import dev.brickwork.support.Shop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The tables under fire: what must hold when many do the same thing at once.
@Tag("verify")
final class CatalogueStoreTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final int RACER_COUNT = 50;

    @Test
    void ofFiftyClosingOrdersOnlyTenGetACouponForTen() throws Exception {
        var seller = HOUSE.seller();
        seller.post("/discount-coupons", "{\"code\": \"TEN\", \"discount_rate\": \"5\", \"max_redemptions\": 10}")
                .is(200);
        var caller = caller(seller);

        var redeemed = race(RACER_COUNT, () -> {
            try {
                return patiently(() -> HOUSE.database().inTransaction(caller, tx -> {
                    HOUSE.wiring().catalogue().redeem(tx, "ten", "discount_coupons");
                    return true;
                }));
            } catch (Refusal refusal) {
                assertThat(refusal.fields()).containsOnlyKeys("discount_coupons");
                return false;
            }
        });

        assertThat(redeemed.stream().filter(won -> won)).hasSize(10);
        seller.get("/discount-coupons/TEN").is(200, "\"redemptions\":10");
        seller.get("/discount-coupons?valid=false").is(200, "\"count\":1");
        seller.patch("/discount-coupons/TEN", "{\"max_redemptions\": 9}").is(400, "max_redemptions", "10 times");
        seller.patch("/discount-coupons/TEN", "{\"max_redemptions\": 11}").is(200);
    }

    @Test
    void ofManyPublishersOfOneDraftOneWins() throws Exception {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("39")));
        seller.put(
                        "/plans/%s/draft".formatted(plan),
                        "{\"bricks\": [%s]}".formatted(Shop.priced(seats, Shop.monthly("49"))))
                .is(200);

        var statuses = race(
                8, () -> seller.post("/plans/%s/publish".formatted(plan), "{}").status());

        assertThat(statuses).containsOnlyOnce(200).containsOnly(200, 400);
        seller.get("/plans/%s/versions".formatted(plan)).is(200, "\"count\":2");
        seller.get("/plans/%s".formatted(plan)).is(200, "\"latest_version\":2", "\"draft\":null");
    }

    /// Racing merges of the same versions write one version, which is neither listed nor the latest.
    @Test
    void racingMergesAreOneHiddenVersion() throws Exception {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var calls = shop.brick("calls", "USAGE");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("20")));
        var first = latest(seller, plan);
        shop.publish(plan, Shop.priced(seats, Shop.monthly("25")), Shop.priced(calls, Shop.flat("0.04")));
        var second = latest(seller, plan);
        var named = List.of(new BrickId(UUID.fromString(seats)), new BrickId(UUID.fromString(calls)));
        var caller = caller(seller);

        var merged = race(
                8,
                () -> patiently(() -> HOUSE.database()
                        .inTransaction(
                                caller,
                                tx -> HOUSE.wiring()
                                        .catalogue()
                                        .merge(tx, first, second, named)
                                        .id())));

        assertThat(merged).containsOnly(merged.getFirst());
        var read = HOUSE.database()
                .read(tx -> HOUSE.wiring().catalogue().versions().find(tx.as(caller), merged.getFirst()))
                .orElseThrow();
        assertThat(read.document().bricks()).hasSize(2);
        assertThat(read.document().bricks().getFirst())
                .isEqualTo(first.document().bricks().getFirst());
        assertThat(HOUSE.wiring()
                        .catalogue()
                        .merged(caller, first, second, named)
                        .id())
                .isEqualTo(merged.getFirst());
        var versions = seller.get("/plans/%s/versions".formatted(plan)).is(200, "\"count\":2");
        assertThat(versions.json().path("results")).hasSize(2);
        assertThat(latest(seller, plan).id()).isEqualTo(second.id());
    }

    @Test
    void aPublishedVersionCannotBeChangedInTheTable() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        shop.plan("Team", Shop.priced(shop.brick("seats", "SUBSCRIPTION"), Shop.monthly("20")));

        assertThatThrownBy(() -> HOUSE.database()
                        .inTransaction(tx -> tx.handle()
                                .execute(
                                        "UPDATE plan_version SET published_at = now() WHERE seller_id = ?",
                                        seller.id().value())))
                .hasMessageContaining("never change");
    }

    private static PlanVersion latest(TestServer.Tenant seller, String plan) {
        var caller = caller(seller);
        return HOUSE.database()
                .read(tx -> {
                    var head = new PlanStore()
                            .head(tx.as(caller), new PlanId(UUID.fromString(plan)))
                            .orElseThrow();
                    return HOUSE.wiring()
                            .catalogue()
                            .versions()
                            .find(tx.as(caller), head.latest().orElseThrow());
                })
                .orElseThrow();
    }

    private static Caller caller(TestServer.Tenant seller) {
        return new Caller(seller.id(), "test", "test", Instant.now());
    }

    /// Waits for a connection as often as it takes: more racers than connections is the point here.
    private static <T> T patiently(Callable<T> work) {
        return Await.found("a connection", () -> {
            try {
                return Optional.of(work.call());
            } catch (DatabaseBusy busy) {
                return Optional.empty();
            }
        });
    }

    private static <T> List<T> race(int racers, Callable<T> work) throws Exception {
        try (var pool = Executors.newFixedThreadPool(racers)) {
            var started = new ArrayList<Callable<T>>();
            for (int i = 0; i < racers; i++) started.add(work);
            var results = new ArrayList<T>();
            for (var done : pool.invokeAll(started)) results.add(result(done));
            return results;
        }
    }

    private static <T> T result(java.util.concurrent.Future<T> done) throws Exception {
        try {
            return done.get();
        } catch (ExecutionException failed) {
            throw new AssertionError(failed.getCause());
        }
    }
}
