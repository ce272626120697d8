package dev.brickwork.delivery.mail.letters;

import dev.brickwork.platform.Translation;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;

/// How one message speaks: sentences, amounts and dates as the reader's country writes them.
final class Wording {
    private final Locale locale;
    private final DateTimeFormatter date;

    Wording(Locale wanted) {
        this.locale = Translation.spoken(wanted);
        this.date = DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).withLocale(locale);
    }

    Locale locale() {
        return locale;
    }

    String say(Phrase phrase, Object... parts) {
        return parts.length == 0 ? phrase.in(locale) : phrase.in(locale).formatted(parts);
    }

    String money(long minorUnits, Currency currency) {
        var format = NumberFormat.getCurrencyInstance(locale);
        format.setCurrency(java.util.Currency.getInstance(currency.name()));
        format.setMinimumFractionDigits(currency.exponent());
        format.setMaximumFractionDigits(currency.exponent());
        return format.format(BigDecimal.valueOf(minorUnits, currency.exponent()));
    }

    String number(BigDecimal number) {
        var format = NumberFormat.getNumberInstance(locale);
        format.setMaximumFractionDigits(Math.max(0, number.scale()));
        return format.format(number);
    }

    /// @param hundredths 80 for 80 %
    String percent(BigDecimal hundredths) {
        var format = NumberFormat.getPercentInstance(locale);
        format.setMaximumFractionDigits(Math.max(0, hundredths.scale()));
        return format.format(hundredths.movePointLeft(2));
    }

    String date(LocalDate day) {
        return date.format(day);
    }
}
