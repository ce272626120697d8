package dev.brickwork.web.portal.views;

import dev.brickwork.platform.CityLine;
import dev.brickwork.platform.Figures;
import dev.brickwork.platform.Translation;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.sellers.Address;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// How one page speaks: its words, and figures and dates as the reader's country writes them.
public final class Speech {
    private static final String VAT = "VAT"; // as the built-in table of rates calls it

    private final Locale locale;
    private final Figures figures;

    public Speech(Locale wanted) {
        this.locale = Translation.spoken(wanted);
        this.figures = new Figures(locale);
    }

    public static Speech english() {
        return new Speech(Locale.ENGLISH);
    }

    public String language() {
        return locale.getLanguage();
    }

    public String say(Phrase phrase, Object... parts) {
        return parts.length == 0 ? phrase.in(locale) : phrase.in(locale).formatted(parts);
    }

    public String money(Money money) {
        return figures.money(money);
    }

    public String money(long minor, Currency currency) {
        return figures.money(new Money(minor, currency));
    }

    public String number(BigDecimal number) {
        return figures.number(number);
    }

    /// Value added tax is called what the reader calls it; other taxes have names of their own. Two rates of one tax
    /// are told apart.
    public String tax(TaxComponent tax) {
        var name = tax.name().equals(VAT) ? say(Phrase.VAT) : tax.name();
        var gap = language().equals("en") ? "" : "\u00a0";
        return name + "\u00a0" + number(tax.rate().value()) + gap + "%";
    }

    public String date(LocalDate date) {
        return figures.date(date);
    }

    public String shortDate(LocalDate date) {
        return figures.shortDate(date);
    }

    /// Line by line, without the empty ones.
    public List<String> address(Address address) {
        var place = CityLine.of(
                address.country().orElse(""),
                address.city().orElse(""),
                address.region().orElse(""),
                address.zip().orElse(""));
        var country = address.country().map(code -> Locale.of("", code).getDisplayCountry(locale));
        return Stream.of(address.line1(), address.line2(), Optional.of(place), country)
                .flatMap(Optional::stream)
                .filter(line -> !line.isBlank())
                .toList();
    }

    public String moment(Instant moment, ZoneId zone) {
        return figures.moment(moment, zone);
    }
}
