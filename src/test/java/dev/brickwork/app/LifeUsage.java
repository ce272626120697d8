package dev.brickwork.app;

import dev.brickwork.app.TestServer.Tenant;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/// Sends, corrects and deletes usage while a [LifeStory] goes on, and records it in its [Life] as well.
final class LifeUsage {
    private final Tenant seller;
    private final LifeShop shop;
    private final Life life;
    private final String subscription;
    private final ZoneId zone;
    private final Random random;
    private final Consumer<String> teller;
    private final List<String> entries = new ArrayList<>(); // Empty where one was deleted.
    private final Set<String> calls = new HashSet<>(); // Of these, what was committed to.
    private boolean hasTrial; // Something stands from the trial, which is not changed any more.
    private boolean isWaiting; // Something came or went that is looked at when the next invoice is issued.

    LifeUsage(LifeShop shop, Life life, String subscription, Random random, Consumer<String> teller) {
        this.seller = shop.seller();
        this.shop = shop;
        this.life = life;
        this.subscription = subscription;
        this.random = random;
        this.teller = teller;
        zone = ZoneId.of(seller.get("/subscriptions/" + subscription).is(200).text("time_zone"));
    }

    /// @param changeable the first day that may still be changed
    void happens(LocalDate changeable, LocalDate today) {
        var day = someDay(changeable, today);
        if (life.rests().contains(day)) return;
        var id = "t" + entries.size();
        boolean isCalls = random.nextBoolean();
        var value = someValue(isCalls);
        var brick = isCalls ? LifeShop.CALLS : LifeShop.TOKENS;
        var answer =
                seller.post("/usage", """
                {"transaction_id": "%s", "subscription_id": "%s", "brick_id": "%s", "value": %s, "time": "%s"}
                """.formatted(id, subscription, shop.id(brick), value, momentOf(day, today)));
        if (isCalls && answer.status() == 400) return; // It is not in every recast.
        answer.is(201);
        teller.accept("%s: %s %s used on %s".formatted(id, value, brick, day));
        entries.add(id);
        if (isCalls) calls.add(id);
        counts(id, day, value);
    }

    /// T-07: the day on which a recast ends a trial belongs to the new terms.
    void isLeftFromTrial(LocalDate day, BigDecimal value) {
        life.uses("trial", day, value);
        hasTrial = true;
        isWaiting = true;
    }

    /// It was more or less, or on another day, or nothing at all. After the end only the last.
    void isCorrected(LocalDate changeable, LocalDate today, boolean isOver) {
        if (entries.isEmpty()) return;
        int which = random.nextInt(entries.size());
        var id = entries.get(which);
        if (id.isEmpty()) return;
        if (!isOver && random.nextBoolean()) {
            recount(id, changeable, today);
            return;
        }
        entries.set(which, "");
        teller.accept("%s deleted".formatted(id));
        seller.send("DELETE", "/usage", "{\"transaction_id\": \"%s\"}".formatted(id))
                .is(200);
        life.unuses(id);
        isWaiting = true;
    }

    private void recount(String id, LocalDate changeable, LocalDate today) {
        var day = someDay(changeable, today);
        if (life.rests().contains(day)) return;
        var value = someValue(calls.contains(id));
        var answer = seller.patch(
                "/usage",
                "{\"transaction_id\": \"%s\", \"value\": %s, \"time\": \"%s\"}"
                        .formatted(id, value, momentOf(day, today)));
        if (calls.contains(id) && answer.status() == 400) return; // It is not in every recast.
        answer.is(200);
        teller.accept("%s: %s used on %s instead".formatted(id, value, day));
        counts(id, day, value);
    }

    private void counts(String id, LocalDate day, BigDecimal value) {
        isWaiting = true;
        if (calls.contains(id)) life.calls(id, day, value);
        else life.uses(id, day, value);
    }

    private LocalDate someDay(LocalDate changeable, LocalDate today) {
        var first = changeable.isBefore(today) ? changeable : today;
        return first.plusDays(random.nextLong(ChronoUnit.DAYS.between(first, today) + 1));
    }

    private BigDecimal someValue(boolean isCalls) {
        return new BigDecimal(random.nextInt(isCalls ? 3_000 : 40_000)).movePointLeft(2);
    }

    /// Often at an edge of the day.
    private Instant momentOf(LocalDate day, LocalDate today) {
        var noon = Instant.parse(day + "T12:00:00Z");
        if (!day.isBefore(today)) return noon;
        var moments = List.of(
                noon,
                day.atStartOfDay(zone).toInstant(),
                day.plusDays(1).atStartOfDay(zone).toInstant().minusNanos(1_000));
        return moments.get(random.nextInt(moments.size()));
    }

    boolean hasHappened() {
        return hasTrial || !entries.isEmpty();
    }

    boolean isWaiting() {
        return isWaiting;
    }

    void waits(boolean isWaiting) {
        this.isWaiting = isWaiting;
    }
}
