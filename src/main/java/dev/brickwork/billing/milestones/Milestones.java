package dev.brickwork.billing.milestones;

import dev.brickwork.billing.invoices.Invoices;
import dev.brickwork.billing.orders.Subscriptions;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.customers.Customers;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import java.util.List;

/// The door of the room.
public final class Milestones {
    private final Routes routes;

    public Milestones(
            Sellers sellers, Customers customers, Subscriptions subscriptions, Invoices invoices, Outbox outbox) {
        var store = new MilestoneStore();
        var rooms = new CompleteMilestone.Rooms(sellers, customers, subscriptions, invoices, outbox);
        this.routes = new MilestoneResource(subscriptions, store, new CompleteMilestone(rooms, store)).routes();
    }

    /// The port that `subscriptions` needs before this module itself can be built.
    public static OrderMilestones works() {
        return new CreateMilestones();
    }

    public Routes routes() {
        return routes;
    }

    public void register(Invariants invariants) {
        invariants.register("I13 completed is the sum of the completions", Milestones::sums);
        invariants.register("I13 a completion is on its invoice", Milestones::billed);
    }

    /// Milestones that do not add up. The total of a repriced one is not compared: units completed before an
    /// upgrade keep their old price (rule U-08).
    private static List<String> sums(SqlSession tx) {
        return tx.query("""
                SELECT m.id
                FROM milestone m
                LEFT JOIN milestone_completion c ON c.seller_id = m.seller_id AND c.milestone_id = m.id
                GROUP BY m.seller_id, m.id, m.completed, m.lapsed, m.total, m.priced_after, m.net
                HAVING m.completed <> coalesce(sum(c.quantity), 0) OR m.completed + m.lapsed > m.total
                    OR (m.completed = m.total AND m.priced_after = 0 AND coalesce(sum(c.net), 0) <> m.net)
                """)
                .map((row, _) -> "milestone %s does not add up".formatted(Columns.uuid(row, "id")))
                .list();
    }

    private static List<String> billed(SqlSession tx) {
        return Invariants.found(tx, "invoice %s bears other milestones than were completed on it", """
                SELECT coalesce(done.invoice_id, item.invoice_id)
                FROM (SELECT seller_id, invoice_id, count(*) AS count, sum(gross) AS gross, sum(net) AS net
                      FROM milestone_completion
                      GROUP BY seller_id, invoice_id) AS done
                FULL JOIN (SELECT seller_id, invoice_id, count(*) AS count, sum(gross) AS gross,
                               sum(gross - discount) AS net
                           FROM invoice_item
                           WHERE kind = 'MILESTONE'
                           GROUP BY seller_id, invoice_id) AS item
                    ON item.seller_id = done.seller_id AND item.invoice_id = done.invoice_id
                WHERE (done.count, done.gross, done.net) IS DISTINCT FROM (item.count, item.gross, item.net)
                """);
    }
}
