package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Update;

/// Every statement that writes people, and the reads by id.
final class PersonStore {
    void insert(Tx tx, Person person) {
        Rows.exactlyOne(bound(tx.update("""
                INSERT INTO person (seller_id, id, customer_id, first_name, last_name, preferred_name, email, role, created_at)
                VALUES (:seller, :id, :customer, :firstName, :lastName, :preferredName, :email, :role, :createdAt)
                """), person).execute(), "new person");
    }

    void update(Tx tx, Person person) {
        Rows.exactlyOne(bound(tx.update("""
                UPDATE person
                SET first_name = :firstName, last_name = :lastName, preferred_name = :preferredName, email = :email,
                    role = :role, version = version + 1
                WHERE seller_id = :seller AND id = :id AND customer_id = :customer AND created_at = :createdAt
                    AND erased_at IS NULL
                """), person).execute(), "changed person");
    }

    /// Blanks everybody at a customer and returns who they were, by id.
    List<Person> eraseAll(Tx tx, CustomerId customer, Instant now) {
        return tx.query("""
                UPDATE person
                SET first_name = NULL, last_name = NULL, preferred_name = NULL, email = NULL, role = NULL,
                    erased_at = :now, version = version + 1
                WHERE seller_id = :seller AND customer_id = :customer AND erased_at IS NULL
                RETURNING *
                """)
                .bind("customer", customer.value())
                .bind("now", now)
                .map((row, _) -> person(row))
                .list();
    }

    Optional<Person> find(Tx tx, PersonId id) {
        return tx.query("SELECT * FROM person WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> person(row))
                .findOne();
    }

    Optional<String> firstEmail(Tx tx, CustomerId customer) {
        return tx.query("""
                SELECT email
                FROM person
                WHERE seller_id = :seller AND customer_id = :customer AND email IS NOT NULL
                ORDER BY created_at, id
                LIMIT 1
                """)
                .bind("customer", customer.value())
                .map((row, _) -> Columns.text(row, "email"))
                .findOne();
    }

    Optional<Person> lock(Tx tx, CustomerId customer, PersonId id) {
        return tx.query("""
                SELECT *
                FROM person
                WHERE seller_id = :seller AND customer_id = :customer AND id = :id AND erased_at IS NULL
                FOR NO KEY UPDATE
                """)
                .bind("customer", customer.value())
                .bind("id", id.value())
                .map((row, _) -> person(row))
                .findOne();
    }

    private static Update bound(Update statement, Person person) {
        return statement
                .bind("id", person.id().value())
                .bind("customer", person.customer().value())
                .bind("firstName", person.firstName())
                .bind("lastName", person.lastName())
                .bind("preferredName", person.preferredName())
                .bind("email", person.email())
                .bind("role", person.role())
                .bind("createdAt", person.createdAt());
    }

    static Person person(ResultSet row) throws SQLException {
        return new Person(
                new PersonId(Columns.uuid(row, "id")),
                new CustomerId(Columns.uuid(row, "customer_id")),
                Columns.maybeText(row, "first_name"),
                Columns.maybeText(row, "last_name"),
                Columns.maybeText(row, "preferred_name"),
                Columns.maybeText(row, "email"),
                Columns.maybeText(row, "role"),
                Columns.maybeInstant(row, "erased_at"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
