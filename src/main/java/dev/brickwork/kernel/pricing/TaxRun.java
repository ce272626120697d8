package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.money.Money;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.money.Split;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Taxes one invoice after another and keeps the sum of each component (rules ).
final class TaxRun {
    private final TaxRates rates;
    private final Map<String, List<TaxComponent>> known = new HashMap<>();
    private final Map<TaxComponent, TaxAmount> sums = new LinkedHashMap<>();

    TaxRun(TaxRates rates) {
        this.rates = rates;
    }

    /// The tax of each line of one invoice. Each component is rounded once on the sum of its bases (R4) and
    /// then split.
    long[] of(String[] categories, long[] nets) {
        var perLine = new long[nets.length];
        for (var component : inOrder(categories)) {
            var bases = new long[nets.length];
            long taxable = 0;
            for (int i = 0; i < nets.length; i++) {
                if (!components(categories[i]).contains(component)) continue;
                bases[i] = nets[i] + (component.isCompound() ? perLine[i] : 0);
                taxable = Money.checked(taxable + bases[i]);
            }
            long amount = Rounding.tax(taxable, component.rate());
            var shares = Split.overLines(amount, bases);
            for (int i = 0; i < shares.length; i++) perLine[i] += shares[i];
            sums.merge(component, new TaxAmount(component, taxable, amount), TaxAmount::plus);
        }
        return perLine;
    }

    long ofOne(String category, long net) {
        return of(new String[] {category}, new long[] {net})[0];
    }

    List<TaxAmount> amounts() {
        return List.copyOf(sums.values());
    }

    private List<TaxComponent> components(String category) {
        return known.computeIfAbsent(category, rates::of);
    }

    /// The components of one invoice, each after those that stand before it in any of the categories: a compound
    /// one shared by two categories is due on what comes first in either.
    private List<TaxComponent> inOrder(String[] categories) {
        var lists = new ArrayList<List<TaxComponent>>();
        for (var category : categories) {
            var list = components(category);
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
