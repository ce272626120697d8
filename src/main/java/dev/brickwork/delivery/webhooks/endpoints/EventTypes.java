package dev.brickwork.delivery.webhooks.endpoints;

import java.util.List;

/// The names of the events that receivers may ask for. A test holds them against the OpenAPI file.
public final class EventTypes {
    static final String ALL = "*";

    public static final List<String> NAMES = List.of(
            "order.stage.change",
            "order.complete",
            "order.closed.lost",
            "order.closed.delete",
            "order.end",
            "order.new-ramping-period",
            "order.terminated",
            "order.reinstated",
            "invoice.start",
            "invoice.past.due",
            "invoice.voided",
            "invoice.regenerated",
            "invoice.refunded",
            "invoice.payment.succeeded",
            "invoice.payment.failed",
            "subscription.started",
            "subscription.paused",
            "subscription.resumed",
            "subscription.renewed",
            "subscription.inactive",
            "milestone.completed",
            "company.created",
            "company.updated",
            "person.created",
            "person.updated",
            "usage.threshold.exceeded.precommitment",
            "usage.threshold.exceeded.units",
            "usage.threshold.exceeded.money",
            "problem.found");

    public static final String NO_SUCH_EVENT =
            "There is no such event; there are %s.".formatted(String.join(", ", NAMES));

    private EventTypes() {}

    static boolean isKnown(String name) {
        return name.equals(ALL) || NAMES.contains(name);
    }
}
