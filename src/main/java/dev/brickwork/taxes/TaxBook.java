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

    /// The taxes of each category for one sale; none to an address without a country. Pure, so that pricing may ask
    /// as often as it likes.
    public TaxRates rates(Sale sale) {
        return Place.of(sale.to()).map(to -> rates(sale, to)).orElse(TaxRates.NONE);
    }

    /// Taxed is where the seller is registered. Across a border inside the Union any registration in it will do,
    /// because the one-stop shop reports for all members through one of them (rule X-05).
    private TaxRates rates(Sale sale, Place to) {
        boolean isAcross = EU.contains(to.country()) && !isAtHome(sale, to);
        if (!isRegistered(sale, one -> isAcross ? EU.contains(one.place().country()) : one.covers(to))) {
            return TaxRates.NONE;
        }
        return isAcross
                        && sale.taxId()
                                .filter(id -> VatId.isValid(id, to.country()))
                                .isPresent()
                ? TaxRates.always(List.of(REVERSE_CHARGE))
                : category -> rates.components(to, category, sale.date());
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
