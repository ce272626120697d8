package dev.brickwork.contracts;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import java.util.List;

/// Checks stored milestones against their completions and the invoices that bear them.
public final class MilestoneInvariants {
    private MilestoneInvariants() {}

    public static void register(Invariants invariants) {
        invariants.register("I13 completed is the sum of the completions", MilestoneInvariants::sums);
        invariants.register("I13 a completion is on its invoice", MilestoneInvariants::billed);
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
