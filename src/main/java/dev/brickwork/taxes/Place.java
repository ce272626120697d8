package dev.brickwork.taxes;

import dev.brickwork.sellers.Address;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A country or a region of one, as tax law sees it. People write `CA`, `US-CA` or `California`; all are one place.
///
/// @param country ISO 3166 alpha-2, or one of the reserved codes for a part of a country that is abroad for its VAT
record Place(String country, Optional<String> region) {
    private static final Pattern MARKS = Pattern.compile("\\p{M}");

    private static final Place CANARY_ISLANDS = new Place("IC", Optional.empty());
    private static final Place CEUTA_AND_MELILLA = new Place("EA", Optional.empty());
    private static final Place ALAND = new Place("AX", Optional.empty());

    /// Parts of members to which the VAT directive does not apply (2006/112/EC, article 6), and Monaco, which
    /// counts as France (article 7).
    private static final Map<String, Place> ELSEWHERE = Map.ofEntries(
            Map.entry("ES-CN", CANARY_ISLANDS),
            Map.entry("ES-GC", CANARY_ISLANDS),
            Map.entry("ES-TF", CANARY_ISLANDS),
            Map.entry("ES-CANARIAS", CANARY_ISLANDS),
            Map.entry("ES-LAS PALMAS", CANARY_ISLANDS),
            Map.entry("ES-SANTA CRUZ DE TENERIFE", CANARY_ISLANDS),
            Map.entry("ES-CE", CEUTA_AND_MELILLA),
            Map.entry("ES-ML", CEUTA_AND_MELILLA),
            Map.entry("ES-CEUTA", CEUTA_AND_MELILLA),
            Map.entry("ES-MELILLA", CEUTA_AND_MELILLA),
            Map.entry("FI-01", ALAND),
            Map.entry("MC", new Place("FR", Optional.empty())));

    /// Empty when the address names no country: then nobody knows whose tax it would be.
    static Optional<Place> of(Optional<Address> address) {
        return address.flatMap(known -> known.country().map(country -> of(country, known.region())));
    }

    static Place of(String country, Optional<String> region) {
        var code = region.map(Place::plain).filter(text -> !text.isEmpty()).map(text -> code(country, text));
        var whole = ELSEWHERE.get(code.map(text -> country + "-" + text).orElse(country));
        if (whole == null) whole = ELSEWHERE.get(country);
        return whole == null ? new Place(country, code) : whole;
    }

    Place wholeCountry() {
        return new Place(country, Optional.empty());
    }

    private static String code(String country, String text) {
        var bare = text.startsWith(country + "-") ? text.substring(country.length() + 1) : text;
        return BuiltInRates.regionNamed(country, bare).orElse(bare);
    }

    /// Upper case, without accents: Québec and QUEBEC are one.
    static String plain(String text) {
        var apart = Normalizer.normalize(text.strip(), Normalizer.Form.NFD);
        return MARKS.matcher(apart).replaceAll("").toUpperCase(Locale.ROOT);
    }
}
