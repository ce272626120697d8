package dev.brickwork.metering;

import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import java.util.List;

/// Invariants of stored usage, recomputed from the entries themselves.
public final class UsageInvariants {
    private UsageInvariants() {}

    public static void register(Invariants invariants) {
        invariants.register("I9 running totals are the sum of live entries", UsageInvariants::totals);
        invariants.register("I9 versions of an entry follow one another", UsageInvariants::versions);
    }

    /// By local days: an hour of the totals is one of the subscription's zone. No foreign key holds the entries, so
    /// that there may be some of a subscription that is not there.
    private static List<String> totals(SqlSession tx) {
        return Invariants.found(tx, "subscription %s on %s: the totals say %s, the entries %s", """
                WITH live AS (
                    SELECT e.seller_id, e.subscription_id, e.brick_id, e.time, e.value, e.transaction_id
                    FROM usage_entry e
                    WHERE e.transaction_id IS NULL OR NOT EXISTS (
                        SELECT FROM usage_revision r
                        WHERE r.seller_id = e.seller_id AND r.transaction_id = e.transaction_id)
                    UNION ALL
                    SELECT r.seller_id, r.subscription_id, r.brick_id, r.time, r.value, r.transaction_id
                    FROM usage_revision r
                    WHERE r.state = 'EDITED' AND NOT EXISTS (
                        SELECT FROM usage_revision newer
                        WHERE newer.seller_id = r.seller_id AND newer.transaction_id = r.transaction_id
                            AND newer.version > r.version)),
                counted AS (
                    SELECT l.seller_id, l.subscription_id, l.brick_id,
                        (l.time AT TIME ZONE coalesce(s.time_zone, 'UTC'))::date AS day,
                        sum(l.value) AS value, count(*) AS entries, count(l.transaction_id) AS listed
                    FROM live l
                    LEFT JOIN subscription s ON s.seller_id = l.seller_id AND s.id = l.subscription_id
                    GROUP BY 1, 2, 3, 4),
                kept AS (
                    SELECT t.seller_id, t.subscription_id, t.brick_id, (t.hour AT TIME ZONE s.time_zone)::date AS day,
                        sum(t.value) AS value, sum(t.entries) AS entries, sum(t.listed) AS listed
                    FROM usage_total t
                    JOIN subscription s ON s.seller_id = t.seller_id AND s.id = t.subscription_id
                    GROUP BY 1, 2, 3, 4)
                SELECT coalesce(k.subscription_id, c.subscription_id) AS subscription_id,
                    coalesce(k.day, c.day)::text AS day, coalesce(k.value, 0)::text AS kept,
                    coalesce(c.value, 0)::text AS counted
                FROM kept k
                FULL JOIN counted c ON c.seller_id = k.seller_id AND c.subscription_id = k.subscription_id
                    AND c.brick_id = k.brick_id AND c.day = k.day
                WHERE coalesce(k.value, 0) <> coalesce(c.value, 0) OR coalesce(k.entries, 0) <> coalesce(c.entries, 0)
                    OR coalesce(k.listed, 0) <> coalesce(c.listed, 0)
                """);
    }

    private static List<String> versions(SqlSession tx) {
        return Invariants.found(tx, "entry %s has a version out of order", """
                SELECT r.transaction_id
                FROM usage_revision r
                WHERE NOT EXISTS (
                        SELECT FROM usage_entry e
                        WHERE e.seller_id = r.seller_id AND e.transaction_id = r.transaction_id
                            AND e.subscription_id = r.subscription_id AND e.brick_id = r.brick_id)
                    OR (r.version > 2 AND NOT EXISTS (
                        SELECT FROM usage_revision before
                        WHERE before.seller_id = r.seller_id AND before.transaction_id = r.transaction_id
                            AND before.version = r.version - 1 AND before.state = 'EDITED'))
                """);
    }
}
