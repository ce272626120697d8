package dev.brickwork.contracts;

import dev.brickwork.ids.MilestoneId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Every statement that touches milestones and their completions.
public final class MilestoneStore {
    public void insert(Tx tx, List<Milestone> milestones) {
        var batch = tx.batch("""
                INSERT INTO milestone (seller_id, id, subscription_id, order_id, order_line_id, brick_id, brick_name,
                    brick_code, tax_category, phase_position, phase_name, payment_terms, total, gross, net, created_at)
                VALUES (:seller, :id, :subscription, :order, :line, :brick, :name, :code, :category, :phase::integer,
                    :phaseName, :terms, :total, :gross, :net, :now)
                """);
        for (var milestone : milestones) {
            batch.bind("seller", tx.seller().value())
                    .bind("id", milestone.id().value())
                    .bind("subscription", milestone.subscription().value())
                    .bind("order", milestone.order().value())
                    .bind("line", milestone.orderLine())
                    .bind("brick", milestone.brick())
                    .bind("name", milestone.brickName())
                    .bind("code", milestone.brickCode())
                    .bind("category", milestone.taxCategory())
                    .bind("phase", milestone.phasePosition())
                    .bind("phaseName", milestone.phaseName())
                    .bind("terms", milestone.paymentTermsDays())
                    .bind("total", milestone.total())
                    .bind("gross", milestone.gross())
                    .bind("net", milestone.net())
                    .bind("now", milestone.createdAt())
                    .add();
        }
        Rows.each(milestones.size(), batch.execute(), "new milestones");
    }

    /// Lapses the open units of all terms before a recast (rule L-06). A renewal that was agreed since follows it.
    public int lapse(Tx tx, Order recast) {
        return tx.update("""
                UPDATE milestone
                SET lapsed = total - completed
                WHERE seller_id = :seller AND subscription_id = :subscription AND completed + lapsed < total
                    AND order_id IN (
                        SELECT id
                        FROM orders
                        WHERE seller_id = :seller AND subscription_id = :subscription AND sequence < :recast)
                """)
                .bind("subscription", recast.subscription().value())
                .bind("recast", recast.life().sequence().orElseThrow())
                .execute();
    }

    public void lapse(Tx tx, MilestoneId id, long quantity) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE milestone
                        SET lapsed = lapsed + :quantity
                        WHERE seller_id = :seller AND id = :id AND completed + lapsed + :quantity <= total
                        """).bind("id", id.value()).bind("quantity", quantity).execute(), "lapsed milestone");
    }

    public boolean exists(Tx tx, SubscriptionId subscription, MilestoneId id) {
        return tx.query("""
                SELECT EXISTS (
                    SELECT FROM milestone WHERE seller_id = :seller AND subscription_id = :subscription AND id = :id)
                """)
                .bind("subscription", subscription.value())
                .bind("id", id.value())
                .mapTo(Boolean.class)
                .one();
    }

    /// Locks the row until the commit, so that completions of a milestone run one by one (rule L-04).
    public Optional<Milestone> lock(Tx tx, SubscriptionId subscription, MilestoneId id) {
        return tx.query("""
                SELECT *
                FROM milestone
                WHERE seller_id = :seller AND subscription_id = :subscription AND id = :id
                FOR UPDATE
                """)
                .bind("subscription", subscription.value())
                .bind("id", id.value())
                .map((row, _) -> milestone(row, List.of()))
                .findOne();
    }

    /// The guard stands in the statement, too: two completions can never exceed the total together.
    public void complete(Tx tx, Milestone milestone, Milestone.Completion completion, Milestone.Share share) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE milestone
                        SET completed = completed + :quantity
                        WHERE seller_id = :seller AND id = :id AND completed = :before
                          AND completed + lapsed + :quantity <= total
                        """)
                        .bind("id", milestone.id().value())
                        .bind("before", milestone.completed())
                        .bind("quantity", completion.quantity())
                        .execute(),
                "completed milestone");
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO milestone_completion (seller_id, id, milestone_id, quantity, invoice_id, gross, net,
                            completed_at)
                        VALUES (:seller, :id, :milestone, :quantity, :invoice, :gross, :net, :at)
                        """)
                        .bind("id", completion.id())
                        .bind("milestone", milestone.id().value())
                        .bind("quantity", completion.quantity())
                        .bind("invoice", completion.invoice())
                        .bind("gross", share.gross())
                        .bind("net", share.net())
                        .bind("at", completion.completedAt())
                        .execute(),
                "completion");
    }

    public Milestone get(Tx tx, MilestoneId id) {
        var completions = completions(tx, List.of(id.value()));
        return tx.query("SELECT * FROM milestone WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> milestone(row, completions.getOrDefault(id.value(), List.of())))
                .one();
    }

    /// Sets the price of the open units; units that were billed before keep theirs.
    public void price(Tx tx, MilestoneId id, long gross, long net) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE milestone
                        SET gross = :gross, net = :net, priced_after = completed
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("id", id.value())
                        .bind("gross", gross)
                        .bind("net", net)
                        .execute(),
                "priced milestone");
    }

    /// The milestones of a brick that were agreed in the term of an order, the newest first.
    public List<Milestone> ofTerm(Tx tx, OrderId order, UUID brick, Optional<Integer> phase) {
        return tx.query("""
                SELECT milestone.*
                FROM orders changed
                JOIN orders agreed ON agreed.seller_id = changed.seller_id AND agreed.term_order_id = changed.term_order_id
                JOIN milestone ON milestone.seller_id = agreed.seller_id AND milestone.order_id = agreed.id
                WHERE changed.seller_id = :seller AND changed.id = :order AND milestone.brick_id = :brick
                  AND milestone.phase_position IS NOT DISTINCT FROM :phase::integer
                ORDER BY milestone.created_at DESC, milestone.id DESC
                FOR UPDATE OF milestone
                """)
                .bind("order", order.value())
                .bind("brick", brick)
                .bind("phase", phase)
                .map((row, _) -> milestone(row, List.of()))
                .list();
    }

    /// The completed and billed units of a term, by brick and phase.
    public List<CompletedWork> done(Tx tx, OrderId term) {
        return tx.query("""
                SELECT m.brick_id, m.phase_position, sum(c.quantity)::bigint AS units, sum(c.gross)::bigint AS gross,
                    sum(c.net)::bigint AS net
                FROM orders o
                JOIN milestone m ON m.seller_id = o.seller_id AND m.order_id = o.id
                JOIN milestone_completion c ON c.seller_id = m.seller_id AND c.milestone_id = m.id
                WHERE o.seller_id = :seller AND o.term_order_id = :term
                GROUP BY m.brick_id, m.phase_position
                ORDER BY m.brick_id, m.phase_position
                """)
                .bind("term", term.value())
                .map((row, _) -> new CompletedWork(
                        Columns.uuid(row, "brick_id"),
                        Columns.maybeCount(row, "phase_position"),
                        Columns.number(row, "units"),
                        Columns.number(row, "gross"),
                        Columns.number(row, "net")))
                .list();
    }

    public List<Milestone> list(Tx tx, SubscriptionId subscription, Page page) {
        var ids = new ArrayList<UUID>();
        var bare = tx.query("""
                SELECT *
                FROM milestone
                WHERE seller_id = :seller AND subscription_id = :subscription
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("subscription", subscription.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> milestone(row, List.of()))
                .list();
        bare.forEach(milestone -> ids.add(milestone.id().value()));
        var completions = completions(tx, ids);
        return bare.stream()
                .map(milestone ->
                        milestone.with(completions.getOrDefault(milestone.id().value(), List.of())))
                .toList();
    }

    public long count(Tx tx, SubscriptionId subscription) {
        return tx.query("""
                SELECT count(*)
                FROM milestone
                WHERE seller_id = :seller AND subscription_id = :subscription
                """)
                .bind("subscription", subscription.value())
                .mapTo(Long.class)
                .one();
    }

    private static Map<UUID, List<Milestone.Completion>> completions(Tx tx, List<UUID> milestones) {
        var all = new LinkedHashMap<UUID, List<Milestone.Completion>>();
        if (milestones.isEmpty()) return all;
        tx.query("""
                SELECT id, milestone_id, quantity, invoice_id, completed_at
                FROM milestone_completion
                WHERE seller_id = :seller AND milestone_id = ANY (:milestones)
                ORDER BY completed_at, id
                """)
                .bindArray("milestones", UUID.class, milestones)
                .map((row, _) -> all.computeIfAbsent(Columns.uuid(row, "milestone_id"), _ -> new ArrayList<>())
                        .add(new Milestone.Completion(
                                Columns.uuid(row, "id"),
                                Columns.number(row, "quantity"),
                                Columns.uuid(row, "invoice_id"),
                                Columns.instant(row, "completed_at"))))
                .list();
        return all;
    }

    private static Milestone milestone(ResultSet row, List<Milestone.Completion> completions) throws SQLException {
        return new Milestone(
                new MilestoneId(Columns.uuid(row, "id")),
                new SubscriptionId(Columns.uuid(row, "subscription_id")),
                new OrderId(Columns.uuid(row, "order_id")),
                Columns.uuid(row, "order_line_id"),
                Columns.uuid(row, "brick_id"),
                Columns.text(row, "brick_name"),
                Columns.text(row, "brick_code"),
                Columns.text(row, "tax_category"),
                Columns.maybeCount(row, "phase_position"),
                Columns.text(row, "phase_name"),
                Columns.count(row, "payment_terms"),
                Columns.number(row, "total"),
                Columns.number(row, "completed"),
                Columns.number(row, "lapsed"),
                Columns.number(row, "priced_after"),
                Columns.number(row, "gross"),
                Columns.number(row, "net"),
                Columns.instant(row, "created_at"),
                completions);
    }
}
