package dev.brickwork.web.console;

import java.util.List;
import java.util.Map;

/// Webhook endpoints, and what became of the deliveries to one.
final class WebhookSection implements ListSection {
    @Override
    public ConsolePage list(ConsoleRequest reader) {
        var found = reader.list("/webhook-endpoints", Map.of());
        return ConsolePage.of(
                "Webhooks",
                new PageBlock.Table(
                        "",
                        List.of(
                                PageBlock.Column.of("Address"),
                                PageBlock.Column.tight("State"),
                                PageBlock.Column.of("Events"),
                                PageBlock.Column.tight("Since")),
                        found.results().stream()
                                .map(endpoint -> List.of(
                                        TableCell.of(endpoint.text("url"))
                                                .to("webhooks", endpoint.text("webhook_endpoint_id")),
                                        state(endpoint),
                                        TableCell.of(events(endpoint)),
                                        TableCell.of(endpoint.date("created_at"))))
                                .toList(),
                        "No address is told of events. POST /webhook-endpoints registers an address.",
                        reader.pager(found)));
    }

    private static TableCell state(Item endpoint) {
        if (endpoint.is("active")) return TableCell.pill("Active", "good");
        return endpoint.maybe("disabled_reason")
                .map(why -> TableCell.pill("Turned off", "bad").with(why))
                .orElseGet(() -> TableCell.pill("Off", "plain"));
    }

    private static String events(Item endpoint) {
        var events = endpoint.texts("events");
        return events.isEmpty() || events.contains("*") ? "All" : String.join(", ", events);
    }

    @Override
    public ConsolePage one(ConsoleRequest reader, String id) {
        var path = "/webhook-endpoints/" + id;
        var endpoint = reader.get(path);
        var deliveries = reader.list(path + "/deliveries", Map.of());
        return ConsolePage.of(
                        endpoint.text("url"),
                        new PageBlock.Facts(
                                "",
                                List.of(
                                        new PageBlock.Fact("Events", TableCell.of(events(endpoint))),
                                        new PageBlock.Fact("Since", TableCell.of(endpoint.date("created_at"))))),
                        new PageBlock.Table(
                                "Deliveries",
                                List.of(
                                        PageBlock.Column.tight("When"),
                                        PageBlock.Column.tight("Event"),
                                        PageBlock.Column.tight("State"),
                                        PageBlock.Column.of("Last answer"),
                                        PageBlock.Column.figure("Attempts"),
                                        PageBlock.Column.tight("Next attempt")),
                                deliveries.results().stream()
                                        .map(delivery -> row(reader, delivery))
                                        .toList(),
                                "Nothing has been sent yet.",
                                reader.pager(deliveries)))
                .under("Webhooks", "webhooks")
                .standing(state(endpoint));
    }

    private static List<TableCell> row(ConsoleRequest reader, Item delivery) {
        var attempts = delivery.items("attempts");
        return List.of(
                TableCell.of(delivery.moment("created_at", reader.zone())),
                TableCell.of(delivery.text("event_type")).to("events", delivery.text("event_id")),
                TableCell.status(delivery, "state"),
                attempts.isEmpty() ? TableCell.of("") : answer(attempts.getLast()),
                TableCell.of(Integer.toString(attempts.size())),
                TableCell.of(delivery.moment("next_attempt_at", reader.zone())));
    }

    private static TableCell answer(Item attempt) {
        return TableCell.of(attempt.maybe("status").orElse(attempt.text("error")));
    }
}
