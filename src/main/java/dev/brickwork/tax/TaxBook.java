package dev.brickwork.tax;

import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import java.util.List;
import java.util.Optional;
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

    /// Whether an address lies where the Union's law of VAT applies: not all of each member does.
    public static boolean isInUnion(String country, Optional<String> region, Optional<String> postcode) {
        return EU.contains(Place.of(country, region, postcode).country());
    }

    /// The taxes of each category for one sale; none to an address without a country. Pure, so that pricing may ask
    /// as often as it likes.
    public TaxRates rates(Sale sale) {
        return Place.of(sale.to()).map(to -> rates(sale, to)).orElse(TaxRates.NONE);
    }

    private TaxRates rates(Sale sale, Place to) {
        if (under(sale, to).isEmpty()) return TaxRates.NONE;
        return isReversed(sale, to)
                ? TaxRates.always(List.of(REVERSE_CHARGE))
                : category -> rates.components(to, category, sale.date());
    }

    /// The tax id under which the issuing entity makes a sale (rule X-08): abroad that of its registration, at home
    /// its own; where one of the two is not known, the other.
    ///
    /// @param own of the entity
    public Optional<String> taxId(Sale sale, Optional<String> own) {
        var under = Place.of(sale.to()).map(to -> under(sale, to)).orElse(List.of());
        var home = Place.of(sale.from()).map(Place::country);
        boolean isAtHome = home.isEmpty()
                || under.stream().anyMatch(one -> one.place().country().equals(home.get()));
        var registered = under.stream().flatMap(one -> one.taxId().stream()).findFirst();
        return isAtHome ? own.or(() -> registered) : registered.or(() -> own);
    }

    /// The registrations that a sale is taxed under: where the seller is registered. Across a border inside the Union
    /// any registration in it will do, because the one-stop shop reports for all members through one of them (rule
    /// X-05); one in the buyer's country goes before, unless the buyer owes the tax.
    private List<TaxRegistration> under(Sale sale, Place to) {
        var local = registrations(sale, one -> one.covers(to));
        boolean isLocal = !isAcross(sale, to) || (!local.isEmpty() && !isReversed(sale, to));
        return isLocal
                ? local
                : registrations(sale, one -> EU.contains(one.place().country()));
    }

    private boolean isReversed(Sale sale, Place to) {
        return isAcross(sale, to)
                && sale.taxId().filter(id -> VatId.isValid(id, to.country())).isPresent();
    }

    private boolean isAcross(Sale sale, Place to) {
        return EU.contains(to.country()) && !isAtHome(sale, to);
    }

    /// A seller whose address is not known is at home where it is registered.
    private boolean isAtHome(Sale sale, Place to) {
        return Place.of(sale.from())
                .map(from -> from.country().equals(to.country()))
                .orElseGet(() -> !registrations(sale, one -> one.covers(to)).isEmpty());
    }

    private List<TaxRegistration> registrations(Sale sale, Predicate<TaxRegistration> where) {
        return registrations.stream()
                .filter(one -> one.holds(sale.entity(), sale.date()) && where.test(one))
                .toList();
    }
}
