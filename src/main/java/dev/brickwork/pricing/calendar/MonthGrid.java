package dev.brickwork.pricing.calendar;

import dev.brickwork.pricing.money.Ratio;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// The dates at which periods of equal length begin, counted from `originMonth` of the anchor; the short period
/// comes last (rules S-01, S-02, F-03, G-01).
public record MonthGrid(AnchoredMonths months, int originMonth, int stepMonths) {
    public MonthGrid {
        if (stepMonths < 1) throw new IllegalArgumentException("a step of %d months".formatted(stepMonths));
    }

    /// One cell of the grid, cut to what was asked, with its position in months.
    public record Cell(Period period, Ratio from, Ratio to) {}

    /// The cells of `[start, boundary(endMonth))`. A start inside a cell gives a shorter first cell (rule
    /// U-05).
    public List<Cell> cells(LocalDate start, int endMonth) {
        var cells = new ArrayList<Cell>();
        var from = months.position(start);
        var date = start;
        int next = nextAfter(from);
        while (from.compareTo(Ratio.of(endMonth)) < 0) {
            int until = Math.min(next, endMonth);
            var end = months.boundary(until);
            var to = Ratio.of(until);
            cells.add(new Cell(new Period(date, end), from, to));
            date = end;
            from = to;
            next += stepMonths;
        }
        return cells;
    }

    private int nextAfter(Ratio position) {
        long passed = Math.floorDiv(position.numerator(), position.denominator()) - originMonth;
        return Math.toIntExact(originMonth + (Math.floorDiv(passed, stepMonths) + 1) * stepMonths);
    }
}
