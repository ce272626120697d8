package dev.brickwork.kernel.pricing.contract;

import dev.brickwork.kernel.money.Ratio;
import java.time.LocalDate;

/// The part of a phase that an order prices.
record Segment(PhaseState state, int order, LocalDate start, Ratio from, String duration) {
    Ratio to() {
        return Ratio.of(state.phase().toMonth());
    }

    Ratio length() {
        return to().minus(from);
    }
}
