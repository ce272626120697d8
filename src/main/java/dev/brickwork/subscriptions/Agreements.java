package dev.brickwork.subscriptions;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.pricing.Line;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads a subscription with its term, as most operations need it.
final class Agreements {
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final PauseStore pauses;

    Agreements(SubscriptionStore subscriptions, OrderStore orders, PauseStore pauses) {
        this.subscriptions = subscriptions;
        this.orders = orders;
        this.pauses = pauses;
    }

    Agreement find(Handle tx, Caller caller, SubscriptionId id) {
        return of(tx, caller, subscriptions.find(tx, caller, id).orElseThrow(Agreements::none));
    }

    /// Holds the subscription's row until the transaction ends (REL 2.2).
    Agreement lock(Handle tx, Caller caller, SubscriptionId id) {
        return of(tx, caller, subscriptions.lock(tx, caller, id).orElseThrow(Agreements::none));
    }

    Agreement of(Handle tx, Caller caller, Subscription subscription) {
        return of(tx, caller, subscription, subscription.term());
    }

    Agreement of(Handle tx, Caller caller, Subscription subscription, OrderId term) {
        return new Agreement(subscription, orders.ofTerm(tx, caller, term), pauses.list(tx, caller, subscription.id()));
    }

    /// The term that gives service on a calendar day: a recast or a renewal may lie ahead of the running one.
    Agreement on(Handle tx, Caller caller, Subscription subscription, LocalDate day) {
        var current = of(tx, caller, subscription);
        if (!current.base().startsOn().isAfter(day)) return current;
        return orders.termOn(tx, caller, subscription.id(), day)
                .map(term -> of(tx, caller, subscription, term))
                .orElse(current);
    }

    /// What was agreed for the time after the running term.
    Optional<Agreement> following(Handle tx, Caller caller, Agreement now) {
        return orders.following(tx, caller, now.subscription().id(), now.termId())
                .map(order -> new Agreement(now.subscription(), List.of(order), now.pauses()));
    }

    Map<UUID, Line> lines(Handle tx, Caller caller, Agreement agreement) {
        return agreement.lines(orders.lines(tx, caller, agreement.termId()));
    }

    static Refusal none() {
        return Refusal.notFound("subscription");
    }
}
