package dev.brickwork.contracts;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Line;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads a subscription with its term, as most operations need it.
public final class ContractTerms {
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final PauseStore pauses;

    public ContractTerms(SubscriptionStore subscriptions, OrderStore orders, PauseStore pauses) {
        this.subscriptions = subscriptions;
        this.orders = orders;
        this.pauses = pauses;
    }

    public ContractTerm find(Tx tx, SubscriptionId id) {
        return of(tx, subscriptions.find(tx, id).orElseThrow(ContractTerms::none));
    }

    /// Holds the subscription's row until the transaction ends.
    public ContractTerm lock(Tx tx, SubscriptionId id) {
        return of(tx, subscriptions.lock(tx, id).orElseThrow(ContractTerms::none));
    }

    public ContractTerm of(Tx tx, Subscription subscription) {
        return of(tx, subscription, subscription.term());
    }

    public ContractTerm of(Tx tx, Subscription subscription, OrderId term) {
        var agreed = orders.ofTerm(tx, term);
        // Only the first order can be open and carry the subscription: nothing has begun that could be paused.
        boolean hasBegun =
                !(term.equals(subscription.term()) && agreed.getFirst().isOpen());
        return new ContractTerm(subscription, agreed, hasBegun ? pauses.list(tx, subscription.id()) : List.of());
    }

    /// The term that gives service on a calendar day: a recast or a renewal may lie ahead of the running one.
    public ContractTerm on(Tx tx, Subscription subscription, LocalDate day) {
        var current = of(tx, subscription);
        if (!current.calendarStart().isAfter(day)) return current;
        return all(tx, subscription).reversed().stream()
                .filter(term -> !term.calendarStart().isAfter(day))
                .findFirst()
                .orElse(current);
    }

    /// Every term of a subscription, in the order in which they were agreed.
    public List<ContractTerm> all(Tx tx, Subscription subscription) {
        return all(tx, List.of(subscription)).getOrDefault(subscription.id(), List.of());
    }

    /// Every term of many subscriptions. One whose first order is open has none and is not in the answer.
    public Map<SubscriptionId, List<ContractTerm>> all(Tx tx, Collection<Subscription> some) {
        var ids = some.stream().map(Subscription::id).toList();
        var byTerm = new LinkedHashMap<OrderId, List<Order>>();
        for (var order : orders.closed(tx, ids)) {
            byTerm.computeIfAbsent(order.term(), _ -> new ArrayList<>()).add(order);
        }
        var paused = pauses.lists(tx, ids);
        var byId = some.stream().collect(Collectors.toMap(Subscription::id, Function.identity()));
        return byTerm.values().stream()
                .map(ofTerm -> {
                    var id = ofTerm.getFirst().subscription();
                    return new ContractTerm(
                            Objects.requireNonNull(byId.get(id)), ofTerm, paused.getOrDefault(id, List.of()));
                })
                .collect(Collectors.groupingBy(term -> term.subscription().id()));
    }

    /// The terms agreed for the time after the running one, in their order.
    public List<ContractTerm> ahead(Tx tx, ContractTerm now) {
        return orders.ahead(tx, now.subscription().id(), now.termId()).stream()
                .map(order -> new ContractTerm(now.subscription(), List.of(order), now.pauses()))
                .toList();
    }

    public TermTimeline course(Tx tx, ContractTerm now) {
        return new TermTimeline(before(tx, now), now, ahead(tx, now));
    }

    /// The course of a term that was opened last: nothing follows it.
    public TermTimeline opened(Tx tx, ContractTerm now) {
        return new TermTimeline(before(tx, now), now, List.of());
    }

    private List<ContractTerm> before(Tx tx, ContractTerm now) {
        if (now.base().type() != OrderType.RECAST) return List.of();
        return all(tx, now.subscription()).stream()
                .takeWhile(term -> !term.termId().equals(now.termId()))
                .toList();
    }

    /// The term that is agreed last; a renewal follows it.
    public ContractTerm last(Tx tx, ContractTerm now) {
        var ahead = ahead(tx, now);
        return ahead.isEmpty() ? now : ahead.getLast();
    }

    /// The service clocks of those terms that were ever paused, in one statement; the clocks of all others show the
    /// calendar (rule K-02).
    public static Map<UUID, ServiceClock> clocks(Tx tx, Collection<UUID> terms) {
        if (terms.isEmpty()) return Map.of();
        Map<UUID, List<Pause>> paused = new HashMap<>();
        Map<UUID, Long> foreseen = new HashMap<>();
        tx.query("""
                SELECT orders.id, orders.foreseen_pause_days, pause.paused_on,
                    coalesce(pause.resumed_on, pause.scheduled_resume_on) AS resumes_on
                FROM orders
                LEFT JOIN LATERAL ( -- By its subscription, with a plan made while the table was small, too (ADR 15).
                    SELECT *
                    FROM pause
                    WHERE seller_id = orders.seller_id AND subscription_id = orders.subscription_id
                    OFFSET 0) pause
                    ON pause.paused_on >= orders.starts_on
                        OR orders.stage = 'CLOSED' AND coalesce(pause.resumed_at > orders.closed_at, true)
                WHERE orders.seller_id = :seller AND orders.id = ANY (:terms::uuid[])
                    AND (pause.id IS NOT NULL OR orders.foreseen_pause_days <> 0)
                ORDER BY pause.paused_on, pause.created_at
                """)
                .bind("terms", IdList.of(terms))
                .map((row, _) -> {
                    var term = Columns.uuid(row, "id");
                    foreseen.put(term, Columns.number(row, "foreseen_pause_days"));
                    var ofTerm = paused.computeIfAbsent(term, _ -> new ArrayList<>());
                    var pausedOn = Columns.maybeDate(row, "paused_on");
                    var resumesOn = Columns.maybeDate(row, "resumes_on");
                    pausedOn.ifPresent(on -> ofTerm.add(new Pause(on, resumesOn)));
                    return term;
                })
                .list();
        Map<UUID, ServiceClock> clocks = new HashMap<>();
        foreseen.forEach((term, days) ->
                clocks.put(term, new ServiceClock(paused.getOrDefault(term, List.of()), days)));
        return clocks;
    }

    public Map<UUID, Line> lines(Tx tx, ContractTerm agreement) {
        return agreement.lines(orders.lines(tx, agreement.termId()));
    }

    /// The clock on which an order's dates move: that of its term (rule K-02).
    public static ServiceClock clock(Tx tx, Order order) {
        return clocks(tx, List.of(order)).apply(order);
    }

    /// The clocks of many orders, read in one statement: each is that of the order's term (rule K-02).
    public static Function<Order, ServiceClock> clocks(Tx tx, List<Order> some) {
        var byTerm = clocks(tx, some.stream().map(order -> order.term().value()).collect(Collectors.toSet()));
        return order -> byTerm.getOrDefault(order.term().value(), ServiceClock.UNPAUSED);
    }

    static Refusal none() {
        return Refusal.notFound("subscription");
    }
}
