package dev.brickwork.sellers;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;

/// Every statement that touches legal entities and their number series.
final class LegalEntityStore {
    void insert(Tx tx, LegalEntity entity) {
        Rows.exactlyOne(oneSeries(() -> bound(tx.update("""
                INSERT INTO legal_entity (seller_id, id, legal_name, address, tax_id, bank_account, invoice_number_prefix,
                    is_default, created_at)
                VALUES (:seller, :id, :legalName, :address::jsonb, :taxId, :bankAccount::jsonb, :prefix, :isDefault, :createdAt)
                """), entity).execute()), "new legal entity");
    }

    void update(Tx tx, LegalEntity before, LegalEntity entity) {
        var prefix = entity.invoiceNumberPrefix();
        if (!prefix.equals(before.invoiceNumberPrefix())) requireUnused(tx, entity.id(), prefix);
        Rows.exactlyOne(oneSeries(() -> bound(tx.update("""
                UPDATE legal_entity
                SET legal_name = :legalName, address = :address::jsonb, tax_id = :taxId,
                    bank_account = :bankAccount::jsonb, invoice_number_prefix = :prefix, is_default = :isDefault, version = version + 1
                WHERE seller_id = :seller AND id = :id AND created_at = :createdAt
                """), entity).execute()), "changed legal entity");
    }

    /// Makes room for another default.
    void dethrone(Tx tx) {
        Rows.exactlyOne(tx.update("""
                        UPDATE legal_entity
                        SET is_default = false, version = version + 1
                        WHERE seller_id = :seller AND is_default
                        """).execute(), "former default entity");
    }

    Optional<LegalEntity> find(Tx tx, LegalEntityId id) {
        return tx.query("SELECT * FROM legal_entity WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> entity(row))
                .findOne();
    }

    Optional<LegalEntity> lock(Tx tx, LegalEntityId id) {
        return tx.query("SELECT * FROM legal_entity WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("id", id.value())
                .map((row, _) -> entity(row))
                .findOne();
    }

    LegalEntity lockStandard(Tx tx) {
        return tx.query("SELECT * FROM legal_entity WHERE seller_id = :seller AND is_default FOR NO KEY UPDATE")
                .map((row, _) -> entity(row))
                .one();
    }

    LegalEntity standard(Tx tx) {
        return tx.query("SELECT * FROM legal_entity WHERE seller_id = :seller AND is_default")
                .map((row, _) -> entity(row))
                .one();
    }

    List<LegalEntity> list(Tx tx, Page page) {
        return tx.query("""
                SELECT *
                FROM legal_entity
                WHERE seller_id = :seller
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> entity(row))
                .list();
    }

    long count(Tx tx) {
        return tx.query("SELECT count(*) FROM legal_entity WHERE seller_id = :seller")
                .mapTo(Long.class)
                .one();
    }

    /// Whether numbers of another entity begin with a prefix, which may have another one by now.
    private static final String IS_USED = """
            SELECT EXISTS (
                SELECT
                FROM legal_entity other
                CROSS JOIN LATERAL (
                    SELECT
                    FROM invoice
                    WHERE seller_id = other.seller_id AND legal_entity_id = other.id AND starts_with(number, %1$s)
                        AND substr(number, length(%1$s) + 1) ~ '^[0-9]{4}-[0-9]{6}'
                    LIMIT 1) used
                WHERE other.seller_id = :seller AND other.id <> :entity)
            """;

    /// Refuses a prefix that another entity has used, since the same numbers would be issued again (I-09).
    void requireUnused(Tx tx, LegalEntityId entity, String prefix) {
        boolean isUsed = tx.query(IS_USED.formatted(":prefix"))
                .bind("entity", entity.value())
                .bind("prefix", prefix)
                .mapTo(Boolean.class)
                .one();
        if (isUsed) throw taken();
    }

    /// For an entity that was given none: of two with the same prefix, both would print the same numbers (I-09).
    String freePrefix(Tx tx, LegalEntityId entity) {
        return tx.query("""
                SELECT prefix
                FROM (
                    SELECT 1 AS place, '' AS prefix
                    UNION ALL
                    SELECT place, 'E' || place || '-'
                    FROM generate_series(2, (SELECT count(*) + 2 FROM legal_entity WHERE seller_id = :seller)) AS place
                ) AS thinkable
                WHERE NOT EXISTS (
                    SELECT
                    FROM legal_entity
                    WHERE seller_id = :seller AND invoice_number_prefix = prefix)
                    AND NOT (%s)
                ORDER BY place
                LIMIT 1
                """.formatted(IS_USED.formatted("prefix")))
                .bind("entity", entity.value())
                .mapTo(String.class)
                .one();
    }

    NumbersTaken takeNumbers(Tx tx, LegalEntityId entity, int year, int count) {
        return tx.query("""
                INSERT INTO number_series (seller_id, legal_entity_id, year, last, last_issued_at)
                VALUES (:seller, :entity, :year, :count, :now)
                ON CONFLICT (seller_id, legal_entity_id, year) DO UPDATE
                SET last = number_series.last + :count,
                    last_issued_at = greatest(number_series.last_issued_at, excluded.last_issued_at)
                RETURNING last, last_issued_at
                """)
                .bind("entity", entity.value())
                .bind("year", year)
                .bind("count", count)
                .map((row, _) -> new NumbersTaken(
                        Columns.number(row, "last") - count + 1, Columns.instant(row, "last_issued_at")))
                .one();
    }

    private static int oneSeries(IntSupplier statement) {
        try {
            return statement.getAsInt();
        } catch (UnableToExecuteStatementException refused) {
            if (!SqlState.is(SqlState.UNIQUE_VIOLATION, refused)) throw refused;
            throw taken();
        }
    }

    private static Refusal taken() {
        return Refusal.badField(
                "invoice_number_prefix", "Another legal entity numbers its invoices with this prefix, or did.");
    }

    private static Update bound(Update statement, LegalEntity entity) {
        return statement
                .bind("id", entity.id().value())
                .bind("legalName", entity.legalName())
                .bind("address", entity.address().map(Address::json))
                .bind("taxId", entity.taxId())
                .bind("bankAccount", entity.bankAccount().map(BankAccount::json))
                .bind("prefix", entity.invoiceNumberPrefix())
                .bind("isDefault", entity.isDefault())
                .bind("createdAt", entity.createdAt());
    }

    private static LegalEntity entity(ResultSet row) throws SQLException {
        return new LegalEntity(
                new LegalEntityId(Columns.uuid(row, "id")),
                Columns.text(row, "legal_name"),
                Columns.maybeText(row, "address").map(Address::stored),
                Columns.maybeText(row, "tax_id"),
                Columns.maybeText(row, "bank_account").map(BankAccount::stored),
                Columns.text(row, "invoice_number_prefix"),
                Columns.flag(row, "is_default"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
