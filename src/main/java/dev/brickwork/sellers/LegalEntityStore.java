package dev.brickwork.sellers;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.database.SqlState;
import dev.brickwork.plumbing.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;

/// Every statement that touches legal entities and their number series.
final class LegalEntityStore {
    void insert(Handle tx, Caller caller, LegalEntity entity) {
        Rows.exactlyOne(
                oneSeries(() -> bound(tx.createUpdate("""
                INSERT INTO legal_entity (seller_id, id, legal_name, address, tax_id, bank_account, invoice_number_prefix,
                    is_default, created_at)
                VALUES (:seller, :id, :legalName, :address::jsonb, :taxId, :bankAccount::jsonb, :prefix, :isDefault, :createdAt)
                """), caller, entity).execute()), "new legal entity");
    }

    void update(Handle tx, Caller caller, LegalEntity before, LegalEntity entity) {
        var prefix = entity.invoiceNumberPrefix();
        if (!prefix.equals(before.invoiceNumberPrefix())) requireUnused(tx, caller, entity.id(), prefix);
        Rows.exactlyOne(
                oneSeries(() -> bound(tx.createUpdate("""
                UPDATE legal_entity
                SET legal_name = :legalName, address = :address::jsonb, tax_id = :taxId,
                    bank_account = :bankAccount::jsonb, invoice_number_prefix = :prefix, is_default = :isDefault, version = version + 1
                WHERE seller_id = :seller AND id = :id AND created_at = :createdAt
                """), caller, entity).execute()), "changed legal entity");
    }

    /// Makes room for another default.
    void dethrone(Handle tx, Caller caller) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        UPDATE legal_entity
                        SET is_default = false, version = version + 1
                        WHERE seller_id = :seller AND is_default
                        """).bind("seller", caller.seller().value()).execute(), "former default entity");
    }

    Optional<LegalEntity> find(Handle tx, Caller caller, LegalEntityId id) {
        return tx.createQuery("SELECT * FROM legal_entity WHERE seller_id = :seller AND id = :id")
                .bind("seller", caller.seller().value())
                .bind("id", id.value())
                .map((row, _) -> entity(row))
                .findOne();
    }

    Optional<LegalEntity> lock(Handle tx, Caller caller, LegalEntityId id) {
        return tx.createQuery("SELECT * FROM legal_entity WHERE seller_id = :seller AND id = :id FOR NO KEY UPDATE")
                .bind("seller", caller.seller().value())
                .bind("id", id.value())
                .map((row, _) -> entity(row))
                .findOne();
    }

    LegalEntity lockStandard(Handle tx, Caller caller) {
        return tx.createQuery("SELECT * FROM legal_entity WHERE seller_id = :seller AND is_default FOR NO KEY UPDATE")
                .bind("seller", caller.seller().value())
                .map((row, _) -> entity(row))
                .one();
    }

    LegalEntity standard(Handle tx, Caller caller) {
        return tx.createQuery("SELECT * FROM legal_entity WHERE seller_id = :seller AND is_default")
                .bind("seller", caller.seller().value())
                .map((row, _) -> entity(row))
                .one();
    }

    List<LegalEntity> list(Handle tx, Caller caller, Page page) {
        return tx.createQuery("""
                SELECT *
                FROM legal_entity
                WHERE seller_id = :seller
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("seller", caller.seller().value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> entity(row))
                .list();
    }

    long count(Handle tx, Caller caller) {
        return tx.createQuery("SELECT count(*) FROM legal_entity WHERE seller_id = :seller")
                .bind("seller", caller.seller().value())
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

    /// What another entity has numbered with a prefix would be numbered once more (I-09).
    void requireUnused(Handle tx, Caller caller, LegalEntityId entity, String prefix) {
        boolean isUsed = tx.createQuery(IS_USED.formatted(":prefix"))
                .bind("seller", caller.seller().value())
                .bind("entity", entity.value())
                .bind("prefix", prefix)
                .mapTo(Boolean.class)
                .one();
        if (isUsed) throw taken();
    }

    /// For an entity that was given none: of two with the same prefix, both would print the same numbers (I-09).
    String freePrefix(Handle tx, Caller caller, LegalEntityId entity) {
        return tx.createQuery("""
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
                .bind("seller", caller.seller().value())
                .bind("entity", entity.value())
                .mapTo(String.class)
                .one();
    }

    NumbersTaken takeNumbers(Handle tx, Caller caller, LegalEntityId entity, int year, int count) {
        return tx.createQuery("""
                INSERT INTO number_series (seller_id, legal_entity_id, year, last, last_issued_at)
                VALUES (:seller, :entity, :year, :count, :now)
                ON CONFLICT (seller_id, legal_entity_id, year) DO UPDATE
                SET last = number_series.last + :count,
                    last_issued_at = greatest(number_series.last_issued_at, excluded.last_issued_at)
                RETURNING last, last_issued_at
                """)
                .bind("seller", caller.seller().value())
                .bind("entity", entity.value())
                .bind("year", year)
                .bind("count", count)
                .bind("now", caller.now())
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

    private static Update bound(Update statement, Caller caller, LegalEntity entity) {
        return statement
                .bind("seller", caller.seller().value())
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
