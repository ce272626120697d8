package dev.brickwork.tax;

import dev.brickwork.sellers.Address;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A country or a region of one, as tax law sees it. People write `CA`, `US-CA` or `California`; all are one place.
///
/// @param country ISO 3166 alpha-2, or one of the reserved codes for a part of a country that is abroad for its VAT,
///     or a name of such a part that has no code
record Place(String country, Optional<String> region) {
    private static final Pattern MARKS = Pattern.compile("\\p{M}");

    /// Parts of members to which the VAT directive does not apply (2006/112/EC, article 6), as their region is
    /// written, and countries and territories that count as another one (article 7). Those without a code are named
    /// after their country.
    private static final Map<String, Place> ELSEWHERE = Map.ofEntries(
            elsewhere("ES-CN", "IC"),
            elsewhere("ES-GC", "IC"),
            elsewhere("ES-TF", "IC"),
            elsewhere("ES-CANARIAS", "IC"),
            elsewhere("ES-CANARY ISLANDS", "IC"),
            elsewhere("ES-ISLAS CANARIAS", "IC"),
            elsewhere("ES-LAS PALMAS", "IC"),
            elsewhere("ES-SANTA CRUZ DE TENERIFE", "IC"),
            elsewhere("ES-CE", "EA"),
            elsewhere("ES-ML", "EA"),
            elsewhere("ES-CEUTA", "EA"),
            elsewhere("ES-MELILLA", "EA"),
            elsewhere("FI-01", "AX"),
            elsewhere("FI-ALAND", "AX"),
            elsewhere("FI-AHVENANMAA", "AX"),
            elsewhere("DE-HELGOLAND", "DE-HELGOLAND"),
            elsewhere("DE-HELIGOLAND", "DE-HELGOLAND"),
            elsewhere("DE-BUSINGEN", "DE-BUSINGEN"),
            elsewhere("DE-BUESINGEN", "DE-BUSINGEN"),
            elsewhere("DE-BUSINGEN AM HOCHRHEIN", "DE-BUSINGEN"),
            elsewhere("DK-GREENLAND", "GL"),
            elsewhere("DK-FAROE ISLANDS", "FO"),
            elsewhere("FR-971", "GP"),
            elsewhere("FR-GUADELOUPE", "GP"),
            elsewhere("FR-972", "MQ"),
            elsewhere("FR-MARTINIQUE", "MQ"),
            elsewhere("FR-973", "GF"),
            elsewhere("FR-GUYANE", "GF"),
            elsewhere("FR-FRENCH GUIANA", "GF"),
            elsewhere("FR-974", "RE"),
            elsewhere("FR-REUNION", "RE"),
            elsewhere("FR-LA REUNION", "RE"),
            elsewhere("FR-976", "YT"),
            elsewhere("FR-MAYOTTE", "YT"),
            elsewhere("GR-69", "GR-MOUNT ATHOS"),
            elsewhere("GR-MOUNT ATHOS", "GR-MOUNT ATHOS"),
            elsewhere("GR-AGION OROS", "GR-MOUNT ATHOS"),
            elsewhere("GR-AGIO OROS", "GR-MOUNT ATHOS"),
            elsewhere("IT-LIVIGNO", "IT-LIVIGNO"),
            elsewhere("IT-CAMPIONE", "IT-CAMPIONE"),
            elsewhere("IT-CAMPIONE D'ITALIA", "IT-CAMPIONE"),
            elsewhere("MC", "FR"),
            elsewhere("IM", "GB"));

    /// Overseas parts of France whose region may be written by their own country code.
    private static final Set<String> OVERSEAS =
            Set.of("BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT");

    /// Regions that say nothing of a municipality inside them with a tax of its own: there the postcode decides.
    private static final Set<String> AROUND = Set.of(
            "AT-7",
            "AT-8",
            "AT-TIROL",
            "AT-TYROL",
            "AT-VORARLBERG",
            "DE-BW",
            "DE-BADEN-WURTTEMBERG",
            "DE-SH",
            "DE-SCHLESWIG-HOLSTEIN",
            "IT-25",
            "IT-CO",
            "IT-COMO",
            "IT-LOMBARDIA",
            "IT-LOMBARDY",
            "IT-SO",
            "IT-SONDRIO");

    private static Map.Entry<String, Place> elsewhere(String written, String country) {
        return Map.entry(written, new Place(country, Optional.empty()));
    }

    /// Empty when the address names no country: then the tax jurisdiction is unknown.
    static Optional<Place> of(Optional<Address> address) {
        return address.flatMap(known -> known.country().map(country -> of(country, known.region(), known.zip())));
    }

    /// A region that is written decides, and the postcode where none is (rule X-04).
    static Place of(String country, Optional<String> region, Optional<String> postcode) {
        var written = of(country, region);
        boolean isOpen = written.region.isEmpty() || AROUND.contains(country + "-" + written.region.get());
        if (!isOpen || !written.country.equals(country)) return written;
        return postcode.flatMap(code -> Postcodes.place(country, code)).orElse(written);
    }

    static Place of(String country, Optional<String> region) {
        var code = region.map(Place::plain).filter(text -> !text.isEmpty()).map(text -> code(country, text));
        var whole = ELSEWHERE.get(code.map(text -> country + "-" + text).orElse(country));
        if (whole == null) whole = ELSEWHERE.get(country);
        if (whole != null) return whole;
        return country.equals("FR") && code.filter(OVERSEAS::contains).isPresent()
                ? new Place(code.get(), Optional.empty())
                : new Place(country, code);
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
