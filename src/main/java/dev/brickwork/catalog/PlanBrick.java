package dev.brickwork.catalog;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Discounts;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A brick of a published version, ready to be priced.
///
/// @param catalogueQuantity what a milestone has where an order says nothing (rule P-14)
public record PlanBrick(
        BrickId id,
        String name,
        String code,
        BrickType type,
        String taxCategory,
        Quantity catalogueQuantity,
        Map<Currency, BrickPrice> prices) {
    public PlanBrick {
        prices = Map.copyOf(prices);
    }

    static PlanBrick of(PlanDocument.Item item) {
        var prices = new HashMap<Currency, BrickPrice>();
        for (var price : item.prices()) prices.put(price.currency(), price.brickPrice());
        return new PlanBrick(
                item.brick(),
                item.name(),
                item.code(),
                item.type(),
                item.taxCategory(),
                Quantity.of(item.defaultQuantity().orElse(1L)),
                prices);
    }

    /// One that an order has and no list any more.
    static PlanBrick of(BrickTerms agreed, Currency currency) {
        return new PlanBrick(
                agreed.id(),
                agreed.name(),
                agreed.code(),
                agreed.type(),
                agreed.taxCategory(),
                agreed.quantity(),
                Map.of(currency, agreed.price()));
    }

    PlanBrick at(Currency currency, BrickPrice price) {
        var other = new HashMap<>(prices);
        other.put(currency, price);
        return new PlanBrick(id, name, code, type, taxCategory, catalogueQuantity, other);
    }

    /// None where the seller has set no price in this currency (rule C-01).
    public Optional<BrickPrice> price(Currency currency) {
        return Optional.ofNullable(prices.get(currency));
    }

    /// As an order holds it.
    ///
    /// @param quantity as it was asked for; absent means what rule P-14 says
    public BrickTerms terms(BrickPrice price, Optional<Quantity> quantity, boolean isUnlimited, Discounts discounts) {
        return new BrickTerms(
                id,
                name,
                code,
                type,
                taxCategory,
                quantity.orElseGet(() -> type.quantityWhenAbsent(catalogueQuantity)),
                isUnlimited,
                discounts,
                price);
    }
}
