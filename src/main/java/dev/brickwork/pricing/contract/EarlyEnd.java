package dev.brickwork.pricing.contract;

import java.time.LocalDate;
import java.util.Optional;

/// Where a term ends before its time.
///
/// @param on first service date without service
/// @param keptBefore what began before this date was billed whole and stays so, and its usage allowance with it
///     (rule G-02); absent where the unused part is given back and the allowance is cut with it (rules)
public record EarlyEnd(LocalDate on, Optional<LocalDate> keptBefore) {
    /// The unused part is given back.
    public static EarlyEnd credited(LocalDate on) {
        return new EarlyEnd(on, Optional.empty());
    }

    /// An end without credit: charges whose service has begun by today stay billed.
    public static EarlyEnd uncredited(LocalDate on, LocalDate today) {
        return new EarlyEnd(on, Optional.of(today.plusDays(1)));
    }

    boolean keeps(LocalDate start) {
        return keptBefore.filter(start::isBefore).isPresent();
    }
}
