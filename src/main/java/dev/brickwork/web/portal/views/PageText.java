package dev.brickwork.web.portal.views;

import dev.brickwork.platform.CityLine;
import dev.brickwork.platform.i18n.LocaleFormat;
import dev.brickwork.platform.i18n.MessageBundle;
import dev.brickwork.platform.i18n.Messages;
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

/// The texts of one page in its reader's language, with figures and dates as the reader's country writes them.
public final class PageText {
    private static final MessageBundle MESSAGES = new MessageBundle("portal");
    private static final String VAT = "VAT"; // as the built-in table of rates calls it

    private final Messages messages;
    private final LocaleFormat format;

    public PageText(Locale wanted) {
        this.messages = MESSAGES.in(wanted);
        this.format = new LocaleFormat(MessageBundle.spoken(wanted));
    }

    public static PageText english() {
        return new PageText(Locale.ENGLISH);
    }

    public String language() {
        return format.language();
    }

    /// A text with its places filled.
    ///
    /// @param namesAndValues as [Messages#text] takes them
    public String text(String key, Object... namesAndValues) {
        return messages.text(key, namesAndValues);
    }

    public String money(Money money) {
        return format.money(money);
    }

    public String money(long minor, Currency currency) {
        return format.money(new Money(minor, currency));
    }

    public String number(BigDecimal number) {
        return format.number(number);
    }

    /// Value added tax is called what the reader calls it; other taxes have names of their own. Two rates of one tax
    /// are told apart.
    public String tax(TaxComponent tax) {
        var name = tax.name().equals(VAT) ? text("vat") : tax.name();
        return name + "\u00a0" + format.rate(tax.rate().value());
    }

    public String date(LocalDate date) {
        return format.longDate(date);
    }

    public String shortDate(LocalDate date) {
        return format.date(date);
    }

    public String period(LocalDate first, LocalDate last) {
        return format.period(first, last);
    }

    public String months(int count) {
        return text("months", "count", count, "shown", Integer.toString(count));
    }

    /// Line by line, without the empty ones.
    public List<String> address(Address address) {
        var place = CityLine.of(
                address.country().orElse(""),
                address.city().orElse(""),
                address.region().orElse(""),
                address.zip().orElse(""));
        return Stream.of(
                        address.line1(),
                        address.line2(),
                        Optional.of(place),
                        address.country().map(format::country))
                .flatMap(Optional::stream)
                .filter(line -> !line.isBlank())
                .toList();
    }

    public String moment(Instant moment, ZoneId zone) {
        return format.longMoment(moment, zone);
    }
}
