package dev.brickwork.integrations.accounting;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.money.Currency;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement about what is carried over: queue, log and the names that things have over there.
final class SyncTaskStore {
    /// Once per thing, action and event, however often it is asked for.
    void add(SqlSession tx, SellerId seller, SyncTask push) {
        tx.update("""
                INSERT INTO accounting_push (seller_id, id, object_kind, object_id, action, cause_id, outcome, due_at,
                    occurred_at)
                VALUES (:seller, :id, :kind, :object, :action, :cause, 'RETRYING', :now, :now)
                ON CONFLICT (seller_id, object_kind, object_id, action, cause_id) DO NOTHING
                """)
                .bind("seller", seller.value())
                .bind("id", push.id())
                .bind("kind", push.kind().name())
                .bind("object", push.object())
                .bind("action", push.action().name())
                .bind("cause", push.cause())
                .bind("now", push.occurredAt())
                .execute();
    }

    /// @param company whose it is
    record Due(SyncTask push, UUID company) {}

    /// Whose a push is. Row by row, so that a backlog is looked up no further than it is walked.
    private static final String ITS_COMPANY = """
            CROSS JOIN LATERAL (
                SELECT coalesce(
                    (SELECT i.billed_company_id
                     FROM invoice i
                     WHERE i.seller_id = p.seller_id AND i.id = coalesce(
                        (SELECT pay.invoice_id
                         FROM payment pay
                         WHERE p.object_kind = 'PAYMENT' AND pay.seller_id = p.seller_id AND pay.id = p.object_id),
                        (SELECT s.invoice_id
                         FROM invoice_settlement s
                         WHERE p.object_kind = 'CREDIT_NOTE' AND s.seller_id = p.seller_id AND s.id = p.object_id),
                        (SELECT u.invoice_id
                         FROM usage_credit u
                         WHERE p.object_kind = 'CREDIT_NOTE' AND u.seller_id = p.seller_id AND u.id = p.object_id),
                        p.object_id)),
                    p.object_id) AS company_id
                OFFSET 0) AS its
            """;

    /// In the order in which they were asked for, and nothing of a company before what it still waits for: a void must
    /// not overtake its invoice or the refund before it, nor the credit that is spent the one that was given.
    List<Due> due(SqlSession tx, SellerId seller, Instant now, int max) {
        return tx.query("""
                WITH waiting AS MATERIALIZED ( -- the first of each company that has any
                    SELECT DISTINCT ON (its.company_id) its.company_id, p.occurred_at, p.id
                    FROM accounting_push p
                    %1$s
                    WHERE p.seller_id = :seller AND p.outcome = 'RETRYING' AND p.due_at > :now
                    ORDER BY its.company_id, p.occurred_at, p.id)
                SELECT p.*, its.company_id
                FROM accounting_push p
                %1$s
                WHERE p.seller_id = :seller AND p.outcome = 'RETRYING'
                  AND NOT EXISTS (SELECT FROM waiting w
                                  WHERE w.company_id = its.company_id AND (w.occurred_at, w.id) <= (p.occurred_at, p.id))
                ORDER BY p.occurred_at, p.id
                LIMIT :max
                """.formatted(ITS_COMPANY))
                .bind("seller", seller.value())
                .bind("now", now)
                .bind("max", max)
                .map((row, _) -> new Due(push(row), Columns.uuid(row, "company_id")))
                .list();
    }

    /// Counted before the call.
    void begin(SqlSession tx, SellerId seller, SyncTask push) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE accounting_push
                        SET attempts = attempts + 1
                        WHERE seller_id = :seller AND id = :id AND outcome = 'RETRYING'
                        """)
                        .bind("seller", seller.value())
                        .bind("id", push.id())
                        .execute(),
                "begun push");
    }

    /// Marks all pending tasks as attempted: after a restore they may be in the books without our knowing.
    void doubt(SqlSession tx) {
        tx.update("""
                UPDATE accounting_push -- of all sellers: no seller_id
                SET attempts = 1
                WHERE outcome = 'RETRYING' AND attempts = 0
                """).execute();
    }

    /// Whether anything else about the same thing was begun before.
    boolean wasBegun(SqlSession tx, SellerId seller, SyncTask push) {
        return tx.query("""
                SELECT EXISTS (SELECT FROM accounting_push
                               WHERE seller_id = :seller AND object_kind = :kind AND object_id = :object
                                 AND id <> :id AND attempts > 0)
                """)
                .bind("seller", seller.value())
                .bind("kind", push.kind().name())
                .bind("object", push.object())
                .bind("id", push.id())
                .mapTo(Boolean.class)
                .one();
    }

    void end(SqlSession tx, SellerId seller, SyncTask push, Optional<String> remoteId, Optional<String> remark) {
        save(tx, seller, push.with(SyncTask.Outcome.DONE, remoteId, remark), Optional.empty());
    }

    void fail(SqlSession tx, SellerId seller, SyncTask push, String why) {
        save(tx, seller, push.with(SyncTask.Outcome.FAILED, push.remoteId(), Optional.of(why)), Optional.empty());
    }

    void again(SqlSession tx, SellerId seller, SyncTask push, String why, Instant due) {
        save(tx, seller, push.with(SyncTask.Outcome.RETRYING, push.remoteId(), Optional.of(why)), Optional.of(due));
    }

    private static void save(SqlSession tx, SellerId seller, SyncTask push, Optional<Instant> due) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE accounting_push
                        SET outcome = :outcome, remote_id = :remote, error = :error, due_at = :due::timestamptz
                        WHERE seller_id = :seller AND id = :id AND outcome = 'RETRYING'
                        """)
                        .bind("seller", seller.value())
                        .bind("id", push.id())
                        .bind("outcome", push.outcome().name())
                        .bind("remote", push.remoteId())
                        .bind("error", push.error())
                        .bind("due", due)
                        .execute(),
                "push");
    }

    /// After the seller has connected again, everything that waited or failed is tried at once, and as often as before.
    /// What was begun stays so: it may have arrived.
    void resume(Tx tx, Instant now) {
        tx.update("""
                UPDATE accounting_push
                SET outcome = 'RETRYING', due_at = :now, attempts = least(attempts, 1)
                WHERE seller_id = :seller AND outcome IN ('RETRYING', 'FAILED')
                """).bind("now", now).execute();
    }

    List<SyncTask> log(Tx tx, Page page) {
        return tx.query("""
                SELECT id, object_kind, object_id, action, cause_id, outcome, attempts, remote_id, error, occurred_at
                FROM accounting_push
                WHERE seller_id = :seller
                ORDER BY occurred_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> push(row))
                .list();
    }

    long count(Tx tx) {
        return tx.query("SELECT count(*) FROM accounting_push WHERE seller_id = :seller")
                .mapTo(Long.class)
                .one();
    }

    Optional<String> remote(SqlSession tx, Destination to, SyncTask.Kind kind, UUID object) {
        return tx.query("""
                SELECT remote_id
                FROM accounting_remote
                WHERE seller_id = :seller AND organisation = :organisation AND object_kind = :kind AND object_id = :object
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("kind", kind.name())
                .bind("object", object)
                .mapTo(String.class)
                .findOne();
    }

    void name(SqlSession tx, Destination to, SyncTask.Kind kind, UUID object, String remoteId) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO accounting_remote (seller_id, organisation, object_kind, object_id, remote_id)
                        VALUES (:seller, :organisation, :kind, :object, :remote)
                        ON CONFLICT (seller_id, organisation, object_kind, object_id) DO UPDATE SET remote_id = :remote
                        """)
                        .bind("seller", to.seller().value())
                        .bind("organisation", to.organisation())
                        .bind("kind", kind.name())
                        .bind("object", object)
                        .bind("remote", remoteId)
                        .execute(),
                "remote name");
    }

    void forget(SqlSession tx, Destination to, SyncTask.Kind kind, UUID object) {
        tx.update("""
                DELETE FROM accounting_remote
                WHERE seller_id = :seller AND organisation = :organisation AND object_kind = :kind AND object_id = :object
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("kind", kind.name())
                .bind("object", object)
                .execute();
    }

    /// @param currency absent where one name serves all of them
    Optional<String> customer(SqlSession tx, Destination to, UUID company, Optional<Currency> currency) {
        return tx.query("""
                SELECT remote_id
                FROM accounting_customer
                WHERE seller_id = :seller AND organisation = :organisation AND company_id = :company
                  AND (:currency::text IS NULL OR currency = :currency)
                ORDER BY created_at
                LIMIT 1
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("company", company)
                .bind("currency", currency.map(Currency::code))
                .mapTo(String.class)
                .findOne();
    }

    /// Whether it is another company of ours that is called so over there.
    boolean isAnothers(SqlSession tx, Destination to, UUID company, String remoteId) {
        return tx.query("""
                SELECT EXISTS (SELECT FROM accounting_customer
                               WHERE seller_id = :seller AND organisation = :organisation AND company_id <> :company
                                 AND remote_id = :remote)
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("company", company)
                .bind("remote", remoteId)
                .mapTo(Boolean.class)
                .one();
    }

    void nameCustomer(SqlSession tx, Destination to, UUID company, Currency currency, String remoteId) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO accounting_customer (seller_id, organisation, company_id, currency, remote_id)
                        VALUES (:seller, :organisation, :company, :currency, :remote)
                        """)
                        .bind("seller", to.seller().value())
                        .bind("organisation", to.organisation())
                        .bind("company", company)
                        .bind("currency", currency.code())
                        .bind("remote", remoteId)
                        .execute(),
                "name of a customer");
    }

    private static SyncTask push(ResultSet row) throws SQLException {
        return new SyncTask(
                Columns.uuid(row, "id"),
                SyncTask.Kind.valueOf(Columns.text(row, "object_kind")),
                Columns.uuid(row, "object_id"),
                SyncTask.Action.valueOf(Columns.text(row, "action")),
                Columns.uuid(row, "cause_id"),
                SyncTask.Outcome.valueOf(Columns.text(row, "outcome")),
                Columns.count(row, "attempts"),
                Columns.maybeText(row, "remote_id"),
                Columns.maybeText(row, "error"),
                Columns.instant(row, "occurred_at"));
    }
}
