package dev.brickwork.taxes;

import dev.brickwork.kernel.money.Percent;
import dev.brickwork.kernel.pricing.TaxComponent;
import dev.brickwork.kernel.pricing.TaxRates;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// All that a seller has said about tax, read once: a billing run asks it for thousands of invoices without a
/// statement.
public final class TaxBook {
    /// The members of the European Union.
    static final Set<String> EU = Set.of(
            "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU",
            "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK");

    /// The base is shown, the rate is 0 and the buyer owes the tax (rule X-05).
    private static final TaxComponent REVERSE_CHARGE = new TaxComponent("VAT", Percent.ZERO, true, false);

    private final List<TaxRegistration> registrations;
    private final RateTable rates;

    TaxBook(List<TaxRegistration> registrations, List<TaxRate> own) {
        this.registrations = List.copyOf(registrations);
        this.rates = new RateTable(own);
    }

    sealed interface Treatment {
        record Untaxed(String why) implements Treatment {}

        record ReverseCharge() implements Treatment {}

        record TaxedAt(Place place) implements Treatment {}
    }

    /// The taxes of each category for one sale. Pure, so that pricing may ask as often as it likes.
    public TaxRates rates(Sale sale) {
        return switch (decide(sale)) {
            case Treatment.Untaxed _ -> TaxRates.NONE;
            case Treatment.ReverseCharge _ -> TaxRates.always(List.of(REVERSE_CHARGE));
            case Treatment.TaxedAt(var place) -> category -> rates.components(place, category, sale.date());
        };
    }

    private Treatment decide(Sale sale) {
        var to = Place.of(sale.to());
        if (to.isEmpty()) return new Treatment.Untaxed("the billed address names no country");
        if (EU.contains(to.get().country())) return withinTheUnion(sale, to.get());
        return isRegistered(sale, one -> one.covers(to.get()))
                ? new Treatment.TaxedAt(to.get())
                : new Treatment.Untaxed("not registered there");
    }

    /// Rule X-05. At home the seller must be registered at home. Across a border any registration in the Union
    /// will do, because the one-stop shop reports for all members through one of them.
    private Treatment withinTheUnion(Sale sale, Place to) {
        if (isAtHome(sale, to)) {
            return isRegistered(sale, one -> one.covers(to))
                    ? new Treatment.TaxedAt(to)
                    : new Treatment.Untaxed("not registered there");
        }
        if (!isRegistered(
                sale, one -> EU.contains(Place.of(one.country(), one.region()).country()))) {
            return new Treatment.Untaxed("not registered in the European Union");
        }
        return sale.taxId().filter(id -> VatId.isValid(id, to.country())).isPresent()
                ? new Treatment.ReverseCharge()
                : new Treatment.TaxedAt(to);
    }

    /// A seller whose address is not known is at home where it is registered.
    private boolean isAtHome(Sale sale, Place to) {
        return Place.of(sale.from())
                .map(from -> from.country().equals(to.country()))
                .orElseGet(() -> isRegistered(sale, one -> one.covers(to)));
    }

    private boolean isRegistered(Sale sale, Predicate<TaxRegistration> where) {
        return registrations.stream().anyMatch(one -> one.holds(sale.entity(), sale.date()) && where.test(one));
    }
}
