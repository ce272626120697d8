package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.AnchoredMonths;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Terms;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lays the windows of a usage brick over the stretches in which it stood unchanged (rules G-01, G-07).
final class UsageWindows {
    private static final int UNIT_DECIMALS = 6;

    private UsageWindows() {}

    /// A stretch inside one cell of the window grid.
    ///
    /// @param paidUntil up to where its advance charges stay, which is after its end where the contract ends early
    ///     and nothing is given back
    private record Piece(int cell, int step, BrickTerms terms, Period period, LocalDate paidUntil, Ratio months) {}

    /// @param stretches of one brick, in their order
    /// @param lines of the brick: they bill its windows in advance
    static List<UsageWindow> of(Terms terms, List<BrickPeriod> stretches, List<Line> lines, Optional<EarlyEnd> end) {
        var anchor = terms.anchor();
        var pieces = stretches.stream()
                .flatMap(stretch -> cut(stretch, anchor, terms.months()).stream())
                .flatMap(piece -> end.map(it -> ended(piece, it, anchor)).orElse(Optional.of(piece)).stream())
                .toList();
        var windows = new ArrayList<UsageWindow>();
        int from = 0;
        for (int i = 1; i <= pieces.size(); i++) {
            if (i < pieces.size() && sameWindow(pieces.get(i - 1), pieces.get(i))) continue;
            windows.add(window(pieces.subList(from, i), lines, anchor, terms));
            from = i;
        }
        return windows;
    }

    /// A window ends where a brick becomes unlimited or ceases to be: what was used before the change falls under
    /// the terms before it (T-07), and no number of units stands for "without limit" in the sum of G-07.
    private static boolean sameWindow(Piece one, Piece next) {
        return one.cell() == next.cell()
                && one.step() == next.step()
                && one.terms().isUnlimited() == next.terms().isUnlimited()
                && one.period().end().equals(next.period().start());
    }

    private static List<Piece> cut(BrickPeriod stretch, AnchoredMonths anchor, int termMonths) {
        int step = stretch.terms().price().windowMonths(termMonths);
        var from = anchor.position(stretch.period().start());
        int cell = Math.toIntExact(Math.floorDiv(from.numerator(), from.denominator() * step));
        var pieces = new ArrayList<Piece>();
        var rest = Optional.of(stretch.period());
        while (rest.isPresent()) {
            var end = anchor.boundary((cell + 1) * step);
            var piece = rest.get().before(end).orElseThrow();
            pieces.add(new Piece(cell, step, stretch.terms(), piece, piece.end(), anchor.months(piece)));
            rest = rest.get().from(end);
            cell++;
        }
        return pieces;
    }

    /// The part of a piece before an early end. Units that stay paid for stay free, though there is less time to
    /// use them.
    private static Optional<Piece> ended(Piece piece, EarlyEnd end, AnchoredMonths anchor) {
        boolean isKept = end.keeps(piece.period.start());
        return piece.period
                .before(end.on())
                .map(period -> new Piece(
                        piece.cell,
                        piece.step,
                        piece.terms,
                        period,
                        isKept ? piece.paidUntil : period.end(),
                        isKept ? piece.months : anchor.months(period)));
    }

    private static UsageWindow window(List<Piece> pieces, List<Line> lines, AnchoredMonths anchor, Terms terms) {
        var first = pieces.getFirst();
        var last = pieces.getLast();
        var advance = Amounts.ZERO;
        var paid = new Period(first.period().start(), last.paidUntil());
        for (var line : lines) advance = advance.plus(line.amounts(paid));
        return new UsageWindow(
                new Period(first.period().start(), last.period().end()),
                byMonths(pieces, piece -> piece.terms().price().included()),
                byMonths(pieces, piece -> piece.terms().shownQuantity()),
                advance,
                stretches(pieces),
                anchor,
                terms.currency());
    }

    /// A change of the quantity alone moves the allowance and not the price.
    private static List<BrickPeriod> stretches(List<Piece> pieces) {
        var stretches = new ArrayList<BrickPeriod>();
        for (var piece : pieces) {
            var stretch = new BrickPeriod(piece.terms(), piece.period());
            if (!stretches.isEmpty() && stretches.getLast().terms().costsLike(piece.terms())) {
                var start = stretches.removeLast().period().start();
                stretch = new BrickPeriod(
                        piece.terms(), new Period(start, piece.period().end()));
            }
            stretches.add(stretch);
        }
        return stretches;
    }

    private interface Units {
        Quantity of(Piece piece);
    }

    /// `Σ units x months(segment) / months(window)`, to six decimals. Over the least common denominator, because the
    /// product of all of them outgrows `long` when a commitment changes often inside one window.
    private static Quantity byMonths(List<Piece> pieces, Units units) {
        var sum = BigDecimal.ZERO;
        long denominator = 1;
        for (var piece : pieces) denominator = piece.months().commonDenominator(denominator);
        for (var piece : pieces) {
            long share =
                    piece.months().numerator() * (denominator / piece.months().denominator());
            sum = sum.add(units.of(piece).value().multiply(BigDecimal.valueOf(share)));
        }
        return new Quantity(sum.divide(
                BigDecimal.valueOf(denominator * pieces.getFirst().step()), UNIT_DECIMALS, RoundingMode.HALF_UP));
    }
}
