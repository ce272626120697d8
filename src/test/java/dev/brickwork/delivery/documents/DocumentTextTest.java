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

/// Texts, figures and plurals of documents in each language.
@Tag("fast")
final class DocumentTextTest {
    private static final DocumentText ENGLISH = new DocumentText(Locale.of("en"), Currency.USD);
    private static final DocumentText GERMAN = new DocumentText(Locale.of("de"), Currency.EUR);
    private static final DocumentText FRENCH = new DocumentText(Locale.of("fr"), Currency.EUR);
    private static final DocumentText SPANISH = new DocumentText(Locale.of("es"), Currency.EUR);

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
