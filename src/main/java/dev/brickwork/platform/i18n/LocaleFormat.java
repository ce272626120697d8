package dev.brickwork.platform.i18n;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;

/// Dates, amounts, numbers and percentages as the reader's country writes them, on documents, in mails and on pages.
/// Immutable.
public final class LocaleFormat {
    private static final int DECIMALS_MAX = 12;

    private final Locale locale;
    private final NumberFormat money;
    private final NumberFormat number;

    public LocaleFormat(Locale locale) {
        this.locale = locale;
        this.money = withPlainMinus(NumberFormat.getCurrencyInstance(locale));
        this.number = withPlainMinus(NumberFormat.getNumberInstance(locale));
        number.setMaximumFractionDigits(DECIMALS_MAX);
    }

    /// A locale may ask for a minus sign that fonts and copied text do not share; the plain one is safe.
    private static NumberFormat withPlainMinus(NumberFormat format) {
        if (format instanceof DecimalFormat decimal) {
            var symbols = decimal.getDecimalFormatSymbols();
            symbols.setMinusSign('-');
            decimal.setDecimalFormatSymbols(symbols);
        }
        return format;
    }

    public Locale locale() {
        return locale;
    }

    public String language() {
        return locale.getLanguage();
    }

    /// With the currency's sign: `$1,234.50`.
    public String money(Money money) {
        return money(money.major(), money.currency());
    }

    /// A sum of many amounts, which may be larger than any of them.
    public String money(BigDecimal major, Currency currency) {
        var format = copy(money);
        format.setCurrency(java.util.Currency.getInstance(currency.code()));
        return withDigits(apart(format), currency).format(major);
    }

    /// Sets a sign of letters before the figure apart from it, as CLDR wants and the JDK does not do: `KWD 12.500`.
    private static NumberFormat apart(NumberFormat format) {
        if (format instanceof DecimalFormat decimal) {
            var symbols = decimal.getDecimalFormatSymbols();
            var sign = symbols.getCurrencySymbol();
            if (decimal.getPositivePrefix().endsWith(sign) && Character.isLetter(sign.charAt(sign.length() - 1))) {
                symbols.setCurrencySymbol(sign + '\u00a0');
                decimal.setDecimalFormatSymbols(symbols);
            }
        }
        return format;
    }

    /// Without the currency's sign, for columns: `1,234.50`.
    public String amount(BigDecimal major, Currency currency) {
        return withDigits(copy(number), currency).format(major);
    }

    private static NumberFormat withDigits(NumberFormat format, Currency currency) {
        format.setMinimumFractionDigits(currency.exponent());
        format.setMaximumFractionDigits(currency.exponent());
        return format;
    }

    /// A price keeps all its decimals, at least those of the currency (rule M-02).
    public String price(BigDecimal major, Currency currency) {
        var format = copy(number);
        format.setMinimumFractionDigits(currency.exponent());
        return format.format(major);
    }

    public String number(BigDecimal number) {
        return copy(this.number).format(number);
    }

    /// A rate of tax or discount, on documents and pages. Only English has no gap before its sign, in any country.
    ///
    /// @param hundredths 19 for 19 %
    public String rate(BigDecimal hundredths) {
        return number(hundredths) + (language().equals("en") ? "" : "\u00a0") + "%";
    }

    /// A share, in mails, with the gap of the reader's country: Switzerland and Mexico have none.
    ///
    /// @param hundredths 80 for 80 %
    public String percent(BigDecimal hundredths) {
        var format = NumberFormat.getPercentInstance(locale);
        format.setMaximumFractionDigits(Math.max(0, hundredths.scale()));
        return format.format(hundredths.movePointLeft(2));
    }

    /// Such as `Jan 31, 2026`, for documents and tables.
    public String date(LocalDate day) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(locale)
                .format(day);
    }

    /// Such as `January 31, 2026`, for sentences.
    public String longDate(LocalDate day) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                .withLocale(locale)
                .format(day);
    }

    /// Two dates, or one where they are the same.
    public String period(LocalDate first, LocalDate last) {
        return first.equals(last) ? date(first) : date(first) + " – " + date(last);
    }

    /// To the second, with the zone: the day of a moment may be another where it counts.
    public String moment(Instant moment, ZoneId zone) {
        return moment(moment, zone, FormatStyle.MEDIUM, FormatStyle.LONG);
    }

    /// [#moment] with the month in full.
    public String longMoment(Instant moment, ZoneId zone) {
        return moment(moment, zone, FormatStyle.LONG, FormatStyle.LONG);
    }

    /// [#moment] to the minute.
    public String shortMoment(Instant moment, ZoneId zone) {
        var zoneName = DateTimeFormatter.ofPattern("z", locale).format(moment.atZone(zone));
        return moment(moment, zone, FormatStyle.MEDIUM, FormatStyle.SHORT) + " " + zoneName;
    }

    private String moment(Instant moment, ZoneId zone, FormatStyle date, FormatStyle time) {
        return DateTimeFormatter.ofLocalizedDateTime(date, time)
                .withLocale(locale)
                .format(moment.atZone(zone));
    }

    /// The name of a country.
    ///
    /// @param code of two letters, as ISO 3166 has them
    public String country(String code) {
        return Locale.of("", code).getDisplayCountry(locale);
    }

    /// The formats of the JDK are not safe to share between threads.
    private static NumberFormat copy(NumberFormat format) {
        return (NumberFormat) format.clone();
    }
}
