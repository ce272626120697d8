package dev.brickwork.platform.i18n;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class LocaleFormatTest {
    private static final BigDecimal EIGHTY = new BigDecimal("80");

    /// A no-break space is shown as `_`.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en-US | January 31, 2026      | $1,234.50  | -1,234.5 | 80%  | 80%
            de-DE | 31. Januar 2026       | 1.234,50_$ | -1.234,5 | 80_% | 80_%
            de-CH | 31. Januar 2026       | $_1’234.50 | -1’234.5 | 80_% | 80%
            es-MX | 31 de enero de 2026   | USD_1,234.50 | -1,234.5 | 80_% | 80%
            """)
    void figuresAreThoseOfTheCountry(
            String tag, String date, String money, String number, String rate, String percent) {
        var format = new LocaleFormat(Locale.forLanguageTag(tag));
        assertThat(format.longDate(LocalDate.of(2026, 1, 31))).isEqualTo(date);
        assertThat(shown(format.money(new Money(123_450, Currency.USD)))).isEqualTo(money);
        assertThat(format.number(new BigDecimal("-1234.50"))).isEqualTo(number);
        assertThat(shown(format.rate(EIGHTY))).isEqualTo(rate);
        assertThat(shown(format.percent(EIGHTY))).isEqualTo(percent);
    }

    private static String shown(String text) {
        return text.replace('\u00a0', '_');
    }

    /// A text that is asked for with other places than it has would be printed with a gap.
    @Test
    void aTextTakesTheArgumentsItNames() {
        var mail = new MessageBundle("mail").in(Locale.of("it"));
        assertThat(mail.text("failed", "amount", "$1", "number", "{7}"))
                .isEqualTo("We could not collect $1 for invoice {7}.");
        assertThatThrownBy(() -> mail.text("failed", "amount", "$1"))
                .hasMessageContaining("failed of /messages/mail_en");
        assertThatThrownBy(() -> mail.text("no_such_text")).hasMessageContaining("no text 'no_such_text'");
    }
}
