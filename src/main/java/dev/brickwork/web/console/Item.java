package dev.brickwork.web.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.i18n.LocaleFormat;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Something that the API told, field by field, in the form in which people read it. What is not there is empty text.
record Item(JsonNode json, LocaleFormat figures) {
    String text(String name) {
        return maybe(name).orElse("");
    }

    Optional<String> maybe(String name) {
        var value = json.path(name);
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value.asText());
    }

    boolean is(String name) {
        return json.path(name).asBoolean();
    }

    long number(String name) {
        return json.path(name).asLong();
    }

    /// A sum, however large.
    BigDecimal sum(String name) {
        return json.path(name).decimalValue();
    }

    /// A quantity, exact as it came.
    String quantity(String name) {
        var value = json.path(name);
        return value.isNumber() ? figures.number(value.decimalValue()) : text(name);
    }

    /// An amount in minor units of the currency that stands beside it.
    String money(String name) {
        return money(name, text("currency"));
    }

    String money(String name, String currency) {
        return maybe(name)
                .map(minor -> minor(new BigDecimal(minor), Currency.of(currency)))
                .orElse("");
    }

    private String minor(BigDecimal minor, Currency currency) {
        return figures.money(minor.movePointLeft(currency.exponent()), currency);
    }

    /// An amount as `contract_value` has it: major units, a space and the code.
    String value(String name) {
        return maybe(name).map(Item::coded).map(figures::money).orElse("");
    }

    private static Money coded(String text) {
        int space = text.indexOf(' ');
        var currency = Currency.of(text.substring(space + 1));
        var major = new BigDecimal(text.substring(0, space));
        return new Money(major.movePointRight(currency.exponent()).longValueExact(), currency);
    }

    /// The day of a date, or of a moment where it happened.
    String date(String name) {
        return maybe(name).map(Item::day).map(figures::date).orElse("");
    }

    private static LocalDate day(String text) {
        return text.length() == 10
                ? LocalDate.parse(text)
                : OffsetDateTime.parse(text).toLocalDate();
    }

    String moment(String name, ZoneId zone) {
        return maybe(name)
                .map(text -> figures.shortMoment(OffsetDateTime.parse(text).toInstant(), zone))
                .orElse("");
    }

    /// From the first to the last day.
    String period() {
        var from = date("starts_at");
        var to = date("ends_at");
        return from.equals(to) ? from : from + " – " + to;
    }

    /// A word of the API as people write it: `PAST_DUE` is "Past due".
    String words(String name) {
        return words(maybe(name));
    }

    static String words(Optional<String> word) {
        var text = word.orElse("").replace('_', ' ').toLowerCase(Locale.ROOT);
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    Item inner(String name) {
        return new Item(json.path(name), figures);
    }

    List<Item> items(String name) {
        return inner(name).items();
    }

    List<Item> items() {
        var all = new ArrayList<Item>();
        for (var each : json) all.add(new Item(each, figures));
        return all;
    }

    List<String> texts(String name) {
        return items(name).stream().map(each -> each.json.asText()).toList();
    }

    List<Item> results() {
        return items("results");
    }
}
