package dev.brickwork.contracts;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.contract.Line;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Reads and locks subscriptions with their terms, for the use cases that bill them.
public final class Contracts {
    private final SubscriptionStore subscriptions = new SubscriptionStore();
    private final OrderStore orders = new OrderStore();
    private final ContractTerms terms = new ContractTerms(subscriptions, orders, new PauseStore());

    public Optional<Subscription> find(Tx tx, SubscriptionId id) {
        return subscriptions.find(tx, id);
    }

    /// Locks the row of a subscription. Every operation that changes anything of it takes this lock first.
    public Optional<Subscription> lock(Tx tx, SubscriptionId id) {
        return subscriptions.lock(tx, id);
    }

    /// The term that carries the subscription; empty while its first order is open.
    public Optional<ContractTerm> term(Tx tx, Subscription subscription) {
        if (subscription.stage() != OrderStage.CLOSED) return Optional.empty();
        return Optional.of(terms.of(tx, subscription));
    }

    /// Any term of a subscription, by the order that opened it.
    public ContractTerm term(Tx tx, Subscription subscription, OrderId term) {
        return terms.of(tx, subscription, term);
    }

    /// The term that gives service today, also where a recast lies ahead.
    public OrderId running(Tx tx, Subscription subscription) {
        return terms.on(tx, subscription, subscription.today(tx.now())).termId();
    }

    /// Every term of a subscription, in the order in which they were agreed.
    public List<ContractTerm> terms(Tx tx, Subscription subscription) {
        return terms.all(tx, subscription);
    }

    /// Every term of many subscriptions, by their ids; without those that have not started or are not the seller's.
    public Map<SubscriptionId, List<ContractTerm>> terms(Tx tx, Collection<SubscriptionId> ids) {
        return terms.all(tx, subscriptions.all(tx, ids));
    }

    /// The lines of a term by the ids under which invoices know them.
    public Map<UUID, Line> lines(Tx tx, ContractTerm term) {
        return terms.lines(tx, term);
    }

    /// Who is billed by whom for what a closed order brings.
    public Subscription.BillingParties parties(Tx tx, SubscriptionId id, OrderId order) {
        return orders.find(tx, id, order).orElseThrow().parties();
    }
}
