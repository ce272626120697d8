package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
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
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

/// New subscriptions for [ReferenceEstimateTest], most of them with something on an edge.
final class RandomOrders {
    private static final int[] LENGTHS = {1, 2, 3, 5, 6, 7, 11, 12, 13, 14, 24, 25, 36};
    private static final String[] CATEGORIES = {"standard", "standard", "reduced", "exempt"};

    private final Random random;

    RandomOrders(Random random) {
        this.random = random;
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    Terms terms() {
        int count = oneIn(3) ? 1 + random.nextInt(4) : 1;
        var order = coupon();
        var phases = new ArrayList<PhaseTerms>();
        int month = 0;
        for (int i = 0; i < count; i++) {
            int months = oneIn(60) ? 1 + random.nextInt(90) : LENGTHS[random.nextInt(LENGTHS.length)];
            var coupon = oneIn(3) ? coupon() : order;
            phases.add(new PhaseTerms(2 * i + 1, month, months, plan(), bricks(), 30, coupon));
            month += months;
        }
        var start = start();
        var frequency = any(List.of(BillingFrequency.values()));
        int before = oneIn(5) ? random.nextInt(400) : 0; // as in a renewal
        var coupons = new CouponClock(start.minusDays(before), before == 0 ? 0 : random.nextInt(before));
        return new Terms(coupons, start, month, frequency, currency(), count > 1 || oneIn(6), phases);
    }

    /// With two, none and three decimals (rule C-02).
    private Currency currency() {
        return Currency.of(any(List.of("USD", "EUR", "JPY", "KWD")));
    }

    PricingContext circumstances(Terms terms) {
        var plain = PricingContext.PLAIN.taxedBy(taxes());
        if (!oneIn(4)) return plain;
        var closed = terms.startsOn().plusDays(random.nextInt(120) - 60);
        return plain.closed(List.of(BillDates.closed(closed, any(List.of(FirstCharge.values())))));
    }

    private LocalDate start() {
        int year = oneIn(10) ? 2099 : 2023 + random.nextInt(6);
        var month = LocalDate.of(year, 1 + random.nextInt(12), 1);
        return switch (random.nextInt(5)) {
            case 0 -> month;
            case 1 -> month.withDayOfMonth(month.lengthOfMonth());
            case 2 -> month.withDayOfMonth(28);
            case 3 -> LocalDate.of(2024, 2, 29);
            default -> month.plusDays(random.nextInt(month.lengthOfMonth()));
        };
    }

    private PlanTerms plan() {
        var price = oneIn(3) ? Optional.of(planPrice()) : Optional.<BrickPrice>empty();
        return new PlanTerms(new UUID(3, 4), "Plan", "standard", price);
    }

    private BrickPrice planPrice() {
        var flat = new PricingModel.Flat(price());
        return Prices.recurring(flat, period());
    }

    private PricePeriod period() {
        return oneIn(2) ? PricePeriod.YEAR : PricePeriod.MONTH;
    }

    private List<BrickTerms> bricks() {
        var bricks = new ArrayList<BrickTerms>();
        for (int i = random.nextInt(6); i > 0; i--) bricks.add(brick(i));
        return bricks;
    }

    private BrickTerms brick(int number) {
        var type = any(List.of(BrickType.values()));
        var model = model(type);
        var included = oneIn(3) ? random.nextInt(12) : 0;
        var isRecurring = type == BrickType.SUBSCRIPTION;
        var isUsage = type == BrickType.USAGE;
        var price = new BrickPrice(
                model,
                isRecurring ? Optional.of(period()) : Optional.empty(),
                Quantity.of(included),
                oneIn(5) ? Optional.of(price()) : Optional.empty(),
                isUsage && oneIn(2) ? Optional.of(price()) : Optional.empty(),
                isUsage && !oneIn(4) ? Optional.of(any(List.of(BillingFrequency.values()))) : Optional.empty());
        long quantity = quantity(model, included);
        return new BrickTerms(
                new BrickId(new UUID(5, number)),
                "Brick " + number,
                "B" + number,
                type,
                CATEGORIES[random.nextInt(CATEGORIES.length)],
                Quantity.of(quantity),
                price.unlimited().isPresent() && oneIn(2),
                discounts(),
                price);
    }

    private PricingModel model(BrickType type) {
        return switch (random.nextInt(type == BrickType.USAGE ? 7 : 6)) {
            case 0, 1 -> new PricingModel.Graduated(tiers());
            case 2 -> new PricingModel.Volume(tiers());
            case 3 -> new PricingModel.Stairstep(tiers());
            case 4 -> new PricingModel.Packages(price(), Quantity.of(1 + random.nextInt(12)));
            case 5 -> new PricingModel.Flat(price());
            default -> new PricingModel.Percentage(price());
        };
    }

    private Tiers tiers() {
        var steps = new ArrayList<Tier>();
        long tenths = 0;
        for (int i = random.nextInt(5); i > 0; i--) {
            tenths += oneIn(4) ? 1 + random.nextInt(99) : 10L * (1 + random.nextInt(20)) - tenths % 10;
            var bound = new Quantity(BigDecimal.valueOf(tenths, 1));
            steps.add(new Tier(Optional.of(bound), price(), oneIn(3) ? price() : UnitPrice.ZERO));
        }
        if (steps.isEmpty() || !oneIn(8)) {
            steps.add(new Tier(Optional.empty(), price(), oneIn(3) ? price() : UnitPrice.ZERO));
        }
        return new Tiers(steps);
    }

    /// Nothing, huge, on a bound as the tiers see it, a unit beside it, or ordinary.
    private long quantity(PricingModel model, int included) {
        return switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> oneIn(3) ? random.nextLong(99_999_999_999_999L) : 1_000_000 + random.nextInt(1000);
            case 2 -> included;
            case 3, 4, 5, 6 -> Math.max(0, included + bound(model) + (oneIn(2) ? 0 : random.nextInt(3) - 1));
            default -> 1 + random.nextInt(60);
        };
    }

    private long bound(PricingModel model) {
        var tiers = switch (model) {
            case PricingModel.Graduated graduated -> graduated.tiers().steps();
            case PricingModel.Volume volume -> volume.tiers().steps();
            case PricingModel.Stairstep stairstep -> stairstep.tiers().steps();
            case PricingModel.Packages packages ->
                List.of(new Tier(Optional.of(packages.size()), UnitPrice.ZERO, UnitPrice.ZERO));
            case PricingModel.Flat _, PricingModel.Percentage _ -> List.<Tier>of();
        };
        var bounds = tiers.stream().flatMap(tier -> tier.upTo().stream()).toList();
        return bounds.isEmpty() ? 1 : any(bounds).value().longValue();
    }

    private UnitPrice price() {
        return new UnitPrice(
                switch (random.nextInt(7)) {
                    case 0 -> BigDecimal.ZERO;
                    case 1, 2 -> BigDecimal.valueOf(random.nextInt(30_000_000), 6);
                    case 3 -> BigDecimal.valueOf(random.nextInt(1_000));
                    case 4 -> BigDecimal.valueOf(5, 3); // half a cent
                    default -> BigDecimal.valueOf(random.nextInt(100_000), 2);
                });
    }

    private Discounts discounts() {
        if (oneIn(2)) return Discounts.NONE;
        var renewing = oneIn(2) ? Optional.of(rate()) : Optional.<Percent>empty();
        var left = BigDecimal.valueOf(100).subtract(renewing.map(Percent::value).orElse(BigDecimal.ZERO));
        var oneTime = oneIn(2) ? Optional.of(new Percent(rate().value().min(left))) : Optional.<Percent>empty();
        var fixed = oneIn(3) ? OptionalLong.of(random.nextInt(oneIn(2) ? 2_000 : 300_000)) : OptionalLong.empty();
        return new Discounts(renewing, oneTime, fixed);
    }

    private Percent rate() {
        return switch (random.nextInt(6)) {
            case 0 -> Percent.HUNDRED;
            case 1 -> Percent.of(-random.nextInt(1001));
            case 2 -> new Percent(BigDecimal.valueOf(-random.nextInt(1_000_000), 4));
            case 3 -> new Percent(BigDecimal.valueOf(random.nextInt(100_000_001), 6));
            case 4 -> new Percent(BigDecimal.valueOf(125, 1));
            default -> Percent.of(random.nextInt(51));
        };
    }

    private Optional<Coupon> coupon() {
        if (oneIn(2)) return Optional.empty();
        int months = switch (random.nextInt(5)) {
            case 0 -> 999;
            case 1 -> 1;
            case 2 -> 1 + random.nextInt(998);
            default -> 1 + random.nextInt(30);
        };
        var rate = oneIn(5) ? Percent.HUNDRED : new Percent(BigDecimal.valueOf(1 + random.nextInt(9_999), 2));
        return Optional.of(new Coupon("CODE" + random.nextInt(1000), rate, months));
    }

    private TaxRates taxes() {
        var standard = components("Standard");
        var reduced = switch (random.nextInt(4)) {
            case 0 -> standard;
            case 1 -> standard.stream().filter(_ -> oneIn(2)).toList();
            default -> components("Reduced");
        };
        return category -> switch (category) {
            case "standard" -> standard;
            case "reduced" -> reduced;
            default -> List.of();
        };
    }

    private List<TaxComponent> components(String name) {
        var components = new ArrayList<TaxComponent>();
        for (int i = random.nextInt(4); i > 0; i--) {
            boolean isReverse = oneIn(8);
            var rate = isReverse ? Percent.ZERO : new Percent(BigDecimal.valueOf(random.nextInt(30_001), 3));
            boolean isCompound = !isReverse && !components.isEmpty() && oneIn(3);
            components.add(new TaxComponent(name + i, rate, isReverse, isCompound));
        }
        return components;
    }
}
