package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Texts, figures and plurals of documents in each language.
@Tag("fast")
final class DocumentTextTest {
    private static final DocumentText ENGLISH = new DocumentText(Locale.of("en"), Currency.USD);
    private static final DocumentText GERMAN = new DocumentText(Locale.of("de"), Currency.EUR);
    private static final DocumentText FRENCH = new DocumentText(Locale.of("fr"), Currency.EUR);
    private static final DocumentText SPANISH = new DocumentText(Locale.of("es"), Currency.EUR);

    /// Rule C-02: with the decimals of the currency; a sign of letters is set apart from the figure.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # language | currency | minor     | sum              | column        | price
            en         | JPY      | 1234567   | ¥1,234,567       | 1,234,567     | 12.5
            de         | JPY      | -1234567  | -1.234.567 ¥     | -1.234.567    | 12,5
            en         | KWD      | 1234567   | KWD 1,234.567    | 1,234.567     | 12.500
            en         | KWD      | -5        | -KWD 0.005       | -0.005        | 12.500
            de         | KWD      | 1234567   | 1.234,567 KWD    | 1.234,567     | 12,500
            en         | CHF      | 1234567   | CHF 12,345.67    | 12,345.67     | 12.50
            en         | USD      | -1234567  | -$12,345.67      | -12,345.67    | 12.50
            fr         | XOF      | 655957    | 655 957 F CFA    | 655 957       | 12,5
            es         | CLP      | 1234567   | 1.234.567 CLP    | 1.234.567     | 12,5
            """)
    void amountsHaveTheDecimalsOfTheCurrency(
            String language, Currency currency, long minor, String sum, String column, String price) {
        var say = new DocumentText(Locale.of(language), currency);
        assertThat(plain(say.money(minor))).isEqualTo(sum);
        assertThat(plain(say.amount(minor))).isEqualTo(column);
        assertThat(plain(say.price(new BigDecimal("12.5")))).isEqualTo(price);
    }

    private static String plain(String text) {
        return text.replaceAll("[\\u00a0\\u202f]", " ");
    }

    @Test
    void oneIsNotMany() {
        assertThat(ENGLISH.terms(1)).isEqualTo("Net 1 day");
        assertThat(ENGLISH.terms(30)).isEqualTo("Net 30 days");
        assertThat(GERMAN.months(1)).isEqualTo("1 Monat");
        assertThat(SPANISH.months(12)).isEqualTo("12 meses");
        assertThat(ENGLISH.renewal(new OrderFormPaper.Renewal(true, 1, Optional.empty())))
                .isEqualTo("Renews automatically for 1 month");
        assertThat(FRENCH.renewal(new OrderFormPaper.Renewal(true, 24, Optional.empty())))
                .isEqualTo("Reconduction automatique pour 24 mois");
    }

    @Test
    void aFrenchColonStandsApart() {
        assertThat(FRENCH.labelled("Remise", "-5,00")).isEqualTo("Remise\u00a0: -5,00");
        assertThat(GERMAN.labelled("Rabatt", "-5,00")).isEqualTo("Rabatt: -5,00");
    }

    @Test
    void whatWasUsedIsToldWithWhatIsIncluded() {
        var used = new InvoicePaper.Used(new BigDecimal("98765.4321"), new BigDecimal("1000"));
        assertThat(GERMAN.used(used)).isEqualTo("98.765,4321 verbraucht, 1.000 enthalten");
        assertThat(ENGLISH.used(used)).isEqualTo("98,765.4321 used, 1,000 included");
    }

    /// A line is raised by a negative rate (rule D-06), or by a discount that an upgrade no longer gives.
    @Test
    void whatMakesALineDearerIsNotCalledADiscount() {
        var surcharge = new InvoicePaper.Discount(List.of(new BigDecimal("-2.5")), Optional.empty(), -250);
        assertThat(ENGLISH.discount(surcharge)).isEqualTo("Surcharge 2.5%");
        assertThat(GERMAN.discount(surcharge)).isEqualTo("Zuschlag 2,5\u00a0%");
        var lost = new InvoicePaper.Discount(List.of(), Optional.empty(), -250);
        assertThat(FRENCH.discount(lost)).isEqualTo("Remise retirée");
        assertThat(SPANISH.discount(InvoicePaper.Discount.coupon("HOLA", -250)))
                .isEqualTo("Descuento retirado Cupón HOLA");
        var ofLess = new InvoicePaper.Discount(List.of(BigDecimal.TEN), Optional.empty(), -250);
        assertThat(ENGLISH.discount(ofLess)).as("of fewer seats").isEqualTo("Discount 10%");
    }

    @Test
    void ourNamesAreTranslatedAndTheSellersAreNot() {
        assertThat(GERMAN.adjustment(new InvoicePaper.Adjustment(AdjustmentCredit.LABEL_DEFAULT, -500)))
                .isEqualTo("Anrechnung");
        assertThat(FRENCH.adjustment(new InvoicePaper.Adjustment("Credit carried forward", 500)))
                .isEqualTo("Avoir reporté");
        assertThat(SPANISH.adjustment(new InvoicePaper.Adjustment("Unused seats", -500)))
                .isEqualTo("Unused seats");
    }
}
