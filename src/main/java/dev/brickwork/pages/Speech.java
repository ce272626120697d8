package dev.brickwork.pages;

import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.Translation;
import dev.brickwork.sellers.Address;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How one page speaks: its words, and figures and dates as the reader's country writes them. Made for one page,
/// because the formats of the JDK are not safe to share.
public final class Speech {
    private static final int QUANTITY_DECIMALS_MAX = 12;

    private final Locale locale;

    Speech(Locale wanted) {
        this.locale = Translation.spoken(wanted);
    }

    static Speech english() {
        return new Speech(Locale.ENGLISH);
    }

    public String language() {
        return locale.getLanguage();
    }

    public String say(Phrase phrase, Object... parts) {
        return parts.length == 0 ? phrase.in(locale) : phrase.in(locale).formatted(parts);
    }

    public String money(Money money) {
        var format = NumberFormat.getCurrencyInstance(locale);
        format.setCurrency(java.util.Currency.getInstance(money.currency().name()));
        format.setMinimumFractionDigits(money.currency().exponent());
        format.setMaximumFractionDigits(money.currency().exponent());
        return format.format(BigDecimal.valueOf(money.minor(), money.currency().exponent()));
    }

    public String money(long minor, Currency currency) {
        return money(new Money(minor, currency));
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

    /// Line by line, without the empty ones.
    public List<String> address(Address address) {
        var place = Stream.of(address.zip(), address.city(), address.region())
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" "));
        var country = address.country().map(code -> Locale.of("", code).getDisplayCountry(locale));
        return Stream.of(address.line1(), address.line2(), Optional.of(place), country)
                .flatMap(Optional::stream)
                .filter(line -> !line.isBlank())
                .toList();
    }

    public String moment(Instant moment, ZoneId zone) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.LONG)
                .withLocale(locale)
                .format(moment.atZone(zone));
    }
}
