package dev.brickwork.billing.usage;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.metering.IngestStore.MeterKey;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.platform.Cache;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.money.Quantity;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The facts of subscriptions that entries are judged by. Cached under the version of the subscription's row, which
/// every change of the contract raises: callers pass the version they have just read, so no stale facts are used.
public final class Meters {
    private static final long WINDOWS_KEPT_MAX = 200_000;
    private static final Instant FAR_AWAY = Instant.parse("9999-01-01T00:00:00Z");

    private final Contracts contracts;
    private final Customers customers;
    private final Cache<MeterKey, MeterFacts> kept = Cache.forEver(
            WINDOWS_KEPT_MAX,
            facts -> 1 + facts.windows().values().stream().mapToLong(List::size).sum());

    public Meters(Contracts contracts, Customers customers) {
        this.contracts = contracts;
        this.customers = customers;
    }

    /// The facts at a version that was read in this transaction; empty for what is no subscription of the seller.
    public Optional<MeterFacts> facts(Tx tx, UUID subscription, long version) {
        var key = new MeterKey(tx.seller().value(), subscription);
        var known = kept.get(key, Optional::empty);
        if (known.isPresent() && known.get().version() == version) return known;
        kept.forget(key);
        var read = contracts.find(tx, new SubscriptionId(subscription)).map(found -> read(tx, found));
        return kept.get(key, () -> read)
                .filter(facts -> facts.version() >= version)
                .or(() -> read);
    }

    public Optional<MeterFacts> facts(Tx tx, Subscription subscription) {
        return facts(tx, subscription.id().value(), subscription.version());
    }

    private MeterFacts read(Tx tx, Subscription subscription) {
        boolean isStarted = subscription.stage() == OrderStage.CLOSED;
        var terms = isStarted ? contracts.terms(tx, subscription) : List.<ContractTerm>of();
        var windows = new HashMap<UUID, List<MeterWindow>>();
        for (var term : terms) {
            MeterWindow.of(term, terms).forEach((brick, mine) -> {
                if (mine.isEmpty()) return; // Taken off on the day on which it came.
                windows.computeIfAbsent(brick.value(), _ -> new ArrayList<>()).addAll(mine);
            });
        }
        var pauses = terms.isEmpty() ? List.<Pause>of() : terms.getLast().allPauses();
        boolean isRenewing = !terms.isEmpty()
                && subscription.isRenewing()
                && !terms.getLast().isTrial();
        var stretches = new HashMap<UUID, List<MeterFacts.Stretch>>();
        windows.forEach((brick, mine) -> stretches.put(brick, stretches(mine)));
        var priced = new HashMap<UUID, BigDecimal>();
        windows.forEach((brick, mine) -> priced.put(brick, priced(mine)));
        if (isRenewing) goOn(terms.getLast(), windows, stretches);
        var end =
                subscription.termination().map(Subscription.Termination::on).orElseGet(() -> end(subscription, terms));
        return new MeterFacts(
                subscription.version(),
                subscription.customer(),
                subscription.zone(),
                isStarted,
                isErased(tx, subscription),
                subscription.zone().startOf(subscription.startsOn()),
                isRenewing ? FAR_AWAY : subscription.zone().startOf(end),
                pauses,
                Map.copyOf(windows),
                Map.copyOf(stretches),
                Map.copyOf(priced));
    }

    /// Whether the data of its customer or its payer were erased, which is possible only while it is inactive.
    private boolean isErased(Tx tx, Subscription subscription) {
        return subscription.status() == SubscriptionStatus.INACTIVE
                && customers.all(tx, List.of(subscription.customer(), subscription.billedCompany())).values().stream()
                        .anyMatch(Customer::isErased);
    }

    /// A power of ten: of no more units than that anything surely has a price in each window.
    private static BigDecimal priced(List<MeterWindow> windows) {
        var most = Quantity.LIMIT;
        for (var window : windows) {
            while (most.compareTo(BigDecimal.ONE) > 0 && !window.window().surelyPrices(new Quantity(most)))
                most = most.movePointLeft(1);
        }
        return most.compareTo(BigDecimal.ONE) > 0 ? most : BigDecimal.ZERO;
    }

    /// The end of the last agreed term, also before the sweep has made it the running one.
    private static LocalDate end(Subscription subscription, List<ContractTerm> terms) {
        var running = subscription.endsOn();
        var last = terms.isEmpty() ? running : terms.getLast().calendarEnd();
        return last.isAfter(running) ? last : running;
    }

    /// The renewal is closed on its first day, some seconds after midnight, and entries may be minutes ahead: usage
    /// goes on where the last term ends.
    private static void goOn(
            ContractTerm last, Map<UUID, List<MeterWindow>> windows, Map<UUID, List<MeterFacts.Stretch>> stretches) {
        var end = last.subscription().zone().startOf(last.calendarEnd());
        windows.forEach((brick, mine) -> {
            if (!mine.getLast().term().equals(last.termId())) return;
            var until = mine.getLast().until();
            if (until.isBefore(end)) return; // It was taken off before the end.
            var all = new ArrayList<>(stretches.getOrDefault(brick, List.of()));
            all.add(new MeterFacts.Stretch(until, FAR_AWAY));
            stretches.put(brick, List.copyOf(all));
        });
    }

    private static List<MeterFacts.Stretch> stretches(List<MeterWindow> windows) {
        var stretches = new ArrayList<MeterFacts.Stretch>();
        for (var window : windows) {
            boolean isNext = !stretches.isEmpty() && stretches.getLast().until().equals(window.from());
            var from = isNext ? stretches.removeLast().from() : window.from();
            stretches.add(new MeterFacts.Stretch(from, window.until()));
        }
        return List.copyOf(stretches);
    }
}
