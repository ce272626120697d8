package dev.brickwork.tax;

import static java.util.stream.Collectors.groupingBy;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds the place of an address by its postcode, for countries in which a part is taxed otherwise than the rest or
/// abroad for its tax (rule X-04). A postcode that is not written as its country writes it says nothing.
final class Postcodes {
    /// Country, first digits or letters (or the first and last of a range), place: territories to which the VAT
    /// directive does not apply (2006/112/EC, article 6) or that count as another country (article 7), parts with
    /// rates of their own (articles 104 and 105), states and provinces. The first line that fits holds.
    private static final String TABLE = """
            AT 6691 AT/JUNGHOLZ
            AT 6991-6993 AT/MITTELBERG
            DE 27498 DE-HELGOLAND
            DE 78266 DE-BUSINGEN
            DK 39 GL
            ES 35 IC
            ES 38 IC
            ES 51-52 EA
            FI 22 AX
            FR 97133 BL
            FR 97150 MF
            FR 971 GP
            FR 972 MQ
            FR 973 GF
            FR 974 RE
            FR 975 PM
            FR 976 YT
            FR 977 BL
            FR 978 MF
            FR 984 TF
            FR 986 WF
            FR 987 PF
            FR 988 NC
            GB GX GI
            GB GY GG
            GB JE JE
            GR 63086-63087 GR-MOUNT ATHOS
            IT 00120 VA
            IT 22061 IT-CAMPIONE
            IT 23041 IT-LIVIGNO
            IT 4789 SM
            PT 90-94 PT/30
            PT 95-99 PT/20
            CA A CA/NL
            CA B CA/NS
            CA C CA/PE
            CA E CA/NB
            CA G-H CA/QC
            CA J CA/QC
            CA K-N CA/ON
            CA P CA/ON
            CA R CA/MB
            CA S CA/SK
            CA T CA/AB
            CA V CA/BC
            CA X0A-X0C CA/NU
            CA X CA/NT
            CA Y CA/YT
            US 00501 US/NY
            US 00544 US/NY
            US 006-007 PR
            US 008 VI
            US 009 PR
            US 010-027 US/MA
            US 028-029 US/RI
            US 030-038 US/NH
            US 05501 US/MA
            US 05544 US/MA
            US 039-049 US/ME
            US 050-059 US/VT
            US 06390 US/NY
            US 060-069 US/CT
            US 070-089 US/NJ
            US 100-149 US/NY
            US 150-196 US/PA
            US 197-199 US/DE
            US 201 US/VA
            US 200-205 US/DC
            US 206-219 US/MD
            US 220-246 US/VA
            US 247-268 US/WV
            US 270-289 US/NC
            US 290-299 US/SC
            US 300-319 US/GA
            US 320-339 US/FL
            US 341-342 US/FL
            US 344 US/FL
            US 346-347 US/FL
            US 349 US/FL
            US 350-369 US/AL
            US 370-385 US/TN
            US 386-397 US/MS
            US 398-399 US/GA
            US 400-427 US/KY
            US 430-459 US/OH
            US 460-479 US/IN
            US 480-499 US/MI
            US 500-528 US/IA
            US 530-549 US/WI
            US 550-567 US/MN
            US 569 US/DC
            US 570-577 US/SD
            US 580-588 US/ND
            US 590-599 US/MT
            US 600-629 US/IL
            US 630-658 US/MO
            US 660-679 US/KS
            US 680-693 US/NE
            US 700-714 US/LA
            US 716-729 US/AR
            US 733 US/TX
            US 730-749 US/OK
            US 750-799 US/TX
            US 800-816 US/CO
            US 820-831 US/WY
            US 83414 US/WY
            US 832-838 US/ID
            US 840-847 US/UT
            US 850-865 US/AZ
            US 870-884 US/NM
            US 885 US/TX
            US 889-898 US/NV
            US 900-961 US/CA
            US 96799 AS
            US 967-968 US/HI
            US 96950-96952 MP
            US 96910-96932 GU
            US 970-979 US/OR
            US 980-994 US/WA
            US 995-999 US/AK
            """;

    private static final Map<String, Pattern> FORMS = Map.ofEntries(
            Map.entry("AT", digits("4")),
            Map.entry("DE", digits("5")),
            Map.entry("DK", digits("4")),
            Map.entry("ES", digits("5")),
            Map.entry("FI", digits("5")),
            Map.entry("FR", digits("5")),
            Map.entry("GR", digits("5")),
            Map.entry("IT", digits("5")),
            Map.entry("PT", digits("4}|[0-9]{7")),
            Map.entry("US", digits("5}|[0-9]{9")),
            Map.entry("CA", Pattern.compile("[A-Z][0-9][A-Z](?:[0-9][A-Z][0-9])?")),
            Map.entry("GB", Pattern.compile("[A-Z]{1,2}[0-9][A-Z0-9]{0,5}")));

    private static final Set<String> WITH_LETTERS = Set.of("CA", "GB");

    /// Prefix before the digits where a letter goes abroad: `E-35001`, `FI-22100`, `AX 22100`.
    private static final Pattern LEADING_LETTERS = Pattern.compile("^[A-Z]{1,3}[^A-Z0-9]*(?=[0-9])");

    /// Suffix after the digits: `97463 Saint-Denis Cedex 9`.
    private static final Pattern TRAILING_WORDS = Pattern.compile("[A-Z].*$", Pattern.DOTALL);

    private static final Pattern SEPARATORS = Pattern.compile("[^A-Z0-9]");

    private static final Map<String, List<Entry>> BY_COUNTRY =
            Map.copyOf(TABLE.lines().map(Entry::of).collect(groupingBy(Entry::country)));

    private Postcodes() {}

    /// @param from the first characters of a postcode
    /// @param to of as many characters, the last that belong to the place
    private record Entry(String country, String from, String to, Place place) {
        static Entry of(String line) {
            var cells = line.split(" ", 3);
            var range = cells[1].split("-", 2);
            var place = cells[2].split("/", 2);
            return new Entry(
                    cells[0],
                    range[0],
                    range[range.length - 1],
                    new Place(place[0], place.length > 1 ? Optional.of(place[1]) : Optional.empty()));
        }

        boolean holds(String postcode) {
            if (postcode.length() < from.length()) return false;
            var start = postcode.substring(0, from.length());
            return start.compareTo(from) >= 0 && start.compareTo(to) <= 0;
        }
    }

    static Optional<Place> place(String country, String postcode) {
        var form = FORMS.get(country);
        if (form == null) return Optional.empty();
        var plain = plain(postcode, WITH_LETTERS.contains(country));
        if (!form.matcher(plain).matches()) return Optional.empty();
        return BY_COUNTRY.getOrDefault(country, List.of()).stream()
                .filter(entry -> entry.holds(plain))
                .map(Entry::place)
                .findFirst();
    }

    private static String plain(String postcode, boolean hasLetters) {
        var text = Normalizer.normalize(postcode, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .strip();
        if (!hasLetters) {
            text = LEADING_LETTERS.matcher(text).replaceFirst("");
            text = TRAILING_WORDS.matcher(text).replaceFirst("");
        }
        return SEPARATORS.matcher(text).replaceAll("");
    }

    private static Pattern digits(String count) {
        return Pattern.compile("[0-9]{" + count + "}");
    }
}
