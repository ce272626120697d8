package dev.brickwork.tax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.Property;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The forms and check digits of VAT identification numbers (rule X-05), on numbers that were published as
/// examples.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class VatIdTest {
    private static final Map<String, String> VALID = valid("""
            AT ATU13585627
            BE BE0428759497
            BG BG175074752
            CY CY10259033P
            CZ CZ25123891
            DE DE136695976
            DK DK13585628
            EE EE100931558
            ES ESA13585625
            FI FI20774740
            FR FR40303265045
            GR EL094259216
            HR HR33392005961
            HU HU12892312
            IE IE6433435F
            IT IT00743110157
            LT LT119511515
            LU LU15027442
            LV LV40003521600
            MT MT11679112
            NL NL004495445B01
            PL PL8567346215
            PT PT501964843
            RO RO18547290
            SE SE123456789701
            SI SI50223054
            SK SK2022749619
            """);

    @Test
    void everyMemberHasANumberThatIsGood() {
        assertThat(new TreeSet<>(VALID.keySet())).isEqualTo(new TreeSet<>(TaxBook.EU));
        VALID.forEach(
                (country, id) -> assertThat(VatId.isValid(id, country)).as(id).isTrue());
    }

    /// A check digit is there to find a mistyped digit. Where a country folds a remainder of 10 into a digit,
    /// some slips go unseen, and the last digits of Dutch and Swedish numbers count branches; the others must
    /// show each one.
    @Test
    void aMistypedDigitShows() {
        var forgiving = Set.of("BG", "CZ", "GR", "LT", "NL", "PT", "RO", "SE");
        var countries = VALID.keySet().stream()
                .filter(country -> !forgiving.contains(country))
                .toList();
        Property.holds(Property.cases(2_000, 50_000), random -> {
            var country = countries.get(random.nextInt(countries.size()));
            var id = new StringBuilder(String.valueOf(VALID.get(country)));
            int at = 2 + random.nextInt(id.length() - 2);
            if (!Character.isDigit(id.charAt(at))) return;
            id.setCharAt(at, (char) ('0' + (id.charAt(at) - '0' + 1 + random.nextInt(9)) % 10));
            assertThat(VatId.isValid(id.toString(), country)).as(id.toString()).isFalse();
        });
    }

    @Test
    void rarerFormsAreGoodToo() {
        var more = """
                BG BG7523169263
                CZ CZ640903926
                CZ CZ664000019
                CZ CZ7103192745
                ES ESX5253868R
                ES ESM1234567L
                ES ES54362315K
                ES ESB58378431
                ES ESQ5000274J
                FR FRK7399859412
                FR FR4Z123456782
                FR FR23334175221
                IE IE8D79739I
                IE IE6433435OA
                LT LT290061371314
                LV LV16117519997
                NL NL000099998B57
                """;
        more.lines()
                .forEach(line -> assertThat(VatId.isValid(line.substring(3), line.substring(0, 2)))
                        .as(line)
                        .isTrue());
    }

    /// The check digit is right, but the number is never assigned: no birthday, a range that is not given out, a
    /// remainder that has no digit.
    @Test
    void someNumbersAreNotGivenOut() {
        for (var id : List.of("BG7523990010", "CY12345678F", "SI10000071")) {
            assertThat(VatId.isValid(id, id.substring(0, 2))).as(id).isFalse();
        }
    }

    @Test
    void onlyTheCountrysOwnPrefixCounts() {
        assertThat(VatId.isValid("de 136.695-976", "DE")).isTrue();
        for (var wrong : List.of("136695976", "", "DE", "ATU13585627", "DE१३६६९५९७६")) {
            assertThat(VatId.isValid(wrong, "DE")).as(wrong).isFalse();
        }
        assertThat(VatId.isValid("GR094259216", "GR")).isFalse();
        assertThat(VatId.isValid("GB980780684", "GB")).isFalse();
    }

    private static Map<String, String> valid(String table) {
        var valid = new TreeMap<String, String>();
        table.lines().forEach(line -> valid.put(line.substring(0, 2), line.substring(3)));
        return valid;
    }
}
