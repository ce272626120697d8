package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.MonthGrid;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.Terms;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Cuts the lines of one order into charges (rules S). Cells of the calendar are made once and shared by all
/// lines.
public final class ChargePlan {
    private final Terms terms;
    private final LocalDate orderStart;
    private final BillDates bills;
    private final Map<Integer, PhaseTerms> phases = new HashMap<>();
    private final Map<GridCut, List<MonthGrid.Cell>> cells = new HashMap<>();

    private record GridCut(int origin, int step, LocalDate start, int endMonth) {}

    public ChargePlan(Terms terms, LocalDate orderStart, BillDates bills) {
        this.terms = terms;
        this.orderStart = orderStart;
        this.bills = bills;
        for (var phase : terms.phases()) phases.put(phase.position(), phase);
    }

    public List<Charge> charges(Line line) {
        return switch (line.kind()) {
            case MILESTONE -> List.of();
            case ONE_TIME -> {
                var start = isUpfront() ? orderStart : line.term().start();
                yield List.of(new Charge(line.key(), bills.billOn(start, orderStart), line.term(), line.total()));
            }
            case PLAN, SUBSCRIPTION, COMMITMENT -> inCells(line);
        };
    }

    private List<Charge> inCells(Line line) {
        var phase = phases.get(line.key().phasePosition());
        if (phase == null) throw new IllegalStateException("no phase " + line.key());
        boolean isCommitment = line.kind() == LineKind.COMMITMENT;
        // G-01 anchors windows at the order's start, F-03 restarts billing periods in each phase.
        var cut = isCommitment
                ? new GridCut(0, windowMonths(line), line.term().start(), phase.toMonth())
                : new GridCut(
                        phase.fromMonth(),
                        terms.frequency().periodMonths(phase.months()),
                        line.term().start(),
                        phase.toMonth());
        var grid = cells.computeIfAbsent(
                cut, it -> new MonthGrid(line.months(), it.origin(), it.step()).cells(it.start(), it.endMonth()));
        var charges = new ArrayList<Charge>(grid.size());
        for (var cell : grid) {
            var start =
                    isUpfront() && !isCommitment ? orderStart : cell.period().start();
            charges.add(new Charge(
                    line.key(), bills.billOn(start, orderStart), cell.period(), line.amounts(cell.from(), cell.to())));
        }
        return charges;
    }

    private int windowMonths(Line line) {
        return line.brick().orElseThrow().price().windowMonths(terms.months());
    }

    private boolean isUpfront() {
        return terms.frequency() == BillingFrequency.ALL_UPFRONT;
    }
}
