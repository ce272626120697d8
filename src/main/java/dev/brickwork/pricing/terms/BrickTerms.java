package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;

/// A brick as an order holds it, with its price resolved, so that pricing never asks the catalogue again.
///
/// @param quantity units, or committed units per window of a usage brick; ignored when unlimited (P-11)
public record BrickTerms(
        BrickId id,
        String name,
        String code,
        BrickType type,
        String taxCategory,
        Quantity quantity,
        boolean isUnlimited,
        Discounts discounts,
        BrickPrice price) {
    public BrickTerms {
        if (type == BrickType.SUBSCRIPTION && price.period().isEmpty()) {
            throw new IllegalArgumentException("brick %s recurs and has no price period".formatted(code));
        }
    }

    public BrickTerms withQuantity(Quantity other) {
        return new BrickTerms(id, name, code, type, taxCategory, other, isUnlimited, discounts, price);
    }

    public BrickTerms withDiscounts(Discounts other) {
        return new BrickTerms(id, name, code, type, taxCategory, quantity, isUnlimited, other, price);
    }

    public BrickTerms withPrice(BrickPrice other) {
        return new BrickTerms(id, name, code, type, taxCategory, quantity, isUnlimited, discounts, other);
    }

    /// Whether there is anything to price: quantity 0 is no line, but for usage it means pay as you go (P-14).
    public boolean isOnOrder() {
        return isUnlimited || type == BrickType.USAGE || quantity.isPositive();
    }

    /// The quantity to show: an unlimited brick has none (P-11).
    public Quantity shownQuantity() {
        return isUnlimited ? Quantity.ZERO : quantity;
    }

    /// Whether a unit costs the same.
    public boolean costsLike(BrickTerms other) {
        return discounts.equals(other.discounts) && price.equals(other.price);
    }

    /// Whether nothing that costs money differs; such a change is no change (V8).
    public boolean pricesLike(BrickTerms other) {
        return isUnlimited == other.isUnlimited && (isUnlimited || quantity.equals(other.quantity)) && costsLike(other);
    }

    /// The terms of this brick after a renewal: uplifted price, renewing discounts only (N-02, N-03).
    public BrickTerms renewed(Percent uplift) {
        return withPrice(price.uplifted(uplift)).withDiscounts(discounts.atRenewal());
    }
}
