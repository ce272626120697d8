package dev.brickwork.catalog;

import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Tiers;
import java.util.List;
import java.util.Optional;

/// The price of a brick, or of a plan itself, in one currency, as drafts and versions store it.
///
/// The wire shape is also the stored shape, so one reader and one writer serve both. Reading checks the shape of
/// each field; whether the fields belong together is for [PriceFaults].
public record Price(
        Currency currency,
        PriceModel model,
        Optional<PricePeriod> period,
        Optional<UnitPrice> unitPrice,
        List<PriceTier> tiers,
        Optional<Quantity> packageSize,
        Optional<Quantity> includedQuantity,
        Optional<UnitPrice> unlimitedPrice,
        Optional<UnitPrice> overageUnitPrice,
        Optional<BillingFrequency> preCommitmentSchedule) {
    private static final int INTEGER_DIGITS_MAX = 14;
    private static final int PERIOD_MONTHS_MAX = 12;

    public Price {
        tiers = List.copyOf(tiers);
    }

    static List<Price> readAll(Fields fields, String name) {
        return readAll(fields, name, Fields::currency);
    }

    /// @param currencies reads the code of one that may be priced in
    static List<Price> readAll(Fields fields, String name, Fields.ElementReader<Currency> currencies) {
        return fields.objects(name, Currency.COUNT, price -> read(price, currencies)).orElse(List.of()).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Price> read(Fields fields, Fields.ElementReader<Currency> currencies) {
        var currency = fields.require("currency", name -> currencies.read(fields, name));
        var model = fields.require("model", name -> fields.oneOf(name, PriceModel.BY_NAME));
        var period = period(fields);
        var unitPrice = money(fields, "unit_price");
        var tiers = fields.objects("tiers", Tiers.STEPS_MAX, PriceTier::read).orElse(List.of());
        var packageSize = positive(fields, "package_size");
        var included = included(fields);
        var unlimited = money(fields, "unlimited_price");
        var overage = money(fields, "overage_unit_price");
        var schedule = fields.oneOf("pre_commitment_schedule", BillingFrequency.values());
        if (currency.isEmpty() || model.isEmpty()) return Optional.empty();
        return Optional.of(new Price(
                currency.get(),
                model.get(),
                period,
                unitPrice,
                tiers,
                packageSize,
                included,
                unlimited,
                overage,
                schedule));
    }

    private static Optional<PricePeriod> period(Fields fields) {
        var months = fields.integer("price_period_months", 1, PERIOD_MONTHS_MAX);
        var period = months.flatMap(PricePeriod::ofMonths);
        if (months.isPresent() && period.isEmpty()) fields.fault("price_period_months", "Must be 1 or 12.");
        return period;
    }

    private static Optional<Quantity> included(Fields fields) {
        var units = fields.number("included_quantity").map(Quantity::new);
        if (units.filter(Quantity::isNegative).isEmpty()) return units;
        fields.fault("included_quantity", "Must not be negative.");
        return Optional.empty();
    }

    /// A decimal string in major units, not negative, with up to six decimals (rule M-02).
    static Optional<UnitPrice> money(Fields fields, String name) {
        var major = fields.decimal(name, INTEGER_DIGITS_MAX, UnitPrice.DECIMALS_MAX);
        if (major.isPresent() && major.get().signum() < 0) {
            fields.fault(name, "Must not be negative.");
            return Optional.empty();
        }
        return major.map(UnitPrice::new);
    }

    static Optional<Quantity> positive(Fields fields, String name) {
        var units = fields.number(name).map(Quantity::new);
        if (units.isEmpty() || units.get().isPositive()) return units;
        fields.fault(name, "Must be more than 0.");
        return Optional.empty();
    }

    public static void write(JsonWriter json, Price price) {
        json.object(out -> out.put("currency", price.currency)
                .put("model", price.model)
                .put("price_period_months", price.period.map(PricePeriod::months))
                .put("unit_price", price.unitPrice.map(price::shown))
                .putEach("tiers", price.tiers, (each, tier) -> PriceTier.write(each, tier, price.currency))
                .put("package_size", price.packageSize.map(Quantity::value))
                .put("included_quantity", price.includedQuantity.map(Quantity::value))
                .put("unlimited_price", price.unlimitedPrice.map(price::shown))
                .put("overage_unit_price", price.overageUnitPrice.map(price::shown))
                .put("pre_commitment_schedule", price.preCommitmentSchedule));
    }

    private String shown(UnitPrice price) {
        return model == PriceModel.PERCENTAGE ? price.shownAsPercent() : price.shown(currency);
    }

    public Price withPeriod(PricePeriod other) {
        return new Price(
                currency,
                model,
                Optional.of(other),
                unitPrice,
                tiers,
                packageSize,
                includedQuantity,
                unlimitedPrice,
                overageUnitPrice,
                preCommitmentSchedule);
    }

    /// For the kernel. Only of a price without faults.
    BrickPrice brickPrice() {
        return new BrickPrice(
                pricingModel(),
                period,
                includedQuantity.orElse(Quantity.ZERO),
                unlimitedPrice,
                overageUnitPrice,
                preCommitmentSchedule);
    }

    private PricingModel pricingModel() {
        return switch (model) {
            case FLAT -> new PricingModel.Flat(unitPrice.orElseThrow());
            case GRADUATED -> new PricingModel.Graduated(ladder());
            case VOLUME -> new PricingModel.Volume(ladder());
            case STAIRSTEP -> new PricingModel.Stairstep(ladder());
            case PACKAGE -> new PricingModel.Packages(unitPrice.orElseThrow(), packageSize.orElseThrow());
            case PERCENTAGE -> new PricingModel.Percentage(unitPrice.orElseThrow());
        };
    }

    private Tiers ladder() {
        return new Tiers(tiers.stream().map(PriceTier::tier).toList());
    }
}
