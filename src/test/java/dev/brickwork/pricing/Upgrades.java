package dev.brickwork.pricing;

import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.DoneWork;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.Upgrade;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Upgrades with only the parts that a test is about.
public final class Upgrades {
    private Upgrades() {}

    public static Upgrade of(LocalDate startsOn, BrickTerms... bricks) {
        return new Upgrade(
                startsOn, List.of(bricks), Map.of(), Set.of(), List.of(), Optional.empty(), Optional.empty());
    }

    public static Upgrade toPlan(LocalDate startsOn, PlanTerms plan) {
        return new Upgrade(startsOn, List.of(), Map.of(), Set.of(), List.of(), Optional.of(plan), Optional.empty());
    }

    public static Upgrade with(Upgrade upgrade, Coupon coupon) {
        return new Upgrade(
                upgrade.startsOn(),
                upgrade.bricks(),
                upgrade.bricksByPhase(),
                upgrade.removed(),
                upgrade.done(),
                upgrade.plan(),
                Optional.of(coupon));
    }

    public static Upgrade removing(Upgrade upgrade, Set<BrickId> bricks) {
        return new Upgrade(
                upgrade.startsOn(),
                upgrade.bricks(),
                upgrade.bricksByPhase(),
                bricks,
                upgrade.done(),
                upgrade.plan(),
                upgrade.coupon());
    }

    public static Upgrade knowing(Upgrade upgrade, DoneWork done) {
        return new Upgrade(
                upgrade.startsOn(),
                upgrade.bricks(),
                upgrade.bricksByPhase(),
                upgrade.removed(),
                List.of(done),
                upgrade.plan(),
                upgrade.coupon());
    }
}
