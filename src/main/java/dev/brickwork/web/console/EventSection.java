package dev.brickwork.web.console;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The feed, newest first, and one event with its data.
final class EventSection implements ListSection {
    private static final String ADDRESS = "/console/events";
    private static final Pattern SEQUENCE = Pattern.compile("\\d{1,18}");

    /// Events up to one, newest first. The feed is read forward only; having no gaps, its end is known by counting.
    ///
    /// @param first of the whole feed
    /// @param last of those that are shown
    private record Stretch(long first, long last, long end, List<Item> newestFirst) {}

    private static Stretch upTo(ConsoleRequest reader, long wanted, int count) {
        var oldest = reader.get("/events", Map.of("limit", "1"));
        if (oldest.results().isEmpty()) return new Stretch(0, 0, 0, List.of());
        long first = oldest.results().getFirst().number("sequence");
        long end = first + oldest.number("count") - 1;
        long last = Math.clamp(wanted, first, end);
        long after = Math.max(first - 1, last - count);
        var found = new ArrayList<>(
                reader.get("/events", Map.of("after", Long.toString(after), "limit", Long.toString(last - after)))
                        .results());
        Collections.reverse(found);
        return new Stretch(first, last, end, found);
    }

    static PageBlock latest(ConsoleRequest reader, int count) {
        return table("Latest events", reader, upTo(reader, Long.MAX_VALUE, count).newestFirst, Pager.NONE);
    }

    @Override
    public ConsolePage list(ConsoleRequest reader) {
        var text = reader.asked("upto");
        long wanted = SEQUENCE.matcher(text).matches() ? Long.parseLong(text) : Long.MAX_VALUE;
        var shown = upTo(reader, wanted, ConsoleRequest.PAGE_SIZE);
        var newer = shown.last < shown.end ? link(shown.last + ConsoleRequest.PAGE_SIZE) : "";
        var older =
                shown.last - ConsoleRequest.PAGE_SIZE >= shown.first ? link(shown.last - ConsoleRequest.PAGE_SIZE) : "";
        return ConsolePage.of("Events", table("", reader, shown.newestFirst, new Pager("", newer, older)));
    }

    private static String link(long upTo) {
        return ConsoleRequest.link(ADDRESS, Map.of("upto", Long.toString(upTo)));
    }

    private static PageBlock table(String title, ConsoleRequest reader, List<Item> events, Pager pager) {
        return new PageBlock.Table(
                title,
                List.of(
                        PageBlock.Column.tight("When"),
                        PageBlock.Column.tight("Event"),
                        PageBlock.Column.of("Of"),
                        PageBlock.Column.figure("Number")),
                events.stream()
                        .map(event -> List.of(
                                TableCell.of(event.moment("created_at", reader.zone())),
                                TableCell.of(event.text("event_type")).to("events", event.text("event_id")),
                                object(event.inner("data")),
                                TableCell.of(event.text("sequence"))))
                        .toList(),
                "Nothing has happened yet.",
                pager);
    }

    /// Links the most specific object that an event names, an invoice before its subscription or customer.
    private static TableCell object(Item about) {
        if (about.maybe("invoice_id").isPresent()) {
            return TableCell.of(about.maybe("invoice_number")
                            .map(it -> "Invoice " + it)
                            .orElse("Invoice"))
                    .to("invoices", about.text("invoice_id"))
                    .with(about.text("customer_name"));
        }
        if (about.maybe("subscription_id").isPresent()) {
            return TableCell.of(about.maybe("plan_name").orElse("Subscription"))
                    .to("subscriptions", about.text("subscription_id"))
                    .with(about.text("customer_name"));
        }
        return TableCell.of(about.maybe("name").orElse("Customer")).to("customers", about.text("customer_id"));
    }

    @Override
    public ConsolePage one(ConsoleRequest reader, String id) {
        var event = reader.get("/events/" + id);
        return ConsolePage.of(
                        event.text("event_type"),
                        new PageBlock.Facts(
                                "",
                                List.of(
                                        new PageBlock.Fact(
                                                "When", TableCell.of(event.moment("created_at", reader.zone()))),
                                        new PageBlock.Fact("Number", TableCell.of(event.text("sequence"))),
                                        new PageBlock.Fact("Of", object(event.inner("data"))),
                                        new PageBlock.Fact("Id", TableCell.of(event.text("event_id"))))),
                        new PageBlock.Code("Data", event.inner("data").json().toPrettyString()))
                .under("Events", "events");
    }
}
