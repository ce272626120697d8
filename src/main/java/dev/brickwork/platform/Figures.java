package dev.brickwork.platform;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;

/// Amounts, numbers and dates on pages, as the reader's country writes them.
public final class Figures {
    private static final int QUANTITY_DECIMALS_MAX = 12;

    private final Locale locale;

    public Figures(Locale locale) {
        this.locale = locale;
    }

    public String money(Money money) {
        return money(money.major(), money.currency());
    }

    /// A sum of many amounts, which may be larger than any of them.
    public String money(BigDecimal major, Currency currency) {
        var format = NumberFormat.getCurrencyInstance(locale);
        format.setCurrency(java.util.Currency.getInstance(currency.name()));
        format.setMinimumFractionDigits(currency.exponent());
        format.setMaximumFractionDigits(currency.exponent());
        return format.format(major);
    }

    public String number(BigDecimal number) {
        var format = NumberFormat.getNumberInstance(locale);
        format.setMaximumFractionDigits(QUANTITY_DECIMALS_MAX);
        return format.format(number);
    }

    public String date(LocalDate date) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                .withLocale(locale)
                .format(date);
    }

    public String shortDate(LocalDate date) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(locale)
                .format(date);
    }

    /// With the zone: the day of a moment may be another where it counts.
    public String shortMoment(Instant moment, ZoneId zone) {
        var format = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                .withLocale(locale);
        var there = moment.atZone(zone);
        return "%s %s"
                .formatted(
                        format.format(there),
                        DateTimeFormatter.ofPattern("z", locale).format(there));
    }

    public String moment(Instant moment, ZoneId zone) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.LONG)
                .withLocale(locale)
                .format(moment.atZone(zone));
    }
}
