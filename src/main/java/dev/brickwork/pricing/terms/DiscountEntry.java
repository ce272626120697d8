package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Percent;
import java.util.Optional;
import java.util.OptionalLong;

/// One entry of a brick's discount list as the wire has it, not yet checked. The amount is in minor
/// units.
public record DiscountEntry(Optional<Percent> rate, OptionalLong amount, boolean renews) {
    public static DiscountEntry rate(Percent rate, boolean renews) {
        return new DiscountEntry(Optional.of(rate), OptionalLong.empty(), renews);
    }

    public static DiscountEntry amount(long minor) {
        return new DiscountEntry(Optional.empty(), OptionalLong.of(minor), false);
    }
}
