package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.calendar.WireDates;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Read-only statements shaped for lists, searches and the subscriptions that a customer shows.
final class CustomerView {
    List<Customer> customers(SqlSession tx, Where where, Page page) {
        return where.bind(tx.query("SELECT * FROM customer " + where.sql()
                        + " ORDER BY created_at %1$s, id %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> CustomerStore.customer(row))
                .list();
    }

    long countCustomers(SqlSession tx, Where where) {
        return where.bind(tx.query("SELECT count(*) FROM customer " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    List<Person> persons(SqlSession tx, Where where, Page page) {
        return where.bind(tx.query("SELECT * FROM person " + where.sql()
                        + " ORDER BY created_at %1$s, id %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> PersonStore.person(row))
                .list();
    }

    long countPersons(SqlSession tx, Where where) {
        return where.bind(tx.query("SELECT count(*) FROM person " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    /// The subscriptions of each of these customers, oldest first; one that has none is absent from the map.
    Map<CustomerId, List<CustomerSubscription>> subscriptions(Tx tx, Collection<CustomerId> customers) {
        if (customers.isEmpty()) return Map.of();
        var found = new HashMap<CustomerId, List<CustomerSubscription>>();
        tx.query("""
                SELECT customer_id, id, status, plan_name, starts_on, ends_on
                FROM subscription
                WHERE seller_id = :seller AND customer_id = ANY (:customers::uuid[])
                ORDER BY created_at, id
                """)
                .bind("customers", IdList.of(customers, CustomerId::value))
                .map((row, _) -> Map.entry(new CustomerId(Columns.uuid(row, "customer_id")), subscription(row)))
                .forEach(entry -> found.computeIfAbsent(entry.getKey(), _ -> new ArrayList<>())
                        .add(entry.getValue()));
        return found;
    }

    List<CustomerSubscription> subscriptions(Tx tx, CustomerId customer) {
        return subscriptions(tx, List.of(customer)).getOrDefault(customer, List.of());
    }

    /// How many subscriptions still run, or are to run, for this customer or at its expense.
    long countLive(Tx tx, CustomerId customer) {
        return tx.query("""
                SELECT count(*)
                FROM (
                    SELECT id
                    FROM subscription
                    WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer)
                        AND status <> 'INACTIVE'
                    UNION
                    SELECT s.id
                    FROM orders ahead
                    JOIN subscription s ON s.seller_id = ahead.seller_id AND s.id = ahead.subscription_id
                    JOIN orders running ON running.seller_id = s.seller_id AND running.id = s.term_order_id
                    WHERE ahead.seller_id = :seller
                        AND (ahead.customer_id = :customer OR ahead.billed_company_id = :customer)
                        AND ahead.sequence > 1 AND ahead.id = ahead.term_order_id
                        AND ahead.sequence > running.sequence AND s.status <> 'INACTIVE') live
                """)
                .bind("customer", customer.value())
                .mapTo(Long.class)
                .one();
    }

    /// How many invoices will still be issued to this customer, or at its expense: each must say to whom.
    long countUnissued(Tx tx, CustomerId customer) {
        return tx.query("""
                SELECT count(*)
                FROM invoice
                WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer)
                    AND issued_at IS NULL AND voided_at IS NULL AND NOT is_muted
                """)
                .bind("customer", customer.value())
                .mapTo(Long.class)
                .one();
    }

    private static CustomerSubscription subscription(ResultSet row) throws SQLException {
        return new CustomerSubscription(
                Columns.uuid(row, "id"),
                Columns.text(row, "status"),
                Columns.text(row, "plan_name"),
                Columns.date(row, "starts_on"),
                WireDates.lastDay(Columns.date(row, "ends_on")));
    }
}
