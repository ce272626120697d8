package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Address;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;

/// Every statement that writes customers, and the locking reads.
final class CustomerStore {
    static final String TAKEN = "Another customer has this value.";

    void insert(Tx tx, Customer customer) {
        Rows.exactlyOne(unique(() -> bound(tx.update("""
                INSERT INTO customer (seller_id, id, name, legal_name, external_id, address, tax_id, time_zone, locale,
                    is_partner, metadata, erased_at, created_at)
                VALUES (:seller, :id, :name, :legalName, :externalId, :address::jsonb, :taxId, :timeZone, :locale,
                    :isPartner, :metadata::jsonb, :erasedAt, :createdAt)
                """), customer).execute()), "new customer");
    }

    /// Updates a customer unless it was erased.
    void update(Tx tx, Customer customer) {
        Rows.exactlyOne(unique(() -> bound(tx.update("""
                UPDATE customer
                SET name = :name, legal_name = :legalName, external_id = :externalId, address = :address::jsonb,
                    tax_id = :taxId, time_zone = :timeZone, locale = :locale, is_partner = :isPartner,
                    metadata = :metadata::jsonb, erased_at = :erasedAt, version = version + 1
                WHERE seller_id = :seller AND id = :id AND erased_at IS NULL AND created_at = :createdAt
                """), customer).execute()), "changed customer");
    }

    List<Customer> find(Tx tx, Collection<UUID> ids) {
        return tx.query("SELECT * FROM customer WHERE seller_id = :seller AND id = ANY (:ids::uuid[])")
                .bind("ids", IdList.of(ids))
                .map((row, _) -> customer(row))
                .list();
    }

    Optional<Customer> find(Tx tx, CustomerId id) {
        return find(tx, id, "");
    }

    /// Locks a customer for new business: shared with other business, but not with a change or an erasure of it.
    Optional<Customer> lockShared(Tx tx, CustomerId id) {
        return find(tx, id, "FOR SHARE");
    }

    /// Locks a customer exclusively, to change it.
    Optional<Customer> lock(Tx tx, CustomerId id) {
        return find(tx, id, "FOR NO KEY UPDATE");
    }

    private static Optional<Customer> find(Tx tx, CustomerId id, String lock) {
        return tx.query("SELECT * FROM customer WHERE seller_id = :seller AND id = :id " + lock)
                .bind("id", id.value())
                .map((row, _) -> customer(row))
                .findOne();
    }

    /// The fields whose value another customer has, to name them all at once. Two that come at the same moment
    /// are told apart by the constraints.
    List<String> taken(Tx tx, Customer customer) {
        return tx.query("""
                SELECT 'name' AS field
                FROM customer
                WHERE seller_id = :seller AND id <> :id AND name = :name
                UNION ALL
                SELECT 'external_id'
                FROM customer
                WHERE seller_id = :seller AND id <> :id AND external_id = :externalId
                """)
                .bind("id", customer.id().value())
                .bind("name", customer.name())
                .bind("externalId", customer.externalId())
                .mapTo(String.class)
                .list();
    }

    private static int unique(IntSupplier statement) {
        try {
            return statement.getAsInt();
        } catch (UnableToExecuteStatementException refused) {
            if (!SqlState.is(SqlState.UNIQUE_VIOLATION, refused)) throw refused;
            throw switch (SqlState.constraint(refused).orElse("")) {
                case "one_customer_per_name" -> Refusal.badField("name", TAKEN);
                case "one_customer_per_external_id" -> Refusal.badField("external_id", TAKEN);
                default -> refused;
            };
        }
    }

    private static Update bound(Update statement, Customer customer) {
        return statement
                .bind("id", customer.id().value())
                .bind("name", customer.name())
                .bind("legalName", customer.legalName())
                .bind("externalId", customer.externalId())
                .bind("address", customer.address().map(Address::json))
                .bind("taxId", customer.taxId())
                .bind("timeZone", customer.timeZone().map(zone -> zone.id().getId()))
                .bind("locale", customer.locale().toLanguageTag())
                .bind("isPartner", customer.isPartner())
                .bind("metadata", customer.metadata().json())
                .bind("erasedAt", customer.erasedAt())
                .bind("createdAt", customer.createdAt());
    }

    static Customer customer(ResultSet row) throws SQLException {
        return new Customer(
                new CustomerId(Columns.uuid(row, "id")),
                Columns.text(row, "name"),
                Columns.maybeText(row, "legal_name"),
                Columns.maybeText(row, "external_id"),
                Columns.maybeText(row, "address").map(Address::stored),
                Columns.maybeText(row, "tax_id"),
                Columns.maybeText(row, "time_zone").map(name -> Zone.parse(name).orElseThrow()),
                Locale.forLanguageTag(Columns.text(row, "locale")),
                Columns.flag(row, "is_partner"),
                Metadata.stored(Columns.text(row, "metadata")),
                Columns.maybeInstant(row, "erased_at"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
