package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.kernel.money.Split;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Gathers charges into dates, taxes each date as one invoice, spends the credit in date order, and adds
/// everything up (rules S-07, X-02, R-04, W-01, W-02). Lives for one calculation.
final class EstimateSum {
    private final Terms terms;
    private final Period term;
    private final Circumstances circumstances;
    private final TaxRun taxes;
    private long creditLeft;

    /// A charge and the index of its line.
    private record Posting(int line, Charge charge) {}

    EstimateSum(Terms terms, Period term, Circumstances circumstances) {
        this.terms = terms;
        this.term = term;
        this.circumstances = circumstances;
        this.taxes = new TaxRun(circumstances.taxes());
        this.creditLeft = circumstances.credit().map(AdjustmentCredit::total).orElse(0L);
    }

    Estimate of(Pricing.Priced priced) {
        var lines = priced.lines();
        var lineTaxes = new long[lines.size()];
        var schedule = new ArrayList<ScheduleItem>();
        for (var date : byDate(priced).entrySet()) schedule.add(item(date.getKey(), date.getValue(), lines, lineTaxes));
        long unscheduled = 0;
        var totals = Amounts.ZERO;
        var estimated = new ArrayList<EstimateLine>(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            var amounts = line.total();
            if (line.kind() == LineKind.MILESTONE) {
                lineTaxes[i] = taxes.ofOne(line.taxCategory(), amounts.net());
                unscheduled += amounts.net() + lineTaxes[i];
            }
            amounts = amounts.withTax(lineTaxes[i]);
            totals = totals.plus(amounts);
            estimated.add(new EstimateLine(line, amounts));
        }
        long applied = circumstances
                .credit()
                .map(credit -> credit.total() - creditLeft)
                .orElse(0L);
        return new Estimate(
                terms.currency(),
                term,
                terms.frequency(),
                totals.withCredit(applied),
                estimated,
                schedule,
                terms.isPhased() ? phases(estimated, schedule) : List.of(),
                taxes.amounts(),
                priced.couponCode(),
                circumstances.credit().map(credit -> new AppliedCredit(credit, applied)),
                unscheduled);
    }

    private static Map<LocalDate, List<Posting>> byDate(Pricing.Priced priced) {
        var dates = new TreeMap<LocalDate, List<Posting>>();
        for (int i = 0; i < priced.lines().size(); i++) {
            for (var charge : priced.charges().get(i)) {
                dates.computeIfAbsent(charge.billOn(), _ -> new ArrayList<>()).add(new Posting(i, charge));
            }
        }
        return dates;
    }

    private ScheduleItem item(LocalDate date, List<Posting> postings, List<Line> lines, long[] lineTaxes) {
        var nets = new long[postings.size()];
        var categories = new String[postings.size()];
        for (int i = 0; i < nets.length; i++) {
            nets[i] = postings.get(i).charge().amounts().net();
            categories[i] = lines.get(postings.get(i).line()).taxCategory();
        }
        var tax = taxes.of(categories, nets);
        var credit = spend(nets, tax);
        var charges = new ArrayList<Charge>(nets.length);
        for (int i = 0; i < nets.length; i++) {
            var posting = postings.get(i);
            lineTaxes[posting.line()] += tax[i];
            var charge = posting.charge();
            var amounts = charge.amounts().withTax(tax[i]).withCredit(credit[i]);
            charges.add(new Charge(charge.line(), charge.billOn(), charge.service(), amounts));
        }
        return ScheduleItem.of(date, charges);
    }

    /// Takes from the credit what the date can bear and spreads it over the charges, so that phases show their
    /// share.
    private long[] spend(long[] nets, long[] tax) {
        var due = new long[nets.length];
        long total = 0;
        for (int i = 0; i < due.length; i++) {
            due[i] = nets[i] + tax[i];
            total = Money.checked(total + due[i]);
        }
        long applied = Math.max(0, Math.min(creditLeft, total));
        creditLeft -= applied;
        return Split.overLines(applied, due);
    }

    private List<EstimatePhase> phases(List<EstimateLine> lines, List<ScheduleItem> schedule) {
        Map<Integer, List<EstimateLine>> linesOf = new HashMap<>();
        for (var line : lines) {
            linesOf.computeIfAbsent(line.line().key().phasePosition(), _ -> new ArrayList<>())
                    .add(line);
        }
        Map<Integer, Map<LocalDate, List<Charge>>> chargesOf = new HashMap<>();
        for (var item : schedule) {
            for (var charge : item.charges()) {
                chargesOf
                        .computeIfAbsent(charge.line().phasePosition(), _ -> new LinkedHashMap<>())
                        .computeIfAbsent(item.billOn(), _ -> new ArrayList<>())
                        .add(charge);
            }
        }
        var phases = new ArrayList<EstimatePhase>();
        for (var phase : terms.phases()) {
            var own = terms.term(phase).intersection(term);
            if (own.isEmpty()) continue;
            var items = new ArrayList<ScheduleItem>();
            chargesOf
                    .getOrDefault(phase.position(), Map.of())
                    .forEach((date, charges) -> items.add(ScheduleItem.of(date, charges)));
            phases.add(phase(phase, own.get(), linesOf.getOrDefault(phase.position(), List.of()), items));
        }
        return phases;
    }

    private static EstimatePhase phase(
            PhaseTerms phase, Period own, List<EstimateLine> lines, List<ScheduleItem> items) {
        var amounts = Amounts.ZERO;
        for (var line : lines) amounts = amounts.plus(line.amounts());
        long credit = 0;
        for (var item : items) credit += item.amounts().credit();
        return new EstimatePhase(phase, own, amounts.withCredit(credit), lines, items);
    }
}
