package dev.brickwork.invoicing.usage;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.pricing.terms.BrickId;
import java.time.LocalDate;

/// Names a window of a brick: its first service day in its term.
public record WindowKey(SubscriptionId subscription, OrderId term, BrickId brick, LocalDate start) {
    public static WindowKey of(MeterWindow window) {
        var its = window.window();
        return new WindowKey(
                window.subscription(),
                window.term(),
                its.terms().id(),
                its.period().start());
    }
}
