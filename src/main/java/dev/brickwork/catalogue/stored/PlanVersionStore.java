package dev.brickwork.catalogue.stored;

import dev.brickwork.catalogue.PlanDocument;
import dev.brickwork.catalogue.PlanId;
import dev.brickwork.catalogue.PlanVersionId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.IdList;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Every statement that touches published versions. There is no update: they never change.
public final class PlanVersionStore {
    /// A version as it lies in the table.
    ///
    /// @param number empty where a merged version has none of its own
    public record Row(PlanVersionId id, Optional<Integer> number, String document) {}

    public void insert(Handle tx, Caller caller, PlanVersionId id, PlanDocument document) {
        Rows.exactlyOne(insertIfNew(tx, caller, id, document), "new plan version");
    }

    /// The next number of a plan, to take under the lock of the plan.
    public int nextNumber(Handle tx, Caller caller, PlanId plan) {
        return tx.createQuery("""
                SELECT coalesce(max(number), 0) + 1
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan
                """)
                .bind("seller", caller.seller().value())
                .bind("plan", plan.value())
                .mapTo(Integer.class)
                .one();
    }

    /// For a merged version, whose id is its content: there already means the same.
    public int insertIfNew(Handle tx, Caller caller, PlanVersionId id, PlanDocument document) {
        return tx.createUpdate("""
                INSERT INTO plan_version (seller_id, id, plan_id, number, is_merged, document, published_at)
                VALUES (:seller, :id, :plan, :number, :isMerged, :document::json, :publishedAt)
                ON CONFLICT (seller_id, id) DO NOTHING
                """)
                .bind("seller", caller.seller().value())
                .bind("id", id.value())
                .bind("plan", document.plan().value())
                .bind("number", document.number())
                .bind("isMerged", document.isMerged())
                .bind("document", document.json())
                .bind("publishedAt", document.publishedAt())
                .execute();
    }

    public Optional<Row> find(Handle tx, Caller caller, PlanVersionId id) {
        return tx.createQuery("SELECT id, number, document FROM plan_version WHERE seller_id = :seller AND id = :id")
                .bind("seller", caller.seller().value())
                .bind("id", id.value())
                .map((row, _) -> row(row))
                .findOne();
    }

    public List<Row> findAll(Handle tx, Caller caller, Collection<PlanVersionId> ids) {
        return tx.createQuery("""
                SELECT id, number, document
                FROM plan_version
                WHERE seller_id = :seller AND id = ANY (:ids::uuid[])
                """)
                .bind("seller", caller.seller().value())
                .bind("ids", IdList.of(ids, PlanVersionId::value))
                .map((row, _) -> row(row))
                .list();
    }

    public Optional<Row> numbered(Handle tx, Caller caller, PlanId plan, int number) {
        return tx.createQuery("""
                SELECT id, number, document
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan AND number = :number
                """)
                .bind("seller", caller.seller().value())
                .bind("plan", plan.value())
                .bind("number", number)
                .map((row, _) -> row(row))
                .findOne();
    }

    public long count(Handle tx, Caller caller, PlanId plan) {
        return tx.createQuery("""
                SELECT count(*)
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan AND NOT is_merged
                """)
                .bind("seller", caller.seller().value())
                .bind("plan", plan.value())
                .mapTo(Long.class)
                .one();
    }

    /// Published versions only: a merged one belongs to its orders.
    public List<Row> list(Handle tx, Caller caller, PlanId plan, Page page) {
        return tx.createQuery("""
                SELECT id, number, document
                FROM plan_version
                WHERE seller_id = :seller AND plan_id = :plan AND NOT is_merged
                ORDER BY number %s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("seller", caller.seller().value())
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
