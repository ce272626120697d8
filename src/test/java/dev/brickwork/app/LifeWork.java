package dev.brickwork.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Fraction;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// The work that is agreed and done while a [LifeStory] goes on, and told to its [Life] as well.
final class LifeWork {
    private static final Fraction HUNDRED = Fraction.of(100);

    private final Tenant seller;
    private final LifeShop shop;
    private final Life life;
    private final Random random;
    private final Consumer<String> teller;
    private int left = LifeShop.WORK;
    private int done;
    private Fraction part = Fraction.of(1); // Of its price, after its discount.
    private boolean hasHappened;

    LifeWork(LifeShop shop, Life life, Random random, Consumer<String> teller) {
        this.seller = shop.seller();
        this.shop = shop;
        this.life = life;
        this.random = random;
        this.teller = teller;
    }

    void happens(String subscription) {
        if (left == 0) return;
        var all = seller.get("/subscriptions/%s/milestones".formatted(subscription))
                .is(200)
                .json()
                .path("results");
        int place = 0;
        while (open(all.get(place)) == 0) place++;
        int units = 1 + random.nextInt(open(all.get(place)));
        var milestone = all.get(place).path("milestone_id").asText();
        var path = "/subscriptions/%s/milestones/%s/complete".formatted(subscription, milestone);
        var body = "{\"quantity\": %d, \"bill_on\": \"%s\"}";
        if (random.nextBoolean()
                || seller.post(path, body.formatted(units, "NEXT_INVOICE")).status() != 200)
            seller.post(path, body.formatted(units, "IMMEDIATELY")).is(200);
        left -= units;
        done += units;
        hasHappened = true;
        teller.accept("%d units of work".formatted(units));
        life.costs(
                "work",
                Fraction.of(LifeShop.WORK_PRICE)
                        .times(Fraction.of(units))
                        .times(HUNDRED)
                        .times(part));
    }

    private static int open(JsonNode milestone) {
        return milestone.path("total_quantity").asInt()
                - milestone.path("completed_quantity").asInt();
    }

    /// More work, or less, for what is not done yet (rules U-03, L-06).
    String changes() {
        if (left == 0 || life.phases() > 1 || random.nextBoolean()) return "";
        left = random.nextInt(LifeShop.WORK + 2);
        var rates = List.of(BigDecimal.ZERO, new BigDecimal("33.3"), new BigDecimal("-10"));
        var rate = rates.get(random.nextInt(rates.size()));
        part = HUNDRED.minus(Fraction.of(rate)).over(HUNDRED);
        teller.accept("work of %d more, less %s %%".formatted(left, rate));
        return ", {\"brick_id\": \"%s\", \"quantity\": %d, \"discount\": [%s]}"
                .formatted(
                        shop.id("audit"), done + left, rate.signum() == 0 ? "" : "{\"rate\": \"%s\"}".formatted(rate));
    }

    /// With the term that it was agreed in (L-06).
    void lapses() {
        left = 0;
    }

    boolean hasHappened() {
        return hasHappened;
    }
}
