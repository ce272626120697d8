package dev.brickwork.platform.http;

import java.util.Optional;
import java.util.function.Function;

/// One field of a PATCH: absent keeps, null clears, a value sets.
public sealed interface Change<T> {
    record Keep<T>() implements Change<T> {}

    record Clear<T>() implements Change<T> {}

    record Set<T>(T value) implements Change<T> {}

    /// For a field that may be empty.
    default Optional<T> over(Optional<T> before) {
        return switch (this) {
            case Keep<T>() -> before;
            case Clear<T>() -> Optional.empty();
            case Set<T>(var value) -> Optional.of(value);
        };
    }

    /// For a field that always has a value: clearing falls back.
    default T over(T before, T whenCleared) {
        return switch (this) {
            case Keep<T>() -> before;
            case Clear<T>() -> whenCleared;
            case Set<T>(var value) -> value;
        };
    }

    default <R> Change<R> map(Function<T, R> mapping) {
        return switch (this) {
            case Keep<T>() -> new Keep<>();
            case Clear<T>() -> new Clear<>();
            case Set<T>(var value) -> new Set<>(mapping.apply(value));
        };
    }
}
