package dev.brickwork.pricing.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fast")
final class CurrencyTest {
    /// Currencies that ISO 4217 lists and that the JDK gives to no country, because it gives each country one.
    private static final Set<String> SECOND_OF_A_COUNTRY = Set.of("VED");

    /// Bulgaria has the euro since January 2026; a JDK that does not know it yet names the lev.
    private static final Set<String> GONE = Set.of("BGN");

    @Test
    void decimalsAreThoseOfTheTable() {
        var none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
        var three = "BHD IQD JOD KWD LYD OMR TND";
        assertThat(codes(0)).as("C-02").isEqualTo(none);
        assertThat(codes(3)).as("C-02").isEqualTo(three);
        assertThat(Currency.all()).hasSize(Currency.COUNT).hasSize(155);
        for (var currency : Currency.all()) {
            assertThat(currency.exponent())
                    .as(currency.code())
                    .isEqualTo(java.util.Currency.getInstance(currency.code()).getDefaultFractionDigits())
                    .isIn(0, 2, 3);
        }
    }

    private static String codes(int exponent) {
        return Currency.all().stream()
                .filter(currency -> currency.exponent() == exponent)
                .map(Currency::code)
                .collect(Collectors.joining(" "));
    }

    /// The list holds the currency of each country by the JDK, and nothing else but for the exceptions above.
    @Test
    void listsWhatIsInCirculation() {
        var used = Arrays.stream(Locale.getISOCountries())
                .map(country -> java.util.Currency.getInstance(Locale.of("", country)))
                .filter(Objects::nonNull)
                .map(java.util.Currency::getCurrencyCode)
                .collect(Collectors.toCollection(TreeSet::new));
        used.removeAll(GONE);
        used.addAll(SECOND_OF_A_COUNTRY);
        assertThat(Currency.all()).extracting(Currency::code).containsExactlyElementsOf(used);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"XXX", "XTS", "XAU", "XAG", "XDR", "XAD", "CHE", "CHW", "CLF", "UYI", "UYW", "COU", "MXV", "USN"
            })
    void fundsMetalsAndTestCodesAreNoCurrencies(String code) {
        assertThat(Currency.parse(code)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"DEM", "FRF", "HRK", "BGN", "ANG", "ZWL", "SLL", "CUC", "VEF", "TRL", "", "usd", "US", "USDX"})
    void codesThatAreGoneOrWrittenOtherwiseAreNone(String code) {
        assertThat(Currency.parse(code)).isEmpty();
        assertThatThrownBy(() -> Currency.of(code)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thereIsOneObjectForEachCode() {
        for (var currency : Currency.all()) {
            assertThat(Currency.of(currency.code())).isSameAs(currency).hasToString(currency.code());
            assertThat(Currency.parse(currency.code())).containsSame(currency);
        }
        assertThat(Currency.of("USD")).isSameAs(Currency.USD);
        assertThat(Currency.all()).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theStandardOnesAreThoseOfTheApi() {
        assertThat(Currency.listed(Currency.STANDARD)).isEqualTo("USD, EUR, GBP, AUD, CAD");
    }
}
