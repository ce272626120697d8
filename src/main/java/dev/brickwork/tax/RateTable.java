package dev.brickwork.tax;

import dev.brickwork.pricing.tax.TaxComponent;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/// The seller's own rates over the built-in ones.
final class RateTable {
    /// Later beats earlier, so the newest goes last; ids rise with time.
    private static final Comparator<TaxRate> BY_BEGINNING = Comparator.<TaxRate, LocalDate>comparing(
                    rate -> rate.validity().from().orElse(LocalDate.MIN))
            .thenComparing(rate -> rate.id().orElseThrow());

    private final List<TaxRate> own;

    RateTable(List<TaxRate> own) {
        this.own = own.stream().sorted(BY_BEGINNING).toList();
    }

    /// The components of a category at a place on a day. What is said of the category beats what is said of all
    /// goods; then a region beats its country (rule X-04); then the seller's word beats the built-in table. The
    /// first of these that has a rate has all the components: rates of two kinds are never mixed.
    List<TaxComponent> components(Place place, String category, LocalDate date) {
        return Stream.of(category, TaxRate.STANDARD)
                .distinct()
                .flatMap(kind ->
                        Stream.of(place, place.wholeCountry()).distinct().map(where -> rates(where, kind, date)))
                .filter(rates -> !rates.isEmpty())
                .findFirst()
                .orElse(List.of())
                .stream()
                .map(rate -> TaxComponent.of(rate.name(), rate.percent()))
                .toList();
    }

    private List<TaxRate> rates(Place place, String category, LocalDate date) {
        var newest = new LinkedHashMap<String, TaxRate>();
        for (var rate : own) {
            if (rate.category().equals(category)
                    && rate.validity().holdsOn(date)
                    && rate.place().equals(place)) {
                newest.put(rate.name(), rate);
            }
        }
        if (!newest.isEmpty()) return List.copyOf(newest.values());
        return category.equals(TaxRate.STANDARD) ? BuiltInRates.at(place, date) : List.of();
    }
}
