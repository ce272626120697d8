package dev.brickwork.billing.rating;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.UsageToRate;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// For every window that was billed, all that was billed and corrected comes to one rating of the usage in
/// it, to the cent. Subscriptions with changes that wait to be settled are left for the next look.
public final class UsageBillInvariant {
    private final RateUsage rating;
    private final UsageBillStore store = new UsageBillStore();

    public UsageBillInvariant(RateUsage rating) {
        this.rating = rating;
    }

    private record Place(SellerId seller, SubscriptionId subscription) {}

    public List<String> run(SqlSession tx) {
        var broken = new ArrayList<String>();
        for (var place : places(tx)) {
            var caller = new Caller(place.seller, "check", "check", Instant.EPOCH);
            var billed = store.ofSubscription(tx.as(caller), place.subscription);
            var windows = rating.metered(tx.as(caller), place.subscription)
                    .map(RateUsage.Metered::windows)
                    .orElse(Map.of());
            var asked = new ArrayList<UsageToRate>();
            billed.forEach((key, rows) -> {
                var window = windows.get(key);
                if (window != null) asked.add(rows.again(window));
                else if (rows.sum().net() != rows.kept().net()) broken.add(sentence(place, key, rows.sum(), 0));
            });
            for (var rated : rating.rate(tx.as(caller), asked)) {
                boolean isLeftOff = rated.change().net() > Money.MINOR_MAX / 2 // M-09
                        || billed.getOrDefault(rated.key(), Billed.NOTHING).isLeftOff();
                if (rated.change().net() == 0 || isLeftOff) continue;
                var before = rated.rating().minus(rated.change());
                broken.add(sentence(place, rated.key(), before, rated.rating().net()));
            }
        }
        return broken;
    }

    /// The usage lines of an invoice sum up to what was recorded as billed on it.
    public static List<String> lines(SqlSession tx) {
        return Invariants.found(tx, "invoice %s bears other usage than was billed", """
                SELECT i.id
                FROM invoice i
                LEFT JOIN (SELECT seller_id, invoice_id, sum(gross - discount) AS net
                           FROM invoice_usage
                           WHERE invoice_id IS NOT NULL
                           GROUP BY seller_id, invoice_id) AS billed
                    ON billed.seller_id = i.seller_id AND billed.invoice_id = i.id
                LEFT JOIN (SELECT seller_id, invoice_id, version, sum(gross - discount) AS net
                           FROM invoice_line
                           WHERE kind IN ('USAGE', 'CORRECTION')
                           GROUP BY seller_id, invoice_id, version) AS line
                    ON line.seller_id = i.seller_id AND line.invoice_id = i.id AND line.version = i.version
                LEFT JOIN (SELECT seller_id, invoice_id, sum(gross - discount) AS net
                           FROM invoice_item
                           WHERE kind = 'CORRECTION'
                           GROUP BY seller_id, invoice_id) AS item
                    ON item.seller_id = i.seller_id AND item.invoice_id = i.id AND i.version = 0
                WHERE coalesce(billed.net, 0) <> coalesce(line.net, item.net, 0)
                """);
    }

    private static String sentence(Place place, WindowKey key, Overage billed, long owed) {
        return "subscription %s, brick %s, window of %s: billed %d, owed %d"
                .formatted(place.subscription, key.brick(), key.start(), billed.net(), owed);
    }

    private static List<Place> places(SqlSession tx) {
        return tx.query("""
                SELECT DISTINCT u.seller_id, u.subscription_id
                FROM invoice_usage u
                WHERE NOT EXISTS (
                    SELECT FROM usage_late l
                    WHERE l.seller_id = u.seller_id AND l.subscription_id = u.subscription_id)
                """)
                .map((row, _) -> new Place(
                        new SellerId(Columns.uuid(row, "seller_id")),
                        new SubscriptionId(Columns.uuid(row, "subscription_id"))))
                .list();
    }
}
