package dev.brickwork.pricing.tax;

import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.money.Split;
import dev.brickwork.pricing.tax.TaxSheet.Taxable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Taxes one invoice after another and keeps the sum of each component (rules ).
public final class TaxRun {
    private final TaxRates rates;
    private final Map<String, List<TaxComponent>> known = new HashMap<>();
    private final Map<TaxComponent, TaxAmount> sums = new LinkedHashMap<>();

    public TaxRun(TaxRates rates) {
        this.rates = rates;
    }

    /// Computes the tax of a component on the sum of its bases.
    private interface Due {
        long of(TaxComponent component, long taxable);
    }

    /// The tax of each line of one invoice. Each component is rounded once on the sum of its bases (R4) and
    /// then split.
    public long[] of(List<Taxable> lines) {
        return of(lines, (component, taxable) -> Rounding.tax(taxable, component.rate()));
    }

    /// The tax that lines add to an invoice on which others stand: the tax of all of them less that of the others.
    public long[] of(List<Taxable> standing, List<Taxable> lines) {
        if (standing.isEmpty()) return of(lines);
        var all = new ArrayList<>(standing);
        all.addAll(lines);
        var after = alone(all);
        var before = alone(standing);
        return of(lines, (component, _) -> amount(after, component) - amount(before, component));
    }

    private Map<TaxComponent, TaxAmount> alone(List<Taxable> lines) {
        var run = new TaxRun(rates);
        run.of(lines);
        return run.sums;
    }

    private static long amount(Map<TaxComponent, TaxAmount> sums, TaxComponent component) {
        var sum = sums.get(component);
        return sum == null ? 0 : sum.amount();
    }

    private long[] of(List<Taxable> lines, Due due) {
        var perLine = new long[lines.size()];
        for (var component : inOrder(lines)) {
            var bases = new long[perLine.length];
            long taxable = 0;
            for (int i = 0; i < bases.length; i++) {
                var line = lines.get(i);
                if (!components(line.category()).contains(component)) continue;
                bases[i] = line.net() + (component.isCompound() ? perLine[i] : 0);
                taxable = Money.checked(taxable + bases[i]);
            }
            long amount = due.of(component, taxable);
            var shares = Split.overLines(amount, bases);
            for (int i = 0; i < shares.length; i++) perLine[i] += shares[i];
            sums.merge(component, new TaxAmount(component, taxable, amount), TaxAmount::plus);
        }
        return perLine;
    }

    public List<TaxAmount> amounts() {
        return List.copyOf(sums.values());
    }

    /// The total of each tax component over all runs.
    public static List<TaxAmount> amounts(Collection<TaxRun> runs) {
        var sums = new LinkedHashMap<TaxComponent, TaxAmount>();
        for (var run : runs) run.sums.forEach((component, sum) -> sums.merge(component, sum, TaxAmount::plus));
        return List.copyOf(sums.values());
    }

    private List<TaxComponent> components(String category) {
        return known.computeIfAbsent(category, rates::of);
    }

    /// The components of one invoice, each after those that stand before it in any of the categories: a compound
    /// one shared by two categories is due on what comes first in either.
    private List<TaxComponent> inOrder(List<Taxable> lines) {
        var lists = new ArrayList<List<TaxComponent>>();
        for (var line : lines) {
            var list = components(line.category());
            if (!lists.contains(list)) lists.add(list);
        }
        if (lists.size() == 1) return lists.getFirst();
        var open = new LinkedHashSet<TaxComponent>();
        lists.forEach(open::addAll);
        var ordered = new ArrayList<TaxComponent>();
        while (!open.isEmpty()) {
            var next = open.stream()
                    .filter(component -> lists.stream().allMatch(list -> isNext(component, list, ordered)))
                    .findFirst()
                    .orElseGet(open::getFirst); // categories that contradict each other
            open.remove(next);
            ordered.add(next);
        }
        return ordered;
    }

    private static boolean isNext(TaxComponent component, List<TaxComponent> list, List<TaxComponent> done) {
        int place = list.indexOf(component);
        return place < 0 || done.containsAll(list.subList(0, place));
    }
}
