package dev.brickwork.ledger;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import dev.brickwork.platform.json.JsonWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// The customer's credit ledger as the API shows it; writes nothing.
public final class CreditView {
    public record Entered(
            UUID id,
            UUID customer,
            String type,
            long amount,
            String currency,
            Optional<UUID> invoice,
            Optional<String> reason,
            Instant at) {
        private static Entered of(ResultSet row) throws SQLException {
            return new Entered(
                    Columns.uuid(row, "id"),
                    Columns.uuid(row, "customer_id"),
                    Columns.text(row, "type"),
                    Columns.number(row, "amount"),
                    Columns.text(row, "currency"),
                    Columns.maybeUuid(row, "invoice_id"),
                    Columns.maybeText(row, "reason"),
                    Columns.instant(row, "created_at"));
        }

        public void write(JsonWriter json) {
            json.object(out -> out.put("credit_id", id)
                    .put("customer_id", customer)
                    .put("type", type)
                    .put("amount", amount)
                    .put("currency", currency)
                    .put("invoice_id", invoice)
                    .put("reason", reason)
                    .put("created_at", at));
        }
    }

    public long count(Tx tx, CustomerId customer) {
        return tx.query("SELECT count(*) FROM credit_entry WHERE seller_id = :seller AND customer_id = :customer")
                .bind("customer", customer.value())
                .mapTo(Long.class)
                .one();
    }

    public List<Entered> list(Tx tx, CustomerId customer, Page page) {
        return tx.query("""
                SELECT *
                FROM credit_entry
                WHERE seller_id = :seller AND customer_id = :customer
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("customer", customer.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> Entered.of(row))
                .list();
    }

    /// By currency.
    public Map<String, Long> balances(Tx tx, CustomerId customer) {
        var balances = new TreeMap<String, Long>();
        tx.query("""
                SELECT currency, balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = :customer
                """)
                .bind("customer", customer.value())
                .map((row, _) -> balances.put(Columns.text(row, "currency"), Columns.number(row, "balance")))
                .list();
        return balances;
    }

    /// The last entry of an account. The caller has just made it, and so holds the account's lock.
    public Entered newest(Tx tx, CreditAccount account) {
        return tx.query("""
                SELECT *
                FROM credit_entry
                WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                ORDER BY id DESC
                LIMIT 1
                """)
                .bind("customer", account.customer())
                .bind("currency", account.currency().code())
                .map((row, _) -> Entered.of(row))
                .one();
    }
}
