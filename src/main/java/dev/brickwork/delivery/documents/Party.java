package dev.brickwork.delivery.documents;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A company as it is named on a document: seller, billed company, end customer.
public record Party(String name, Address address, List<TaxId> taxIds, Optional<Contact> contact) {
    public Party {
        taxIds = List.copyOf(taxIds);
    }

    /// The country of a company whose address is not known; the user-assigned code that means just that.
    static final String NO_COUNTRY = "ZZ";

    /// A postal address; only the country's ISO code is sure to be there.
    public record Address(
            List<String> streets,
            Optional<String> postalCode,
            Optional<String> city,
            Optional<String> region,
            String country) {
        public Address {
            streets = List.copyOf(streets);
            if (!country.matches("[A-Z]{2}")) throw new IllegalArgumentException("no country code: " + country);
        }

        boolean isKnown() {
            return !country.equals(NO_COUNTRY);
        }
    }

    /// Those of ISO 3166; Greece and Northern Ireland have letters of their own.
    private static final Set<String> VAT_COUNTRIES =
            Set.copyOf(Stream.concat(Stream.of(Locale.getISOCountries()), Stream.of("EL", "XI"))
                    .toList());

    /// A tax number with its kind as printed before it (VAT, EIN, ABN …).
    public record TaxId(Kind kind, String value) {
        /// Whether the number is a VAT number, which e-invoices keep apart from all others.
        public enum Kind {
            VAT,
            OTHER
        }

        /// A VAT number begins with its country: `de 136 695 976` is one, `EIN 12-3456789` is none (BR-CO-09).
        static TaxId of(String value) {
            var plain = compact(value);
            boolean isVat = plain.matches("[A-Z]{2}[A-Z0-9]{2,14}") && VAT_COUNTRIES.contains(plain.substring(0, 2));
            return new TaxId(isVat ? Kind.VAT : Kind.OTHER, value);
        }

        static String compact(String value) {
            return value.replaceAll("[ .-]", "").toUpperCase(Locale.ROOT);
        }
    }

    /// Whom to ask, or who signs.
    public record Contact(String name, Optional<String> title, Optional<String> email, Optional<String> phone) {}

    Optional<String> vatId() {
        return taxIds.stream()
                .filter(id -> id.kind() == TaxId.Kind.VAT)
                .map(TaxId::value)
                .findFirst();
    }

    Optional<String> otherTaxId() {
        return taxIds.stream()
                .filter(id -> id.kind() == TaxId.Kind.OTHER)
                .map(TaxId::value)
                .findFirst();
    }
}
