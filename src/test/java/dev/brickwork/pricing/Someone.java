package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Tier;
import dev.brickwork.pricing.terms.Tiers;
import dev.brickwork.pricing.terms.Upgrade;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

/// Random terms, aimed at the edges: tier bounds, month ends, leap days, odd lengths, zero and huge quantities,
/// rates of 100 and below zero, fixed amounts above the price.
public final class Someone {
    private Someone() {}

    static <T> T any(Random random, T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    static LocalDate date(Random random) {
        var month = LocalDate.of(2023 + random.nextInt(4), 1 + random.nextInt(12), 1);
        return switch (random.nextInt(4)) {
            case 0 -> month;
            case 1 -> month.withDayOfMonth(month.lengthOfMonth());
            case 2 -> LocalDate.of(2024, 2, 29);
            default -> month.plusDays(random.nextInt(28));
        };
    }

    static UnitPrice price(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> UnitPrice.ZERO;
            case 1 -> new UnitPrice(BigDecimal.valueOf(random.nextInt(10_000_000), 6));
            case 2 -> new UnitPrice(BigDecimal.valueOf(random.nextInt(1000)));
            default -> new UnitPrice(BigDecimal.valueOf(random.nextInt(100_000), 2));
        };
    }

    public static Tiers tiers(Random random) {
        var steps = new ArrayList<Tier>();
        int bound = 0;
        for (int i = random.nextInt(4); i > 0; i--) {
            bound += 1 + random.nextInt(20);
            var fee = random.nextInt(3) == 0 ? price(random) : UnitPrice.ZERO;
            steps.add(new Tier(Optional.of(Quantity.of(bound)), price(random), fee));
        }
        steps.add(new Tier(Optional.empty(), price(random), random.nextInt(3) == 0 ? price(random) : UnitPrice.ZERO));
        return new Tiers(steps);
    }

    /// Half of the time exactly on a tier's edge, where mistakes live.
    public static Quantity quantity(Random random, Tiers tiers) {
        var edges = tiers.steps().stream().flatMap(step -> step.upTo().stream()).toList();
        if (edges.isEmpty() || random.nextBoolean()) {
            return new Quantity(BigDecimal.valueOf(random.nextInt(1_000_000), random.nextInt(3)));
        }
        return edges.get(random.nextInt(edges.size()));
    }

    static long wholeQuantity(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 1_000_000 + random.nextInt(5);
            default -> 1 + random.nextInt(45);
        };
    }

    static PricingModel model(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new PricingModel.Graduated(tiers(random));
            case 1 -> new PricingModel.Volume(tiers(random));
            case 2 -> new PricingModel.Stairstep(tiers(random));
            case 3 -> new PricingModel.Packages(price(random), Quantity.of(1 + random.nextInt(12)));
            default -> new PricingModel.Flat(price(random));
        };
    }

    static Discounts discounts(Random random) {
        if (random.nextBoolean()) return Discounts.NONE;
        var renewing = random.nextBoolean() ? Optional.of(rate(random)) : Optional.<Percent>empty();
        var oneTime =
                random.nextInt(3) == 0 ? Optional.of(Percent.of(-random.nextInt(200))) : Optional.<Percent>empty();
        var fixed = random.nextInt(4) == 0 ? OptionalLong.of(random.nextInt(200_000)) : OptionalLong.empty();
        return new Discounts(renewing, oneTime, fixed);
    }

    private static Percent rate(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Percent.HUNDRED;
            case 1 -> Percent.of(-random.nextInt(1001));
            case 2 -> new Percent(BigDecimal.valueOf(random.nextInt(100_000_000), 6));
            default -> Percent.of(random.nextInt(100));
        };
    }

    static BrickTerms brick(Random random, int number) {
        var type = any(random, BrickType.values());
        var period = type == BrickType.SUBSCRIPTION
                ? Optional.of(random.nextInt(3) == 0 ? PricePeriod.YEAR : PricePeriod.MONTH)
                : Optional.<PricePeriod>empty();
        var window = type == BrickType.USAGE && random.nextBoolean()
                ? Optional.of(frequency(random))
                : Optional.<BillingFrequency>empty();
        var price = new BrickPrice(
                model(random),
                period,
                Quantity.of(random.nextInt(4) == 0 ? random.nextInt(10) : 0),
                random.nextInt(4) == 0 ? Optional.of(price(random)) : Optional.empty(),
                random.nextBoolean() ? Optional.of(price(random)) : Optional.empty(),
                window);
        return new BrickTerms(
                new BrickId(new UUID(0, number)),
                "Brick " + number,
                "B" + number,
                type,
                random.nextInt(4) == 0 ? "reduced" : "standard",
                Quantity.of(wholeQuantity(random)),
                price.unlimited().isPresent() && random.nextBoolean(),
                discounts(random),
                price);
    }

    static BillingFrequency frequency(Random random) {
        return any(random, BillingFrequency.values());
    }

    static Optional<Coupon> coupon(Random random) {
        if (random.nextBoolean()) return Optional.empty();
        int months = random.nextInt(4) == 0 ? Coupon.MONTHS_FOR_EVER : 1 + random.nextInt(14);
        var rate =
                random.nextInt(4) == 0 ? Percent.HUNDRED : new Percent(BigDecimal.valueOf(random.nextInt(10_000), 2));
        return Optional.of(new Coupon("C" + random.nextInt(3), rate, months));
    }

    static List<BrickTerms> bricks(Random random) {
        var bricks = new ArrayList<BrickTerms>();
        for (int i = random.nextInt(5); i >= 0; i--) bricks.add(brick(random, i));
        return bricks;
    }

    static PlanTerms plan(Random random) {
        var price = random.nextInt(4) == 0
                ? Optional.of(Prices.monthly(new PricingModel.Flat(price(random))))
                : Optional.<BrickPrice>empty();
        return new PlanTerms(new UUID(7, 7), "Plan", "standard", price);
    }

    static Terms terms(Random random) {
        int count = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
        var order = coupon(random);
        var phases = new ArrayList<PhaseTerms>();
        int month = 0;
        for (int i = 0; i < count; i++) {
            int months = switch (random.nextInt(4)) {
                case 0 -> 12;
                case 1 -> 1;
                default -> 1 + random.nextInt(count == 1 ? 30 : 9);
            };
            var coupon = random.nextInt(4) == 0 ? coupon(random) : order;
            phases.add(new PhaseTerms(3 * i + 1, month, months, plan(random), bricks(random), 30, coupon));
            month += months;
        }
        var start = date(random);
        int before = random.nextInt(4) == 0 ? random.nextInt(200) : 0;
        var coupons = new CouponClock(start.minusDays(before), random.nextInt(1 + before));
        boolean isPhased = count > 1 || random.nextInt(8) == 0;
        return new Terms(coupons, start, month, frequency(random), currency(random), isPhased, phases);
    }

    /// With two, none and three decimals (rule C-02).
    static Currency currency(Random random) {
        return Currency.of(any(random, new String[] {"USD", "EUR", "JPY", "KWD"}));
    }

    static TaxRates taxes(Random random) {
        if (random.nextInt(3) == 0) return TaxRates.NONE;
        var state = TaxComponent.of("State", new Percent(BigDecimal.valueOf(random.nextInt(20_000), 3)));
        var city = TaxComponent.of("City", new Percent(BigDecimal.valueOf(random.nextInt(5_000), 3)));
        var compound = new TaxComponent("QST", new Percent(new BigDecimal("9.975")), false, true);
        var reduced = TaxComponent.of("Reduced", Percent.of(5));
        var standard = switch (random.nextInt(3)) {
            case 0 -> List.of(state);
            case 1 -> List.of(state, city);
            default -> List.of(city, compound);
        };
        return category -> category.equals("standard") ? standard : List.of(reduced);
    }

    static PricingContext circumstances(Random random) {
        var circumstances = PricingContext.PLAIN.taxedBy(taxes(random));
        return random.nextInt(3) == 0
                ? circumstances.crediting(Bricks.adjustment(random.nextInt(2_000_000)))
                : circumstances;
    }

    /// A change somewhere in the term: some bricks as they are, some changed, some new.
    static Upgrade upgrade(Random random, Contract contract) {
        var terms = contract.base();
        var earliest = contract.upgrades().isEmpty()
                ? terms.startsOn()
                : contract.upgrades().getLast().startsOn();
        long days = terms.endsOn().toEpochDay() - earliest.toEpochDay();
        var start = random.nextInt(5) == 0 ? earliest : earliest.plusDays(random.nextLong(days));
        var bricks = new ArrayList<BrickTerms>();
        for (var brick : contract.bricksOn(start)) {
            switch (random.nextInt(6)) {
                case 0 -> bricks.add(brick);
                case 1 -> bricks.add(brick.withQuantity(Quantity.of(wholeQuantity(random))));
                case 2 -> bricks.add(brick.withDiscounts(discounts(random)));
                case 3 -> bricks.add(brick.withQuantity(Quantity.ZERO));
                default -> {}
            }
        }
        if (random.nextInt(3) == 0)
            bricks.add(brick(random, 50 + contract.upgrades().size()));
        var upgrade = Upgrades.of(start, bricks.toArray(BrickTerms[]::new));
        var coupon = coupon(random);
        return coupon.isPresent() && random.nextBoolean() ? Upgrades.with(upgrade, coupon.get()) : upgrade;
    }

    /// A date of the term, half of the time near an edge of a month.
    static LocalDate dateIn(Random random, Terms terms) {
        if (random.nextBoolean()) {
            var edge =
                    terms.anchor().boundary(random.nextInt(terms.months() + 1)).plusDays(random.nextInt(3) - 1);
            if (terms.term().contains(edge)) return edge;
        }
        return terms.startsOn().plusDays(random.nextLong(terms.term().days()));
    }
}
