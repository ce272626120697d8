package dev.brickwork.pricing.terms;

import java.util.List;
import java.util.Optional;

/// One phase of an order: a stretch of whole months with its own plan, bricks, payment terms and coupon
/// (rules F).
///
/// @param position `phase_position`, unique in the order
/// @param fromMonth months from the order's start
/// @param name empty where none was given; the terms of the order then name the phase by its place (rule Q-03)
public record PhaseTerms(
        int position,
        int fromMonth,
        int months,
        PlanTerms plan,
        List<BrickTerms> bricks,
        int paymentTermsDays,
        Optional<Coupon> coupon,
        String name) {
    private static final int MONTHS_OF_A_YEAR = 12;

    public PhaseTerms {
        bricks = List.copyOf(bricks);
        if (months < 1) throw new IllegalArgumentException("a phase of %d months".formatted(months));
    }

    /// A phase that was given no name.
    public PhaseTerms(
            int position,
            int fromMonth,
            int months,
            PlanTerms plan,
            List<BrickTerms> bricks,
            int paymentTermsDays,
            Optional<Coupon> coupon) {
        this(position, fromMonth, months, plan, bricks, paymentTermsDays, coupon, "");
    }

    /// This phase with other bricks.
    public PhaseTerms with(List<BrickTerms> others) {
        return new PhaseTerms(position, fromMonth, months, plan, others, paymentTermsDays, coupon, name);
    }

    public PhaseTerms named(String other) {
        return new PhaseTerms(position, fromMonth, months, plan, bricks, paymentTermsDays, coupon, other);
    }

    public int toMonth() {
        return fromMonth + months;
    }

    public boolean isAnnual() {
        return months == MONTHS_OF_A_YEAR;
    }
}
