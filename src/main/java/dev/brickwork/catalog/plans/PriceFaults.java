package dev.brickwork.catalog.plans;

import dev.brickwork.catalog.Price;
import dev.brickwork.catalog.PriceModel;
import dev.brickwork.catalog.PriceTier;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Tiers;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Checks whether prices can be published; reports each fault at its path (`bricks[0].prices[1].tiers[2].up_to`).
final class PriceFaults {
    /// Ten times the value itself; more is a slip of the decimal point.
    private static final UnitPrice PERCENT_MAX = UnitPrice.of("1000");

    private final Fields faults;
    private final Optional<BrickType> type;

    /// @param type of the brick; none for the price of a plan itself (rule P-10)
    PriceFaults(Fields faults, Optional<BrickType> type) {
        this.faults = faults;
        this.type = type;
    }

    void collect(List<Price> prices, String path) {
        var seen = new HashSet<Currency>();
        for (int i = 0; i < prices.size(); i++) {
            var here = "%s[%d]".formatted(path, i);
            var price = prices.get(i);
            if (!seen.add(price.currency())) {
                faults.fault(here + ".currency", "There is already a price in %s.".formatted(price.currency()));
            }
            collect(price, here + ".");
        }
    }

    private void collect(Price price, String path) {
        period(price, path);
        switch (price.model()) {
            case FLAT -> required(price.unitPrice(), path + "unit_price");
            case GRADUATED, VOLUME, STAIRSTEP -> tiers(price, path);
            case PACKAGE -> {
                required(price.unitPrice(), path + "unit_price");
                required(price.packageSize(), path + "package_size");
            }
            case PERCENTAGE -> percentage(price, path);
        }
        misplaced(price, path);
    }

    /// Recurring prices say what time they are for, the others have none (rule T-05). A plan's own price recurs;
    /// one without a period is read as a monthly one before it is frozen.
    private void period(Price price, String path) {
        if (isOf(BrickType.SUBSCRIPTION)) {
            required(price.period(), path + "price_period_months");
        } else if (type.isPresent()) {
            absent(
                    price.period(),
                    path + "price_period_months",
                    "Only the price of a SUBSCRIPTION brick has a period.");
        }
    }

    private void tiers(Price price, String path) {
        var steps = price.tiers().stream().map(PriceTier::tier).toList();
        faults.faults(Tiers.faults(steps, path + "tiers"));
        boolean isStair = price.model() == PriceModel.STAIRSTEP;
        for (int i = 0; i < price.tiers().size(); i++) {
            var tier = price.tiers().get(i);
            var here = "%stiers[%d].".formatted(path, i);
            if (isStair) {
                required(tier.flatPrice(), here + "flat_price");
                absent(
                        tier.unitPrice().filter(unit -> !unit.isZero()),
                        here + "unit_price",
                        "A STAIRSTEP tier has only a flat price.");
            } else if (tier.flatPrice().isEmpty()) {
                required(tier.unitPrice(), here + "unit_price");
            }
        }
        absent(price.unitPrice(), path + "unit_price", "The tiers hold the prices of this model.");
    }

    private void percentage(Price price, String path) {
        if (!isOf(BrickType.USAGE)) faults.fault(path + "model", "PERCENTAGE is for USAGE bricks only.");
        required(price.unitPrice(), path + "unit_price");
        if (price.unitPrice()
                .filter(percent -> percent.compareTo(PERCENT_MAX) > 0)
                .isPresent()) {
            faults.fault(path + "unit_price", "Must be a percentage of at most 1000.");
        }
        absent(price.overageUnitPrice(), path + "overage_unit_price", "A percentage has no price of a unit.");
    }

    /// Refuses fields that the price model does not use, which would silently have no effect on money.
    private void misplaced(Price price, String path) {
        if (!price.model().hasTiers() && !price.tiers().isEmpty()) {
            faults.fault(path + "tiers", "%s has no tiers.".formatted(price.model()));
        }
        if (price.model() != PriceModel.PACKAGE) {
            absent(price.packageSize(), path + "package_size", "Only PACKAGE has a package size.");
        }
        if (!isOf(BrickType.USAGE)) {
            absent(price.overageUnitPrice(), path + "overage_unit_price", "Only USAGE bricks have overage.");
            absent(
                    price.preCommitmentSchedule(),
                    path + "pre_commitment_schedule",
                    "Only USAGE bricks have a commitment.");
        }
        if (isOf(BrickType.MILESTONE)) {
            absent(price.unlimitedPrice(), path + "unlimited_price", "A MILESTONE brick is completed unit by unit.");
        }
        if (type.isEmpty()) {
            absent(price.unlimitedPrice(), path + "unlimited_price", "A plan has no quantity.");
            absent(price.includedQuantity(), path + "included_quantity", "A plan has no quantity.");
        }
    }

    private boolean isOf(BrickType wanted) {
        return type.filter(wanted::equals).isPresent();
    }

    private void required(Optional<?> value, String path) {
        if (value.isEmpty()) faults.fault(path, Fields.REQUIRED);
    }

    private void absent(Optional<?> value, String path, String why) {
        if (value.isPresent()) faults.fault(path, why);
    }
}
