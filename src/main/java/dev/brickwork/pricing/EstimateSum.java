package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Split;
import dev.brickwork.pricing.tax.TaxRun;
import dev.brickwork.pricing.tax.TaxSheet.Taxable;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.Terms;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// Gathers charges into dates, taxes what shares an invoice together, spends the credit in date order, and adds
/// everything up (rules S-07, X-02, R-04, W-01, W-02). Lives for one calculation.
final class EstimateSum {
    private final Terms terms;
    private final Period term;
    private final PricingContext circumstances;
    private final Invoicing invoicing;
    private final Pricing.Priced standing;
    private final Map<Integer, TaxRun> taxes = new TreeMap<>();
    private long creditLeft;

    /// A charge and the index of its line.
    private static final class Posting {
        final int line;
        final String taxCategory;
        final Charge charge;
        long tax;

        Posting(int line, String taxCategory, Charge charge) {
            this.line = line;
            this.taxCategory = taxCategory;
            this.charge = charge;
        }

        long net() {
            return charge.amounts().net();
        }
    }

    /// @param standing what earlier orders have put on the invoices already
    EstimateSum(Terms terms, Period term, PricingContext circumstances, Invoicing invoicing, Pricing.Priced standing) {
        this.terms = terms;
        this.term = term;
        this.circumstances = circumstances;
        this.invoicing = invoicing;
        this.standing = standing;
        this.creditLeft = circumstances.credit().map(AdjustmentCredit::total).orElse(0L);
    }

    Estimate of(Pricing.Priced priced) {
        var lines = priced.lines();
        var postings = postings(priced);
        tax(postings);
        var lineTaxes = new long[lines.size()];
        for (var posting : postings) lineTaxes[posting.line] += posting.tax;
        var schedule = new ArrayList<ScheduleItem>();
        by(Charge::billOn, postings).forEach((date, all) -> schedule.add(item(date, all)));
        long unscheduled = 0;
        var totals = Amounts.ZERO;
        var estimated = new ArrayList<EstimateLine>(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            var amounts = line.total();
            if (line.kind() == LineKind.MILESTONE) {
                var taxable = new Taxable(line.taxCategory(), amounts.net());
                int side = circumstances.side(line.key().order());
                lineTaxes[i] = taxes(side).of(List.of(taxable))[0];
                unscheduled += amounts.net() + lineTaxes[i];
            }
            amounts = amounts.withTax(lineTaxes[i]);
            totals = totals.plus(amounts);
            estimated.add(EstimateLine.of(line, amounts));
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
                TaxRun.amounts(taxes.values()),
                priced.couponCode(),
                circumstances.credit().map(credit -> new AppliedCredit(credit, applied)),
                unscheduled);
    }

    private static List<Posting> postings(Pricing.Priced priced) {
        var postings = new ArrayList<Posting>();
        for (int i = 0; i < priced.lines().size(); i++) {
            var taxCategory = priced.lines().get(i).taxCategory();
            for (var charge : priced.charges().get(i)) postings.add(new Posting(i, taxCategory, charge));
        }
        return postings;
    }

    private static <K extends Comparable<? super K>> Map<K, List<Posting>> by(
            Function<Charge, K> key, List<Posting> postings) {
        var groups = new TreeMap<K, List<Posting>>();
        for (var posting : postings)
            groups.computeIfAbsent(key.apply(posting.charge), _ -> new ArrayList<>())
                    .add(posting);
        return groups;
    }

    private void tax(List<Posting> postings) {
        if (circumstances.isUntaxed()) return;
        var before = by(invoicing::of, postings(standing));
        by(invoicing::of, postings).forEach((invoice, all) -> {
            var tax = taxes(invoice.side()).of(taxables(before.getOrDefault(invoice, List.of())), taxables(all));
            for (int i = 0; i < tax.length; i++) all.get(i).tax = tax[i];
        });
    }

    private TaxRun taxes(int side) {
        return taxes.computeIfAbsent(
                side, it -> new TaxRun(circumstances.taxes().get(it)));
    }

    private static List<Taxable> taxables(List<Posting> postings) {
        return postings.stream()
                .map(posting -> new Taxable(posting.taxCategory, posting.net()))
                .toList();
    }

    private ScheduleItem item(LocalDate date, List<Posting> postings) {
        var credit = spend(postings);
        var charges = new ArrayList<Charge>(credit.length);
        for (int i = 0; i < credit.length; i++) {
            var charge = postings.get(i).charge;
            var amounts = charge.amounts().withTax(postings.get(i).tax).withCredit(credit[i]);
            charges.add(new Charge(charge.line(), charge.billOn(), charge.service(), amounts));
        }
        return ScheduleItem.of(date, charges);
    }

    /// Takes from the credit what the date can bear and spreads it over the charges, so that phases show their
    /// share.
    private long[] spend(List<Posting> postings) {
        var due = new long[postings.size()];
        long total = 0;
        for (int i = 0; i < due.length; i++) {
            due[i] = postings.get(i).net() + postings.get(i).tax;
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
