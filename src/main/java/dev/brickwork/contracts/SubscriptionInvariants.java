package dev.brickwork.contracts;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.pricing.calendar.ServiceClock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/// Checks stored subscriptions. Constraints ensure that a day is paused once; this finds rows that bypassed them,
/// and terms that did not move with their pauses, which no constraint could ensure.
public final class SubscriptionInvariants {
    private SubscriptionInvariants() {}

    public static void register(Invariants invariants) {
        invariants.register("I14 a term ends as much later as it was paused", SubscriptionInvariants::pauses);
    }

    /// There is no clock with a day that is paused twice, so nothing else can be asked then.
    private static List<String> pauses(SqlSession tx) {
        var overlapping = overlaps(tx);
        return overlapping.isEmpty() ? ends(tx) : overlapping;
    }

    private static List<String> overlaps(SqlSession tx) {
        return Invariants.found(tx, "pauses of subscription %s overlap", """
                SELECT subscription_id
                FROM (SELECT subscription_id, paused_on,
                        lag(coalesce(resumed_on, scheduled_resume_on, 'infinity')) OVER (
                            PARTITION BY seller_id, subscription_id
                            ORDER BY paused_on, coalesce(resumed_on, scheduled_resume_on, 'infinity')) AS until
                      FROM pause) one_after_another
                WHERE until > paused_on
                """);
    }

    private record Term(SellerId seller, UUID subscription, UUID order, LocalDate agreedEnd, LocalDate end) {}

    /// Finds terms whose end did not move with their pauses. Inactive subscriptions no longer move (rules K-01,
    /// N-05). Clocks are computed only for those that moved, or should have.
    private static List<String> ends(SqlSession tx) {
        var broken = new ArrayList<String>();
        tx.query("""
                SELECT s.seller_id, s.id, o.id AS order_id, o.ends_on AS agreed_end, s.ends_on
                FROM subscription s
                JOIN orders o ON o.seller_id = s.seller_id AND o.id = s.term_order_id
                WHERE s.status <> 'INACTIVE'
                    AND (s.ends_on <> o.ends_on OR o.foreseen_pause_days <> 0 OR EXISTS (
                        SELECT FROM pause p WHERE p.seller_id = s.seller_id AND p.subscription_id = s.id))
                """)
                .map((row, _) -> new Term(
                        new SellerId(Columns.uuid(row, "seller_id")),
                        Columns.uuid(row, "id"),
                        Columns.uuid(row, "order_id"),
                        Columns.date(row, "agreed_end"),
                        Columns.date(row, "ends_on")))
                .collect(Collectors.groupingBy(Term::seller))
                .forEach((seller, terms) -> broken.addAll(ends(tx, seller, terms)));
        return broken;
    }

    private static List<String> ends(SqlSession tx, SellerId seller, List<Term> terms) {
        var caller = new Caller(seller, "check", "check", Instant.EPOCH);
        var clocks = ContractTerms.clocks(
                tx.as(caller), terms.stream().map(Term::order).toList());
        return terms.stream()
                .filter(term -> !clocks.getOrDefault(term.order, ServiceClock.UNPAUSED)
                        .calendarEnd(term.agreedEnd)
                        .equals(term.end))
                .map(term -> "subscription %s ends on %s".formatted(term.subscription, term.end))
                .toList();
    }
}
