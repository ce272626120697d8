package dev.brickwork.billing.orders;

import dev.brickwork.contracts.OrderStore;
import dev.brickwork.ids.OrderId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Sellers;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Prices the open orders of an earlier release once by what they have pinned since, so that they show what starting
/// them bills (rule Q-01). The migration that pinned the versions could not compute prices.
public final class RepriceOpenOrders {
    private static final DueRows DUE = new DueRows("orders", "id", "reprice_at");

    private final Database database;
    private final OrderStore orders;
    private final Sellers sellers;
    private final StartOrder starting;
    private final DueRowPoller poller;

    public RepriceOpenOrders(OrderDependencies parts, StartOrder starting) {
        this.database = parts.database;
        this.orders = parts.orders;
        this.sellers = parts.sellers;
        this.starting = starting;
        this.poller = new DueRowPoller(DUE, database);
    }

    public Sweep sweep() {
        return DUE.sweep("reprice", this::run);
    }

    private int run(Caller caller, BooleanSupplier isEnough) {
        return poller.each(caller, id -> database.inTransaction(caller, tx -> reprice(tx, id)), isEnough);
    }

    /// An order that could not start now, because of a pause for example, keeps what it shows.
    private int reprice(Tx tx, UUID id) {
        var subscription = orders.subscriptionOf(tx, new OrderId(id));
        var seen = orders.find(tx, subscription, new OrderId(id)).orElseThrow();
        var locked = starting.lock(tx, subscription, seen.type());
        var order = orders.find(tx, subscription, new OrderId(id)).orElseThrow();
        if (order.isOpen()) {
            repriced(() -> starting.price(tx, identity(tx), locked, order))
                    .ifPresent(priced -> orders.update(tx, order.quoted(priced.quote(), order.request())));
        }
        orders.markRepriced(tx, order);
        return 1;
    }

    private static Optional<StartOrder.Priced> repriced(Supplier<StartOrder.Priced> pricing) {
        try {
            return Optional.of(pricing.get());
        } catch (Refusal notNow) {
            return Optional.empty();
        }
    }

    private Identity identity(Tx tx) {
        boolean isTest = sellers.get(tx, tx.seller()).mode() == Mode.TEST;
        return new Identity(tx.seller(), tx.caller().actor(), Set.of(), isTest, Optional.of(tx.now()));
    }
}
