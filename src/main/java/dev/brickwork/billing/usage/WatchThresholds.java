package dev.brickwork.billing.usage;

import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.metering.IngestStore.HourKey;
import dev.brickwork.metering.IngestStore.MeterKey;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.metering.ThresholdStore;
import dev.brickwork.metering.Thresholds;
import dev.brickwork.metering.Totals;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Warns when a window passes a threshold, once, in the transaction that moved its total over it.
public final class WatchThresholds {
    private final Contracts contracts;
    private final Catalogue catalogue;
    private final Meters meters;
    private final Totals totals;
    private final ThresholdStore thresholds;
    private final Outbox outbox;

    public WatchThresholds(
            Contracts contracts,
            Catalogue catalogue,
            Meters meters,
            Totals totals,
            ThresholdStore thresholds,
            Outbox outbox) {
        this.contracts = contracts;
        this.catalogue = catalogue;
        this.meters = meters;
        this.totals = totals;
        this.thresholds = thresholds;
        this.outbox = outbox;
    }

    /// Looks at every window that the hours lie in.
    public void run(SqlSession tx, Map<HourKey, Caller> hours) {
        var known = new HashMap<MeterKey, Optional<MeterFacts>>(); // A batch may hold thousands of hours of each.
        var seen = new HashSet<MeterWindow>();
        hours.forEach((key, caller) -> {
            var meter = new MeterKey(key.seller(), key.subscription());
            var facts = known.computeIfAbsent(
                    meter,
                    _ -> contracts
                            .find(tx.as(caller), new SubscriptionId(key.subscription()))
                            .flatMap(found -> meters.facts(tx.as(caller), found)));
            if (facts.isEmpty()) return;
            var window = facts.get().window(key.brick(), key.hour());
            if (window.isEmpty()) return; // A renewal that is not agreed yet has no windows.
            if (seen.add(window.get()))
                look(tx.as(caller), window.get(), facts.get().customer());
        });
    }

    private void look(Tx tx, MeterWindow window, UUID customer) {
        var span = window.span();
        var set = thresholds.find(tx, span.subscription().value(), span.brick().value());
        if (set.isEmpty()) return;
        var used = totals.used(tx, span);
        var reached = new ArrayList<>(
                set.get().reachedBy(used.value(), window.allowance().value()));
        boolean isMoneyWatched = !set.get().money().isEmpty() && window.isBilled();
        if (isMoneyWatched) reached.addAll(set.get().reachedBy(owed(tx, window)));
        for (var alert : reached) tell(tx, window, customer, used, alert);
    }

    /// Beyond what an amount may say (rule M-09) every amount is reached.
    private long owed(Tx tx, MeterWindow window) {
        var spans = window.ratedBy(window.window().period().end());
        try {
            return window.window().rate(totals.used(tx, spans)).net();
        } catch (AmountOutOfRange _) {
            return Money.MINOR_MAX;
        }
    }

    private void tell(Tx tx, MeterWindow window, UUID customer, Quantity used, Thresholds.Alert alert) {
        var subscription = window.subscription().value();
        var brick = window.window().terms();
        var start = window.calendar().start();
        if (!thresholds.tellOnce(tx, subscription, brick.id().value(), start, alert)) return;
        var unit = catalogue.brick(tx, brick.id()).flatMap(found -> found.unit());
        outbox.stage(
                tx,
                Event.told(
                        "usage.threshold.exceeded." + alert.kind(), subscription, Optional.of(subscription), json -> {
                            json.put("subscription_id", subscription)
                                    .put("customer_id", customer)
                                    .put("brick_id", brick.id().value())
                                    .put("brick_name", brick.name())
                                    .put("brick_code", brick.code())
                                    .putNumber("threshold", alert.threshold())
                                    .putNumber("reached", alert.reached())
                                    .put("currency", window.window().currency());
                            json.putObject("window", out -> MeterJson.window(out, window, used, unit));
                        }));
    }
}
