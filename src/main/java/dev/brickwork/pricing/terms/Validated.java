package dev.brickwork.pricing.terms;

import java.util.List;
import java.util.function.Function;

/// A value, or everything that keeps it from being one.
public sealed interface Validated<T> {
    record Valid<T>(T value) implements Validated<T> {}

    record Invalid<T>(List<PricingFault> faults) implements Validated<T> {
        public Invalid {
            faults = List.copyOf(faults);
            if (faults.isEmpty()) throw new IllegalArgumentException("invalid without a fault");
        }
    }

    static <T> Validated<T> valid(T value) {
        return new Valid<>(value);
    }

    static <T> Validated<T> invalid(List<PricingFault> faults) {
        return new Invalid<>(faults);
    }

    static <T> Validated<T> invalid(String path, String message) {
        return new Invalid<>(List.of(new PricingFault(path, message)));
    }

    default List<PricingFault> faults() {
        return switch (this) {
            case Valid<T> _ -> List.of();
            case Invalid<T>(var faults) -> faults;
        };
    }

    /// The value, or what the caller throws for the faults.
    default T orElseThrow(Function<List<PricingFault>, ? extends RuntimeException> refusal) {
        return switch (this) {
            case Valid<T>(var value) -> value;
            case Invalid<T>(var faults) -> throw refusal.apply(faults);
        };
    }
}
