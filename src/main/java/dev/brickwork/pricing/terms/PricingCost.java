package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.calendar.BillingFrequency;
import java.util.List;
import java.util.Optional;

/// How much work terms are to price and to show: each of their lines in each of its billing periods, and there once
/// for each tier of its price. A short request can ask for much of it: a ladder of tiers stands in the catalogue, and
/// years of periods are one number.
///
/// @param lines of all phases together
/// @param periods of the line that has the most
/// @param tiers of the line that has the most
/// @param cells the sum over the lines of periods × tiers
public record PricingCost(long lines, int periods, int tiers, long cells) {
    public static final int CELLS_MAX = 100_000;
    private static final PricingCost NOTHING = new PricingCost(0, 0, 0, 0);

    /// The months in which lines are billed.
    private record Span(int months, int termMonths, BillingFrequency frequency) {
        int periods() {
            return Math.ceilDiv(months, frequency.periodMonths(months));
        }

        int windows(BrickPrice price) {
            return Math.ceilDiv(months, price.windowMonths(termMonths));
        }
    }

    /// Of an order that opens a term.
    public static PricingCost of(Terms terms) {
        var cost = NOTHING;
        for (var phase : terms.phases())
            cost = cost.plus(of(span(terms, phase), phase.bricks(), Optional.of(phase.plan())));
        return cost;
    }

    /// Of the lines that an upgrade adds to a term; those of a phase that has begun count as whole.
    public static PricingCost of(Terms terms, Upgrade upgrade) {
        var cost = NOTHING;
        for (var phase : terms.phases()) {
            if (!terms.term(phase).end().isAfter(upgrade.startsOn())) continue;
            var bricks = upgrade.bricksByPhase().getOrDefault(phase.position(), upgrade.bricks());
            cost = cost.plus(of(span(terms, phase), bricks, upgrade.plan()));
        }
        return cost;
    }

    /// Of the term of so many months by which terms are renewed: their last phase goes on (rule N-01).
    public static PricingCost ofRenewal(Terms terms, int months) {
        var phase = terms.phases().getLast();
        var bricks = phase.bricks().stream()
                .filter(brick -> brick.type() == BrickType.SUBSCRIPTION || brick.type() == BrickType.USAGE)
                .toList();
        return of(new Span(months, months, terms.frequency()), bricks, Optional.of(phase.plan()));
    }

    private static Span span(Terms terms, PhaseTerms phase) {
        return new Span(phase.months(), terms.months(), terms.frequency());
    }

    private static PricingCost of(Span span, List<BrickTerms> bricks, Optional<PlanTerms> plan) {
        var cost = plan.flatMap(PlanTerms::price)
                .map(price -> line(span.periods(), price))
                .orElse(NOTHING);
        for (var brick : bricks) {
            if (!brick.isOnOrder()) continue;
            int periods = switch (brick.type()) {
                case ONE_TIME, MILESTONE -> 1;
                case SUBSCRIPTION -> span.periods();
                case USAGE -> span.windows(brick.price());
            };
            cost = cost.plus(line(periods, brick.price()));
        }
        return cost;
    }

    public PricingCost plus(PricingCost other) {
        return new PricingCost(
                lines + other.lines,
                Math.max(periods, other.periods),
                Math.max(tiers, other.tiers),
                cells + other.cells);
    }

    /// Names the limit and the counts, where there is more than may be priced at once.
    public Optional<String> fault() {
        if (cells <= CELLS_MAX) return Optional.empty();
        return Optional.of(
                "Must not come to more than %d cells (lines × periods × tiers): %d lines of up to %d periods with up to %d tiers come to %d."
                        .formatted(CELLS_MAX, lines, periods, tiers, cells));
    }

    private static PricingCost line(int periods, BrickPrice price) {
        int tiers = switch (price.model()) {
            case PricingModel.Graduated(var ladder) -> ladder.steps().size();
            case PricingModel.Volume(var ladder) -> ladder.steps().size();
            case PricingModel.Stairstep(var ladder) -> ladder.steps().size();
            case PricingModel.Flat _, PricingModel.Packages _, PricingModel.Percentage _ -> 1;
        };
        return new PricingCost(1, periods, tiers, (long) periods * tiers);
    }
}
