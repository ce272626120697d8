package dev.brickwork.app;

import dev.brickwork.app.Life.Deal;
import dev.brickwork.support.Fraction;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Computes the overage of a [Life]: all usage in a window, less the units that the window has, at the price of the
/// day on which it went beyond (rules G-01 to G-07).
final class LifeMeter {
    private record Entry(LocalDate day, Fraction value) {}

    /// A deal in its time, which is counted in days of service.
    private record Piece(Deal deal, LocalDate from, LocalDate to) {}

    /// Amount billed in advance for a time, evenly over it.
    private record Advance(LocalDate from, LocalDate to, Fraction amount) {}

    private record Term(Life.Clock clock, List<Piece> pieces, List<Advance> advances) {
        LocalDate anchor() {
            return clock.agreed();
        }

        Fraction months(Piece piece) {
            return months(piece.from, piece.to);
        }

        /// All that was billed in advance for days of service.
        Fraction advance(LocalDate from, LocalDate to) {
            var sum = Fraction.ZERO;
            for (var one : advances) {
                var start = one.from.isBefore(from) ? from : one.from;
                var end = one.to.isBefore(to) ? one.to : to;
                if (!start.isBefore(end)) continue;
                sum = sum.plus(one.amount.times(months(start, end)).over(months(one.from, one.to)));
            }
            return sum;
        }

        private Fraction months(LocalDate from, LocalDate to) {
            return Life.position(anchor(), to).minus(Life.position(anchor(), from));
        }

        int cell(Piece piece) {
            var step = Fraction.of(piece.deal.price().months());
            return Life.position(anchor(), piece.from).over(step).floor().intValueExact();
        }
    }

    private final TreeMap<LocalDate, Term> terms = new TreeMap<>();
    private final Map<String, Entry> entries = new HashMap<>();

    void opens(Life.Clock clock) {
        terms.tailMap(clock.start(), true).clear();
        terms.put(clock.start(), new Term(clock, new ArrayList<>(), new ArrayList<>()));
    }

    void ran(Deal deal, LocalDate from, LocalDate to) {
        terms.lastEntry().getValue().pieces.add(new Piece(deal, from, to));
    }

    /// G-02, P-07: what the units that are agreed on cost, or none of them; less than nothing for a coupon.
    void billed(LocalDate from, LocalDate to, Fraction amount) {
        if (from.isBefore(to)) terms.lastEntry().getValue().advances.add(new Advance(from, to, amount));
    }

    void uses(String id, LocalDate day, BigDecimal value) {
        entries.put(id, new Entry(day, Fraction.of(value)));
    }

    void unuses(String id) {
        entries.remove(id);
    }

    Fraction cost() {
        var cost = Fraction.ZERO;
        for (var term : terms.values()) for (var window : windows(term)) cost = cost.plus(cost(term, window));
        return cost;
    }

    private static List<List<Piece>> windows(Term term) {
        var windows = new ArrayList<List<Piece>>();
        Piece last = null;
        for (var piece : cut(term)) {
            boolean isSame = last != null
                    && last.to.equals(piece.from)
                    && last.deal.price().months() == piece.deal.price().months()
                    && last.deal.isUnlimited() == piece.deal.isUnlimited()
                    && term.cell(last) == term.cell(piece);
            if (!isSame) windows.add(new ArrayList<>());
            windows.getLast().add(piece);
            last = piece;
        }
        return windows;
    }

    /// By the grid of windows.
    private static List<Piece> cut(Term term) {
        var pieces = new TreeMap<LocalDate, Piece>();
        for (var piece : term.pieces) {
            var rest = piece;
            while (rest.from.isBefore(rest.to)) {
                int step = rest.deal.price().months();
                var end = term.anchor().plusMonths((term.cell(rest) + 1L) * step);
                if (end.isAfter(rest.to)) end = rest.to;
                pieces.put(rest.from, new Piece(rest.deal, rest.from, end));
                rest = new Piece(rest.deal, end, rest.to);
            }
        }
        return List.copyOf(pieces.values());
    }

    private Fraction cost(Term term, List<Piece> window) {
        if (window.getFirst().deal.isUnlimited()) return Fraction.ZERO; // P-11
        var agreed = Fraction.ZERO;
        var included = Fraction.ZERO;
        for (var piece : window) {
            var part = term.months(piece).over(Fraction.of(piece.deal.price().months()));
            agreed = agreed.plus(part.times(Fraction.of(piece.deal.quantity())));
            included = included.plus(part.times(Fraction.of(piece.deal.price().included())));
        }
        var cost = Fraction.ZERO;
        var gross = Fraction.ZERO;
        var fee = Fraction.ZERO;
        var before = Fraction.ZERO;
        for (var piece : window) {
            var over = used(term, window.getFirst().from, piece.to)
                    .minus(included)
                    .minus(agreed)
                    .max(Fraction.ZERO);
            var price = piece.deal.price();
            var more = price.beyond(over, agreed).minus(price.beyond(before, agreed));
            cost = cost.plus(piece.deal.byRates(more));
            gross = gross.plus(more);
            fee = fee.plus(price.byTheMonth(0).times(term.months(piece)));
            before = over;
        }
        // G-02: what was committed to is not given back, though more would cost less.
        boolean isFee = agreed.compareTo(Fraction.ZERO) == 0 && fee.compareTo(Fraction.ZERO) > 0;
        if (cost.compareTo(Fraction.ZERO) >= 0 || !isFee) return cost.max(Fraction.ZERO);
        // P-04: of the fee comes back what the units cost less, as it was billed.
        var back = Fraction.ZERO.minus(gross).min(fee).max(Fraction.ZERO);
        var billed = term.advance(window.getFirst().from, window.getLast().to).max(Fraction.ZERO);
        return Fraction.ZERO.minus(billed.times(back).over(fee));
    }

    private Fraction used(Term term, LocalDate from, LocalDate to) {
        var used = Fraction.ZERO;
        for (var entry : entries.values()) {
            if (!terms.floorEntry(entry.day).getValue().equals(term)) continue;
            var day = term.clock.used(entry.day);
            if (!day.isBefore(from) && day.isBefore(to)) used = used.plus(entry.value);
        }
        return used;
    }

    @Override
    public String toString() {
        return "%s\nused: %s".formatted(terms, entries);
    }
}
