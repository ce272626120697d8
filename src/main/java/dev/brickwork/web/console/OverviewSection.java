package dev.brickwork.web.console;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The start page of the console: amounts owed, overdue and invoiced, and the latest events.
final class OverviewSection implements Section {
    private static final int EVENT_COUNT = 8;
    private static final String INVOICES = "/console/invoices";

    @Override
    public Optional<ConsolePage> show(ConsoleRequest reader, List<String> path) {
        if (!path.isEmpty()) return Optional.empty();
        var totals = reader.get("/invoices/totals");
        return Optional.of(ConsolePage.of(
                "Overview",
                cards(reader, totals),
                new PageBlock.Charts(
                        "Invoiced by month", charts(totals, reader.seller().text("currency"))),
                EventSection.latest(reader, EVENT_COUNT)));
    }

    private static PageBlock cards(ConsoleRequest reader, Item totals) {
        var seller = reader.seller();
        var thisMonth = totals.items("months").getLast();
        return new PageBlock.Cards(List.of(
                card("Outstanding", totals.items("open"), seller, "?show=open", ""),
                card("Past due", totals.items("past_due"), seller, "?show=past_due", "bad"),
                card("Due in 30 days", totals.items("due_soon"), seller, "?show=open", ""),
                card("Invoiced this month", thisMonth.items("invoiced"), seller, "", "")));
    }

    /// One figure, in every currency that it has.
    ///
    /// @param seller in whose currency a zero is written where there is no sum
    private static PageBlock.Card card(String name, List<Item> sums, Item seller, String query, String tone) {
        var currency = seller.text("currency");
        long count = sums.stream().mapToLong(sum -> sum.number("count")).sum();
        var figures = sums.isEmpty()
                ? List.of(seller.figures().money(new Money(0, Currency.of(currency))))
                : sums.stream()
                        .sorted(ownFirst(currency, sum -> sum.text("currency")))
                        .map(sum -> sum.money("amount"))
                        .toList();
        return new PageBlock.Card(
                name,
                figures,
                count == 1 ? "1 invoice" : "%,d invoices".formatted(count),
                INVOICES + query,
                count == 0 ? "" : tone);
    }

    /// One for each currency that was invoiced in.
    private static List<Chart> charts(Item totals, String own) {
        var months = totals.items("months");
        return months.stream()
                .flatMap(month -> month.items("invoiced").stream())
                .map(sum -> sum.text("currency"))
                .distinct()
                .sorted(ownFirst(own, currency -> currency))
                .map(currency -> chart(currency, months))
                .toList();
    }

    /// The currency that the seller thinks in, then the others.
    private static <T> Comparator<T> ownFirst(String own, Function<T, String> currency) {
        return Comparator.comparing((T it) -> !currency.apply(it).equals(own)).thenComparing(currency);
    }

    private static Chart chart(String currency, List<Item> months) {
        var amounts = new ArrayList<Chart.Amount>();
        for (var month : months) {
            var when = YearMonth.parse(month.text("month"));
            var sum = month.items("invoiced").stream()
                    .filter(it -> it.text("currency").equals(currency))
                    .findFirst();
            amounts.add(new Chart.Amount(
                    when.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH),
                    month.text("month"),
                    sum.map(it -> it.sum("amount")).orElse(BigDecimal.ZERO),
                    sum.map(it -> it.money("amount")).orElse("nothing")));
        }
        return Chart.of(currency, amounts);
    }
}
