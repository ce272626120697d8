package dev.brickwork.payments;

import dev.brickwork.customers.CustomerId;
import dev.brickwork.customers.Customers;
import dev.brickwork.invoices.Credits;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.invoices.Invoices;
import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
import dev.brickwork.plumbing.json.JsonWriter;
import dev.brickwork.sellers.Sellers;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The customer's credit ledger: read it, add to it and use it by hand (rule I-11).
final class CreditResource {
    private final Sellers sellers;
    private final Customers customers;
    private final Journal journal;
    private final Credits credits;
    private final Invoices invoices;
    private final ApplyCredit applying;

    CreditResource(Payments.Rooms rooms, Credits credits) {
        this.sellers = rooms.sellers();
        this.customers = rooms.customers();
        this.journal = rooms.journal();
        this.credits = credits;
        this.invoices = rooms.invoices();
        this.applying = new ApplyCredit(rooms, credits);
    }

    Routes routes() {
        return new Routes()
                .get("/customers/{customer_id}/credits", Scope.READ, this::list)
                .post("/customers/{customer_id}/credits", Scope.PAYMENTS, this::grant)
                .post("/invoices/{invoice_id}/apply-credit", Scope.PAYMENTS, this::apply);
    }

    private record Entered(
            UUID id,
            UUID customer,
            String type,
            long amount,
            String currency,
            Optional<UUID> invoice,
            Optional<String> reason,
            Instant at) {
        static Entered of(ResultSet row) throws SQLException {
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

        void write(JsonWriter json) {
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

    private CustomerId known(Handle tx, Request request) {
        var id = request.id("customer_id", "customer", CustomerId::new);
        return customers
                .find(tx, request.caller(), id)
                .orElseThrow(() -> Refusal.notFound("customer"))
                .id();
    }

    private Answer list(Handle tx, Request request) {
        var customer = known(tx, request);
        var page = request.page();
        var order = request.ordering("-created_at", List.of("created_at")).direction();
        var count = tx.createQuery(
                        "SELECT count(*) FROM credit_entry WHERE seller_id = :seller AND customer_id = :customer")
                .bind("seller", request.seller().value())
                .bind("customer", customer.value())
                .mapTo(Long.class)
                .one();
        var entries = tx.createQuery("""
                SELECT *
                FROM credit_entry
                WHERE seller_id = :seller AND customer_id = :customer
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(order))
                .bind("seller", request.seller().value())
                .bind("customer", customer.value())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> Entered.of(row))
                .list();
        var balances = balances(tx, request.seller().value(), customer);
        return page.answer(
                count,
                entries,
                (json, entry) -> entry.write(json),
                list -> list.putEach(
                        "balances",
                        balances.entrySet(),
                        (json, one) -> json.object(
                                out -> out.put("currency", one.getKey()).put("balance", one.getValue()))));
    }

    private static Map<String, Long> balances(Handle tx, UUID seller, CustomerId customer) {
        var balances = new TreeMap<String, Long>();
        tx.createQuery("""
                SELECT currency, balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = :customer
                """)
                .bind("seller", seller)
                .bind("customer", customer.value())
                .map((row, _) -> balances.put(Columns.text(row, "currency"), Columns.number(row, "balance")))
                .list();
        return balances;
    }

    private Answer grant(Handle tx, Request request) {
        var caller = request.caller();
        var customer = known(tx, request);
        var fields = request.fields();
        var amount = fields.require("amount", name -> fields.longInteger(name, 1, Money.MINOR_MAX));
        var currency = fields.oneOf("currency", Currency.values())
                .orElseGet(() -> sellers.get(tx, caller.seller()).currency());
        var reason = fields.require("reason", name -> fields.filledText(name, Fields.TEXT_LENGTH_MAX));
        fields.check();
        var account = new Credits.Account(customer.value(), currency);
        if (!credits.hasRoomFor(tx, caller, account, amount.orElseThrow())) {
            throw Refusal.badField("amount", "The balance would be more than can be kept.");
        }
        credits.move(
                tx,
                caller,
                account.grant(Credits.Source.MANUAL, amount.orElseThrow()).because(reason));
        journal.post(
                tx,
                caller,
                Entry.of(Cause.CREDIT_GRANTED, currency, customer.value())
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, amount.orElseThrow()));
        return Answer.ok(json -> newest(tx, request, customer).write(json));
    }

    private Answer apply(Handle tx, Request request) {
        var caller = request.caller();
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        var fields = request.fields();
        var amount = fields.longInteger("amount", 1, Money.MINOR_MAX);
        fields.check();
        applying.run(tx, caller, id, amount);
        var invoice = invoices.find(tx, caller, id).orElseThrow();
        return Answer.ok(json -> json.object(out -> invoices.write(out, invoice, caller.now())));
    }

    private static Entered newest(Handle tx, Request request, CustomerId customer) {
        return tx.createQuery("""
                SELECT *
                FROM credit_entry
                WHERE seller_id = :seller AND customer_id = :customer
                ORDER BY id DESC
                LIMIT 1
                """)
                .bind("seller", request.seller().value())
                .bind("customer", customer.value())
                .map((row, _) -> Entered.of(row))
                .one();
    }
}
