package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.AnchoredMonths;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Terms;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Makes the lines of a term.
final class LineMaker {
    private final Terms terms;
    private final AnchoredMonths months;

    LineMaker(Terms terms) {
        this.terms = terms;
        this.months = terms.anchor();
    }

    /// The subject of a line: a brick or, without one, the plan's own price.
    record Head(PhaseSegment segment, LineKind kind, Optional<BrickTerms> brick, Quantity quantity) {
        static Head ofPlan(PhaseSegment segment, Quantity quantity) {
            return new Head(segment, LineKind.PLAN, Optional.empty(), quantity);
        }

        Ratio to() {
            return kind.isEarnedOverTime() ? segment.to() : segment.from();
        }

        Accrual accrual(long total) {
            return new Accrual(segment.from(), to(), total);
        }

        String duration() {
            return kind.isEarnedOverTime() ? segment.duration() : "1 day";
        }
    }

    PhaseSegment segment(PhaseState state, int order, LocalDate start) {
        var period = new Period(start, state.term().end());
        return new PhaseSegment(state, order, start, months.position(start), months.durationText(period));
    }

    TermValue worth(PhaseSegment segment, BrickTerms brick) {
        return TermValue.of(brick, segment.length(), terms);
    }

    /// Of a plan's own price.
    TermValue worth(PhaseSegment segment, BrickPrice price) {
        return TermValue.of(price, segment.length(), terms.currency());
    }

    Line ofPlan(PhaseSegment segment, BrickPrice price) {
        var worth = worth(segment, price);
        return line(Head.ofPlan(segment, Quantity.ONE), worth);
    }

    Line of(PhaseSegment segment, BrickTerms brick) {
        var head = new Head(segment, LineKind.of(brick), Optional.of(brick), brick.shownQuantity());
        return line(head, worth(segment, brick));
    }

    Line line(Head head, TermValue worth) {
        return line(head, worth, List.of());
    }

    Line line(Head head, TermValue worth, List<Accrual> coupons) {
        var rows = TierRows.of(worth, head.duration(), terms.currency());
        return line(head, head.accrual(worth.gross()), head.accrual(worth.net()), coupons, rows);
    }

    Line line(Head head, Accrual gross, Accrual net, List<Accrual> coupons, List<TierRow> rows) {
        var segment = head.segment();
        var state = segment.state();
        return new Line(
                new LineKey(
                        segment.order(), state.phase().position(), head.brick().map(BrickTerms::id)),
                head.kind(),
                state.plan(),
                head.brick(),
                head.quantity(),
                head.kind().isEarnedOverTime()
                        ? new Period(segment.start(), state.term().end())
                        : Period.day(segment.start()),
                months,
                gross,
                net,
                coupons,
                rows);
    }
}
