package dev.brickwork.usage;

import dev.brickwork.catalogue.Catalogue;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.BrickId;
import dev.brickwork.plumbing.outbox.Event;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.subscriptions.Subscriptions;
import dev.brickwork.usage.IngestStore.HourKey;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Warns when a window passes a threshold, once, in the transaction that moved its total over it.
final class WatchThresholds {
    private final Subscriptions subscriptions;
    private final Catalogue catalogue;
    private final Meters meters;
    private final Totals totals;
    private final ThresholdStore thresholds;
    private final Outbox outbox;

    WatchThresholds(
            Subscriptions subscriptions,
            Catalogue catalogue,
            Meters meters,
            Totals totals,
            ThresholdStore thresholds,
            Outbox outbox) {
        this.subscriptions = subscriptions;
        this.catalogue = catalogue;
        this.meters = meters;
        this.totals = totals;
        this.thresholds = thresholds;
        this.outbox = outbox;
    }

    private record Watched(UUID subscription, UUID brick, MeterWindow window) {}

    /// Looks at every window that the hours lie in.
    void run(Handle tx, Map<HourKey, Caller> hours) {
        var seen = new HashSet<Watched>();
        hours.forEach((key, caller) -> {
            var subscription = subscriptions.find(tx, caller, new SubscriptionId(key.subscription()));
            var facts = subscription.flatMap(found -> meters.facts(tx, caller, found));
            if (facts.isEmpty()) return;
            var window = facts.get().window(key.brick(), key.hour());
            if (window.isEmpty()) return; // A renewal that is not agreed yet has no windows.
            var watched = new Watched(key.subscription(), key.brick(), window.get());
            if (seen.add(watched)) look(tx, caller, watched, facts.get());
        });
    }

    private void look(Handle tx, Caller caller, Watched watched, MeterFacts facts) {
        var set = thresholds.find(tx, caller, watched.subscription, watched.brick);
        if (set.isEmpty()) return;
        var window = watched.window;
        var used = totals.used(tx, caller, window.span());
        var reached = set.get().reachedBy(used.value(), window.allowance().value());
        for (var alert : reached) tell(tx, caller, watched, facts, alert);
        if (set.get().money().isEmpty() || !window.isBilled()) return;
        for (var alert : set.get().reachedBy(owed(tx, caller, watched))) tell(tx, caller, watched, facts, alert);
    }

    private long owed(Handle tx, Caller caller, Watched watched) {
        var window = watched.window;
        var spans = window.ratedBy(window.window().period().end());
        var used = totals.used(tx, caller, spans);
        return window.window().rate(used).net();
    }

    private void tell(Handle tx, Caller caller, Watched watched, MeterFacts facts, Thresholds.Alert alert) {
        var start = watched.window.calendar().start();
        if (!thresholds.tellOnce(tx, caller, watched.subscription, watched.brick, start, alert)) return;
        var window = watched.window;
        var brick = window.window().terms();
        var unit = catalogue.brick(tx, caller, new BrickId(watched.brick)).flatMap(found -> found.unit());
        var used = totals.used(tx, caller, window.span());
        outbox.stage(
                tx,
                caller,
                Event.told(
                        "usage.threshold.exceeded." + alert.kind(),
                        watched.subscription,
                        Optional.of(watched.subscription),
                        json -> {
                            json.put("subscription_id", watched.subscription)
                                    .put("customer_id", facts.customer())
                                    .put("brick_id", watched.brick)
                                    .put("brick_name", brick.name())
                                    .put("brick_code", brick.code())
                                    .putNumber("threshold", alert.threshold())
                                    .putNumber("reached", alert.reached())
                                    .put("currency", window.window().currency());
                            json.putObject("window", out -> UsageJson.window(out, window, used, unit));
                        }));
    }
}
