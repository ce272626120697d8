package dev.brickwork.catalog;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;

/// Every statement that touches bricks.
public final class BrickStore {
    public static final String TAKEN = "Another brick has this code.";

    public void insert(Tx tx, Brick brick) {
        Rows.exactlyOne(
                uniqueCode(bound(tx.update("""
                INSERT INTO brick (seller_id, id, name, code, brick_type, unit, tax_category, created_at)
                VALUES (:seller, :id, :name, :code, :type, :unit, :taxCategory, :createdAt)
                """), brick)
                        .bind("type", brick.type().name())
                        .bind("createdAt", brick.createdAt())),
                "new brick");
    }

    /// The type is for ever.
    public void update(Tx tx, Brick brick) {
        Rows.exactlyOne(uniqueCode(bound(tx.update("""
                UPDATE brick
                SET name = :name, code = :code, unit = :unit, tax_category = :taxCategory, version = version + 1
                WHERE seller_id = :seller AND id = :id
                """), brick)), "changed brick");
    }

    public Optional<Brick> find(Tx tx, BrickId id) {
        return tx.query("SELECT * FROM brick WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> brick(row))
                .findOne();
    }

    public Optional<Brick> lock(Tx tx, BrickId id) {
        return tx.query("SELECT * FROM brick WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id.value())
                .map((row, _) -> brick(row))
                .findOne();
    }

    public boolean isTaken(Tx tx, String code) {
        return tx.query("SELECT EXISTS (SELECT FROM brick WHERE seller_id = :seller AND code = :code)")
                .bind("code", code)
                .mapTo(Boolean.class)
                .one();
    }

    public Map<BrickId, Brick> findAll(Tx tx, Collection<BrickId> ids) {
        return tx
                .query("SELECT * FROM brick WHERE seller_id = :seller AND id = ANY (:ids::uuid[])")
                .bind("ids", IdList.of(ids, BrickId::value))
                .map((row, _) -> brick(row))
                .list()
                .stream()
                .collect(Collectors.toMap(Brick::id, brick -> brick));
    }

    public List<Brick> list(Tx tx, Optional<BrickType> type, Page page) {
        var where = filter(tx.caller(), type);
        return where.bind(tx.query("SELECT * FROM brick " + where.sql() // seller_id in Where
                        + " ORDER BY created_at %1$s, id %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> brick(row))
                .list();
    }

    public long count(Tx tx, Optional<BrickType> type) {
        var where = filter(tx.caller(), type);
        return where.bind(tx.query("SELECT count(*) FROM brick " + where.sql())) // seller_id in Where
                .mapTo(Long.class)
                .one();
    }

    private static Where filter(Caller caller, Optional<BrickType> type) {
        return Where.seller(caller.seller().value()).and("brick_type = :type", "type", type.map(Enum::name));
    }

    private static int uniqueCode(Update statement) {
        try {
            return statement.execute();
        } catch (UnableToExecuteStatementException refused) {
            if (!SqlState.is(SqlState.UNIQUE_VIOLATION, refused)) throw refused;
            throw Refusal.badField("brick_code", TAKEN);
        }
    }

    private static Update bound(Update statement, Brick brick) {
        return statement
                .bind("id", brick.id().value())
                .bind("name", brick.name())
                .bind("code", brick.code())
                .bind("unit", brick.unit())
                .bind("taxCategory", brick.taxCategory());
    }

    private static Brick brick(ResultSet row) throws SQLException {
        return new Brick(
                new BrickId(Columns.uuid(row, "id")),
                Columns.text(row, "name"),
                Columns.text(row, "code"),
                BrickType.valueOf(Columns.text(row, "brick_type")),
                Columns.maybeText(row, "unit"),
                Columns.text(row, "tax_category"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
