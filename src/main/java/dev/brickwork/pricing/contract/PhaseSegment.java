package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Ratio;
import java.time.LocalDate;

/// The part of a phase that an order prices.
record PhaseSegment(PhaseState state, int order, LocalDate start, Ratio from, String duration) {
    Ratio to() {
        return Ratio.of(state.phase().toMonth());
    }

    Ratio length() {
        return to().minus(from);
    }
}
