package dev.brickwork.web.console;

import java.util.List;
import java.util.Map;

/// Webhook endpoints, and what became of the deliveries to one.
final class WebhookSection implements ListSection {
    @Override
    public Sheet list(Reader reader) {
        var found = reader.list("/webhook-endpoints", Map.of());
        return Sheet.of(
                "Webhooks",
                new Block.Table(
                        "",
                        List.of(
                                Block.Column.of("Address"),
                                Block.Column.tight("State"),
                                Block.Column.of("Events"),
                                Block.Column.tight("Since")),
                        found.results().stream()
                                .map(endpoint -> List.of(
                                        Cell.of(endpoint.text("url"))
                                                .to("webhooks", endpoint.text("webhook_endpoint_id")),
                                        state(endpoint),
                                        Cell.of(events(endpoint)),
                                        Cell.of(endpoint.date("created_at"))))
                                .toList(),
                        "Nobody is told of events. POST /webhook-endpoints registers an address.",
                        reader.pager(found)));
    }

    private static Cell state(Item endpoint) {
        if (endpoint.is("active")) return Cell.pill("Active", "good");
        return endpoint.maybe("disabled_reason")
                .map(why -> Cell.pill("Turned off", "bad").with(why))
                .orElseGet(() -> Cell.pill("Off", "plain"));
    }

    private static String events(Item endpoint) {
        var events = endpoint.texts("events");
        return events.isEmpty() || events.contains("*") ? "All" : String.join(", ", events);
    }

    @Override
    public Sheet one(Reader reader, String id) {
        var path = "/webhook-endpoints/" + id;
        var endpoint = reader.get(path);
        var deliveries = reader.list(path + "/deliveries", Map.of());
        return Sheet.of(
                        endpoint.text("url"),
                        new Block.Facts(
                                "",
                                List.of(
                                        new Block.Fact("Events", Cell.of(events(endpoint))),
                                        new Block.Fact("Since", Cell.of(endpoint.date("created_at"))))),
                        new Block.Table(
                                "Deliveries",
                                List.of(
                                        Block.Column.tight("When"),
                                        Block.Column.tight("Event"),
                                        Block.Column.tight("State"),
                                        Block.Column.of("Last answer"),
                                        Block.Column.figure("Attempts"),
                                        Block.Column.tight("Next attempt")),
                                deliveries.results().stream()
                                        .map(delivery -> row(reader, delivery))
                                        .toList(),
                                "Nothing has been sent yet.",
                                reader.pager(deliveries)))
                .under("Webhooks", "webhooks")
                .standing(state(endpoint));
    }

    private static List<Cell> row(Reader reader, Item delivery) {
        var attempts = delivery.items("attempts");
        return List.of(
                Cell.of(delivery.moment("created_at", reader.zone())),
                Cell.of(delivery.text("event_type")).to("events", delivery.text("event_id")),
                Cell.status(delivery, "state"),
                attempts.isEmpty() ? Cell.of("") : answer(attempts.getLast()),
                Cell.of(Integer.toString(attempts.size())),
                Cell.of(delivery.moment("next_attempt_at", reader.zone())));
    }

    private static Cell answer(Item attempt) {
        return Cell.of(attempt.maybe("status").orElse(attempt.text("error")));
    }
}
