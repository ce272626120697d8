package dev.brickwork.payments.processor;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The sandbox's book in PostgreSQL. Every call opens its own transaction, as a company elsewhere would: it refuses
/// to be called while one of ours is open.
public final class SandboxStore implements SandboxBook {
    private final Database database;
    private final SellerId seller;

    public SandboxStore(Database database, SellerId seller) {
        this.database = database;
        this.seller = seller;
    }

    /// Whose form this is; its address says no more than its id.
    public static Optional<SellerId> sellerOfForm(SqlSession tx, String formId) {
        return tx.query("SELECT seller_id FROM sandbox_form WHERE id = :id")
                .bind("id", formId)
                .map((row, _) -> new SellerId(Columns.uuid(row, "seller_id")))
                .findOne();
    }

    @Override
    public void attach(Held held) {
        Rows.atMostOne(
                database.inTransaction(tx -> tx.update("""
                        INSERT INTO sandbox_method (seller_id, customer_id, method_id, since, place)
                        VALUES (:seller, :customer, :method, :since, :place)
                        ON CONFLICT (seller_id, customer_id, method_id) DO NOTHING
                        """)
                        .bind("seller", seller.value())
                        .bind("customer", held.customerId())
                        .bind("method", held.methodId())
                        .bind("since", held.since())
                        .bind("place", Ids.next())
                        .execute()),
                "sandbox method");
    }

    @Override
    public List<Held> held(String customerId) {
        return database.read(tx -> tx.query("""
                        SELECT customer_id, method_id, since
                        FROM sandbox_method
                        WHERE seller_id = :seller AND customer_id = :customer
                        ORDER BY place DESC
                        """)
                .bind("seller", seller.value())
                .bind("customer", customerId)
                .map((row, _) -> new Held(
                        Columns.text(row, "customer_id"),
                        Columns.text(row, "method_id"),
                        Columns.instant(row, "since")))
                .list());
    }

    @Override
    public boolean detach(String customerId, String methodId) {
        return Rows.atMostOne(
                database.inTransaction(tx -> tx.update("""
                        DELETE FROM sandbox_method
                        WHERE seller_id = :seller AND customer_id = :customer AND method_id = :method
                        """)
                        .bind("seller", seller.value())
                        .bind("customer", customerId)
                        .bind("method", methodId)
                        .execute()),
                "sandbox method");
    }

    /// The insert waits for a racing one with the same key, so of two callers one writes and both read the same.
    @Override
    public Entry open(Entry entry, List<Message> messages) {
        return database.inTransaction(tx -> {
            boolean isNew = Rows.atMostOne(
                    tx.update("""
                            INSERT INTO sandbox_charge (seller_id, payment_id, customer_id, method_id, amount, currency,
                                is_present, created_at, settles_at)
                            VALUES (:seller, :payment, :customer, :method, :amount, :currency, :isPresent, :createdAt,
                                :settlesAt)
                            ON CONFLICT (seller_id, payment_id) DO NOTHING
                            """)
                            .bind("seller", seller.value())
                            .bind("payment", entry.paymentId())
                            .bind("customer", entry.customerId())
                            .bind("method", entry.methodId())
                            .bind("amount", entry.amount().minor())
                            .bind("currency", entry.amount().currency().code())
                            .bind("isPresent", entry.isPresent())
                            .bind("createdAt", entry.createdAt())
                            .bind("settlesAt", entry.settlesAt())
                            .execute(),
                    "sandbox charge");
            if (isNew) post(tx, messages);
            return isNew ? entry : charge(tx, entry.paymentId()).orElseThrow();
        });
    }

    @Override
    public Optional<Entry> entry(UUID paymentId) {
        return database.read(tx -> charge(tx, paymentId));
    }

    private Optional<Entry> charge(SqlSession tx, UUID paymentId) {
        return tx.query("SELECT * FROM sandbox_charge WHERE seller_id = :seller AND payment_id = :payment")
                .bind("seller", seller.value())
                .bind("payment", paymentId)
                .map((row, _) -> new Entry(
                        Columns.uuid(row, "payment_id"),
                        Columns.text(row, "customer_id"),
                        Columns.text(row, "method_id"),
                        money(row),
                        Columns.flag(row, "is_present"),
                        Columns.instant(row, "created_at"),
                        Columns.instant(row, "settles_at")))
                .findOne();
    }

    /// The sum of refunds stands on the charge, whose row lets one refund in at a time.
    @Override
    public Optional<Return> open(Return refund, List<Message> messages) {
        return database.inTransaction(tx -> {
            var charge = lock(tx, refund.paymentId());
            var known = returned(tx, refund.refundId());
            if (charge.isEmpty() || known.isPresent()) return known;
            if (charge.get() < refund.amount().minor()) return Optional.empty();
            insert(tx, refund);
            post(tx, messages);
            return Optional.of(refund);
        });
    }

    /// Locks a charge and returns what can still be refunded of it; empty when there is no such charge.
    private Optional<Long> lock(SqlSession tx, UUID paymentId) {
        return tx.query("""
                SELECT amount - refunded AS rest
                FROM sandbox_charge
                WHERE seller_id = :seller AND payment_id = :payment
                FOR NO KEY UPDATE
                """)
                .bind("seller", seller.value())
                .bind("payment", paymentId)
                .map((row, _) -> Columns.number(row, "rest"))
                .findOne();
    }

    private void insert(SqlSession tx, Return refund) {
        Rows.exactlyOne(
                tx.update("""
                        WITH lowered AS (
                            UPDATE sandbox_charge
                            SET refunded = refunded + :amount
                            WHERE seller_id = :seller AND payment_id = :payment
                            RETURNING payment_id)
                        INSERT INTO sandbox_refund (seller_id, refund_id, payment_id, amount, currency, created_at)
                        SELECT :seller, :refund, payment_id, :amount, :currency, :createdAt FROM lowered
                        """)
                        .bind("seller", seller.value())
                        .bind("refund", refund.refundId())
                        .bind("payment", refund.paymentId())
                        .bind("amount", refund.amount().minor())
                        .bind("currency", refund.amount().currency().code())
                        .bind("createdAt", refund.createdAt())
                        .execute(),
                "sandbox refund");
    }

    @Override
    public Optional<Return> refund(UUID refundId) {
        return database.read(tx -> returned(tx, refundId));
    }

    private Optional<Return> returned(SqlSession tx, UUID refundId) {
        return tx.query("SELECT * FROM sandbox_refund WHERE seller_id = :seller AND refund_id = :refund")
                .bind("seller", seller.value())
                .bind("refund", refundId)
                .map((row, _) -> new Return(
                        Columns.uuid(row, "refund_id"),
                        Columns.uuid(row, "payment_id"),
                        money(row),
                        Columns.instant(row, "created_at")))
                .findOne();
    }

    @Override
    public Form open(Form form) {
        return database.inTransaction(tx -> {
            boolean isNew = Rows.atMostOne(
                    tx.update("""
                            INSERT INTO sandbox_form (seller_id, id, customer_id, payment_id, amount, currency, title,
                                return_to, saves, expires_at, state)
                            VALUES (:seller, :id, :customer, :payment::uuid, :amount::bigint, :currency, :title,
                                :returnTo, :saves, :expiresAt, :state)
                            ON CONFLICT (seller_id, id) DO NOTHING
                            """)
                            .bind("seller", seller.value())
                            .bind("id", form.id())
                            .bind("customer", form.customerId())
                            .bind("payment", form.paymentId())
                            .bind("amount", form.amount().map(Money::minor))
                            .bind(
                                    "currency",
                                    form.amount()
                                            .map(amount -> amount.currency().code()))
                            .bind("title", form.title())
                            .bind("returnTo", form.returnTo().toString())
                            .bind("saves", form.savesMethod())
                            .bind("expiresAt", form.expiresAt())
                            .bind("state", form.state().name())
                            .execute(),
                    "sandbox form");
            return isNew ? form : form(tx, form.id()).orElseThrow();
        });
    }

    @Override
    public Optional<Form> form(String formId) {
        return database.read(tx -> form(tx, formId));
    }

    private Optional<Form> form(SqlSession tx, String formId) {
        return tx.query("SELECT * FROM sandbox_form WHERE seller_id = :seller AND id = :id")
                .bind("seller", seller.value())
                .bind("id", formId)
                .map((row, _) -> {
                    var payment = Columns.maybeUuid(row, "payment_id");
                    return new Form(
                            Columns.text(row, "id"),
                            Columns.text(row, "customer_id"),
                            payment,
                            payment.isPresent() ? Optional.of(money(row)) : Optional.empty(),
                            Columns.text(row, "title"),
                            URI.create(Columns.text(row, "return_to")),
                            Columns.flag(row, "saves"),
                            Columns.instant(row, "expires_at"),
                            PageState.valueOf(Columns.text(row, "state")));
                })
                .findOne();
    }

    @Override
    public boolean end(String formId, PageState state) {
        return Rows.atMostOne(
                database.inTransaction(tx -> tx.update("""
                        UPDATE sandbox_form
                        SET state = :state
                        WHERE seller_id = :seller AND id = :id AND state = 'OPEN'
                        """)
                        .bind("seller", seller.value())
                        .bind("id", formId)
                        .bind("state", state.name())
                        .execute()),
                "sandbox form");
    }

    @Override
    public List<Message> takeDue(Instant now, int limit) {
        return database.inTransaction(tx -> tx.query("""
                        WITH taken AS (
                            DELETE FROM sandbox_message
                            WHERE seller_id = :seller AND place IN (
                                SELECT place
                                FROM sandbox_message
                                WHERE seller_id = :seller AND due_at <= :now
                                ORDER BY due_at, place
                                LIMIT :limit
                                FOR UPDATE SKIP LOCKED)
                            RETURNING *)
                        SELECT event_id, copy, due_at, body, is_forged
                        FROM taken
                        ORDER BY due_at, place
                        """)
                .bind("seller", seller.value())
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> new Message(
                        Columns.text(row, "event_id"),
                        Columns.count(row, "copy"),
                        Columns.instant(row, "due_at"),
                        Columns.text(row, "body"),
                        Columns.flag(row, "is_forged")))
                .list());
    }

    private void post(SqlSession tx, List<Message> messages) {
        if (messages.isEmpty()) return;
        var batch = tx.batch("""
                INSERT INTO sandbox_message (seller_id, place, event_id, copy, due_at, body, is_forged)
                VALUES (:seller, :place, :event, :copy, :dueAt, :body, :isForged)
                """);
        for (var message : messages) {
            batch.bind("seller", seller.value())
                    .bind("place", Ids.next())
                    .bind("event", message.eventId())
                    .bind("copy", message.copy())
                    .bind("dueAt", message.dueAt())
                    .bind("body", message.body())
                    .bind("isForged", message.isForged())
                    .add();
        }
        Rows.each(messages.size(), batch.execute(), "sandbox messages");
    }

    private static Money money(ResultSet row) throws SQLException {
        return new Money(Columns.number(row, "amount"), Columns.currency(row, "currency"));
    }
}
