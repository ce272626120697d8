package dev.brickwork.catalog;

import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.ids.ProductId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.calendar.BillingFrequency;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Update;

/// Every statement that touches plans and their drafts.
public final class PlanStore {
    /// Filters of a list of plans.
    public record Filter(Optional<ProductId> product, Optional<Boolean> isPrivate) {}

    public void insert(Tx tx, Plan plan) {
        Rows.exactlyOne(
                bound(tx.update("""
                INSERT INTO plan (seller_id, id, name, product_id, is_private, allowed_billing_frequencies, created_at)
                VALUES (:seller, :id, :name, :product, :isPrivate, :frequencies::text[], :createdAt)
                """), plan).bind("createdAt", plan.createdAt()).execute(), "new plan");
    }

    public void update(Tx tx, Plan plan) {
        Rows.exactlyOne(bound(tx.update("""
                UPDATE plan
                SET name = :name, product_id = :product, is_private = :isPrivate,
                    allowed_billing_frequencies = :frequencies::text[], version = version + 1
                WHERE seller_id = :seller AND id = :id
                """), plan).execute(), "changed plan");
    }

    public void saveDraft(Tx tx, PlanId id, Draft draft) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE plan
                        SET draft = :draft::jsonb, draft_updated_at = :now, version = version + 1
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("id", id.value())
                        .bind("draft", draft.json())
                        .execute(),
                "saved draft");
    }

    /// The draft has become a version: it is gone, and the version is the latest. The old number in the guard
    /// makes a second publisher fail instead of publishing the same number.
    public void savePublished(Tx tx, Plan plan, Plan.Latest latest) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE plan
                        SET draft = NULL, draft_updated_at = NULL, latest_number = :number, latest_version_id = :latest,
                            version = version + 1
                        WHERE seller_id = :seller AND id = :id AND draft IS NOT NULL
                          AND latest_number IS NOT DISTINCT FROM :before::integer
                        """)
                        .bind("id", plan.id().value())
                        .bind("number", latest.number())
                        .bind("latest", latest.id().value())
                        .bind("before", plan.latest().map(Plan.Latest::number))
                        .execute(),
                "published plan");
    }

    public Optional<Plan> find(Tx tx, PlanId id) {
        return tx.query("SELECT * FROM plan WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> plan(row))
                .findOne();
    }

    public Optional<Plan> lock(Tx tx, PlanId id) {
        return tx.query("SELECT * FROM plan WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id.value())
                .map((row, _) -> plan(row))
                .findOne();
    }

    public List<Plan> list(Tx tx, Filter filter, Page page) {
        var where = where(tx.caller(), filter);
        return where.bind(tx.query("SELECT * FROM plan " + where.sql() // seller_id in Where
                        + " ORDER BY created_at %1$s, id %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> plan(row))
                .list();
    }

    public long count(Tx tx, Filter filter) {
        var where = where(tx.caller(), filter);
        return where.bind(tx.query("SELECT count(*) FROM plan " + where.sql())) // seller_id in Where
                .mapTo(Long.class)
                .one();
    }

    private static Where where(Caller caller, Filter filter) {
        return Where.seller(caller.seller().value())
                .and("product_id = :product", "product", filter.product.map(ProductId::value))
                .and("is_private = :private", "private", filter.isPrivate);
    }

    private static Update bound(Update statement, Plan plan) {
        return statement
                .bind("id", plan.id().value())
                .bind("name", plan.name())
                .bind("product", plan.product().map(ProductId::value))
                .bind("isPrivate", plan.isPrivate())
                .bind(
                        "frequencies",
                        plan.frequencies().stream().map(Enum::name).collect(Collectors.joining(",", "{", "}")));
    }

    private static Plan plan(ResultSet row) throws SQLException {
        return new Plan(
                new PlanId(Columns.uuid(row, "id")),
                Columns.text(row, "name"),
                Columns.maybeUuid(row, "product_id").map(ProductId::new),
                Columns.flag(row, "is_private"),
                frequencies(row),
                Columns.maybeText(row, "draft").map(Draft::stored),
                Columns.maybeInstant(row, "draft_updated_at"),
                latest(row),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }

    private static Optional<Plan.Latest> latest(ResultSet row) throws SQLException {
        var number = Columns.maybeCount(row, "latest_number");
        if (number.isEmpty()) return Optional.empty();
        return Optional.of(new Plan.Latest(number.get(), new PlanVersionId(Columns.uuid(row, "latest_version_id"))));
    }

    private static List<BillingFrequency> frequencies(ResultSet row) throws SQLException {
        return Columns.texts(row, "allowed_billing_frequencies").stream()
                .map(BillingFrequency::valueOf)
                .toList();
    }

    /// The part of a plan that a new order asks for; one keyed read.
    public Optional<Head> head(Tx tx, PlanId id) {
        return tx.query("""
                SELECT allowed_billing_frequencies, latest_version_id
                FROM plan
                WHERE seller_id = :seller AND id = :id
                """)
                .bind("id", id.value())
                .map((row, _) -> new Head(
                        frequencies(row),
                        Columns.maybeUuid(row, "latest_version_id").map(PlanVersionId::new)))
                .findOne();
    }

    public record Head(List<BillingFrequency> frequencies, Optional<PlanVersionId> latest) {}
}
