package dev.brickwork.catalog;

import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Every statement that touches published versions. There is no update: they never change.
public final class PlanVersionStore {
    /// A version as it lies in the table.
    ///
    /// @param number empty where a merged version has none of its own
    public record Row(PlanVersionId id, Optional<Integer> number, String document) {}

    public void insert(Tx tx, PlanVersionId id, PlanDocument document) {
        Rows.exactlyOne(insertIfNew(tx, id, document), "new plan version");
    }

    /// The next number of a plan, to take under the lock of the plan.
    public int nextNumber(Tx tx, PlanId plan) {
        return tx.query("""
                SELECT coalesce(max(number), 0) + 1
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan
                """).bind("plan", plan.value()).mapTo(Integer.class).one();
    }

    /// For a merged version, whose id is its content: there already means the same.
    public int insertIfNew(Tx tx, PlanVersionId id, PlanDocument document) {
        return tx.update("""
                INSERT INTO plan_version (seller_id, id, plan_id, number, is_merged, document, published_at)
                VALUES (:seller, :id, :plan, :number, :isMerged, :document::json, :publishedAt)
                ON CONFLICT (seller_id, id) DO NOTHING
                """)
                .bind("id", id.value())
                .bind("plan", document.plan().value())
                .bind("number", document.number())
                .bind("isMerged", document.isMerged())
                .bind("document", document.json())
                .bind("publishedAt", document.publishedAt())
                .execute();
    }

    public Optional<Row> find(Tx tx, PlanVersionId id) {
        return tx.query("SELECT id, number, document FROM plan_version WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> row(row))
                .findOne();
    }

    public List<Row> findAll(Tx tx, Collection<PlanVersionId> ids) {
        return tx.query("""
                SELECT id, number, document
                FROM plan_version
                WHERE seller_id = :seller AND id = ANY (:ids::uuid[])
                """)
                .bind("ids", IdList.of(ids, PlanVersionId::value))
                .map((row, _) -> row(row))
                .list();
    }

    public Optional<Row> numbered(Tx tx, PlanId plan, int number) {
        return tx.query("""
                SELECT id, number, document
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan AND number = :number
                """)
                .bind("plan", plan.value())
                .bind("number", number)
                .map((row, _) -> row(row))
                .findOne();
    }

    public long count(Tx tx, PlanId plan) {
        return tx.query("""
                SELECT count(*)
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan AND NOT is_merged
                """).bind("plan", plan.value()).mapTo(Long.class).one();
    }

    /// Published versions only: a merged one belongs to its orders.
    public List<Row> list(Tx tx, PlanId plan, Page page) {
        return tx.query("""
                SELECT id, number, document
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan AND NOT is_merged
                ORDER BY number %s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("plan", plan.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> row(row))
                .list();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                new PlanVersionId(Columns.uuid(row, "id")),
                Columns.maybeCount(row, "number"),
                Columns.text(row, "document"));
    }
}
