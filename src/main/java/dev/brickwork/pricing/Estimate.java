package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.tax.TaxAmount;
import dev.brickwork.pricing.terms.PhaseTerms;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The price of an order and the dates on which it bills. In an upgrade everything is a delta and may be negative
/// (rule U-10).
///
/// Always true (V1 to V3): the lines' gross adds up to `totals.gross`; the schedule's totals add up to
/// `totals.total` less `unscheduledTotal`.
///
/// @param term service dates; its end is `ends_at` plus a day
/// @param phases empty unless the order was written with phases
/// @param unscheduledTotal net and tax of milestone lines, which bill when completed (L-05)
public record Estimate(
        Currency currency,
        Period term,
        BillingFrequency frequency,
        Amounts totals,
        List<EstimateLine> lines,
        List<ScheduleItem> schedule,
        List<EstimatePhase> phases,
        List<TaxAmount> taxes,
        Optional<String> couponCode,
        Optional<AppliedCredit> credit,
        long unscheduledTotal) {
    public Estimate {
        lines = List.copyOf(lines);
        schedule = List.copyOf(schedule);
        phases = List.copyOf(phases);
        taxes = List.copyOf(taxes);
    }

    /// Contract value: without tax and credit (W-05).
    public Money contractValue() {
        return new Money(totals.net(), currency);
    }

    /// The name of the phase that a line is of, where the order was written with phases (rule Q-03).
    public Optional<String> phaseName(Line line) {
        return phases.stream()
                .map(EstimatePhase::terms)
                .filter(phase -> phase.position() == line.key().phasePosition())
                .map(PhaseTerms::name)
                .findFirst();
    }

    /// This estimate on calendar dates: pauses move dates and never money (K-02).
    public Estimate on(ServiceClock clock) {
        if (clock.pauses().isEmpty()) return this;
        var moved = phases.stream()
                .map(phase -> new EstimatePhase(
                        phase.terms(),
                        clock.calendar(phase.term()),
                        phase.amounts(),
                        dated(phase.lines(), clock),
                        moved(phase.schedule(), clock)))
                .toList();
        return new Estimate(
                currency,
                clock.calendar(term),
                frequency,
                totals,
                dated(lines, clock),
                moved(schedule, clock),
                moved,
                taxes,
                couponCode,
                credit,
                unscheduledTotal);
    }

    private static List<EstimateLine> dated(List<EstimateLine> lines, ServiceClock clock) {
        return lines.stream().map(line -> line.on(clock)).toList();
    }

    private static List<ScheduleItem> moved(List<ScheduleItem> items, ServiceClock clock) {
        return items.stream().map(item -> item.on(clock)).toList();
    }

    /// This estimate with its schedule on the dates of billing once it is closed (S-05): charges that have begun by
    /// then bill together (S-07).
    public Estimate billed(BillDates dates) {
        var charges = new TreeMap<LocalDate, List<Charge>>();
        for (var item : schedule) {
            charges.computeIfAbsent(dates.billOn(item.billOn(), term.start()), _ -> new ArrayList<>())
                    .addAll(item.charges());
        }
        var items = new ArrayList<ScheduleItem>();
        charges.forEach((date, all) -> items.add(ScheduleItem.of(date, all)));
        return new Estimate(
                currency, term, frequency, totals, lines, items, phases, taxes, couponCode, credit, unscheduledTotal);
    }

    /// This estimate for a trial: its lines at no charge (Z-03).
    Estimate free(Period trial) {
        var free = lines.stream().map(line -> line.free(trial)).toList();
        return new Estimate(
                currency, trial, frequency, Amounts.ZERO, free, List.of(), List.of(), List.of(), couponCode, credit, 0);
    }
}
