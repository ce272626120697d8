package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.security.SealedTokens;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement that writes messages.
public final class MailStore {
    private final SealedTokens tokens;

    public MailStore(SealedTokens tokens) {
        this.tokens = tokens;
    }

    private static final Logger LOG = System.getLogger(MailStore.class.getName());
    private static final int ERROR_LENGTH_MAX = 500;
    private static final Duration WHILE_UNREADABLE = Duration.ofMinutes(5);

    /// The final state of a message.
    enum Fate {
        SENT,
        REFUSED,
        UNCERTAIN,
        GIVEN_UP
    }

    /// Stores a message; nothing happens when its cause was told before. `dueAt` is real time: now.
    public void insert(Tx tx, Message message, Instant dueAt) {
        insert(tx, List.of(message), dueAt);
    }

    /// Stores several messages, except those whose cause is stored already.
    public void insert(Tx tx, List<Message> messages, Instant dueAt) {
        if (messages.isEmpty()) return;
        var batch = tx.batch("""
                INSERT INTO mail (seller_id, id, cause, kind, invoice_id, subscription_id, invoice_version, sender, recipients,
                    pending, letter, state, created_at, queued_at, due_at)
                VALUES (:seller, :id, :cause, :kind, :invoice::uuid, :subscription::uuid, :version::integer, :sender,
                    :recipients::text[], :recipients::text[], :letter::jsonb, :state, :now, :due, :due)
                ON CONFLICT (seller_id, cause) DO NOTHING
                """);
        for (var message : messages) {
            boolean isWaiting = !message.recipients().isEmpty();
            batch.bind("seller", tx.seller().value())
                    .bind("id", Ids.next())
                    .bind("cause", message.cause())
                    .bind("kind", message.kind().name())
                    .bind("invoice", message.invoice())
                    .bind("subscription", message.subscription())
                    .bind("version", message.version())
                    .bind("sender", message.sender())
                    .bind("recipients", message.recipients().toArray(String[]::new))
                    .bind(
                            "letter",
                            isWaiting
                                    ? Optional.of(tokens.hidden(
                                            tx.seller(), message.letter().json()))
                                    : Optional.<String>empty())
                    .bind("state", isWaiting ? "WAITING" : "NO_RECIPIENT")
                    .bind("now", tx.now())
                    .bind("due", dueAt)
                    .add();
        }
        batch.execute();
    }

    /// Takes messages that are due, for one postman.
    List<Claimed> claim(SqlSession tx, Instant now, Duration lease, int max) {
        var readable = new ArrayList<Claimed>();
        var unreadable = new ArrayList<UUID>();
        tx.query("""
                WITH due AS MATERIALIZED (
                    SELECT seller_id, id
                    FROM mail
                    WHERE state = 'WAITING' AND due_at <= :now AND (lease_until IS NULL OR lease_until < :now)
                    ORDER BY due_at
                    LIMIT :max
                    FOR UPDATE SKIP LOCKED)
                UPDATE mail
                SET lease_until = :lease, attempts = attempts + 1, fence = fence + 1
                WHERE seller_id = ANY (ARRAY(SELECT seller_id FROM due)) -- The planner expects a tenth of the table.
                    AND id = ANY (ARRAY(SELECT id FROM due))
                RETURNING *, (SELECT logo FROM seller WHERE seller.seller_id = mail.seller_id) AS logo
                """)
                .bind("now", now)
                .bind("lease", now.plus(lease))
                .bind("max", max)
                .map((row, _) -> readable(row, unreadable))
                .list()
                .forEach(one -> one.ifPresent(readable::add));
        if (!unreadable.isEmpty()) rest(tx, unreadable, now.plus(WHILE_UNREADABLE));
        return List.copyOf(readable);
    }

    /// A message that cannot be read keeps no other from going.
    private Optional<Claimed> readable(ResultSet row, List<UUID> unreadable) throws SQLException {
        try {
            return Optional.of(claimed(row));
        } catch (RuntimeException broken) {
            var id = Columns.uuid(row, "id");
            LOG.log(Level.ERROR, () -> "mail %s cannot be read".formatted(id), broken);
            unreadable.add(id);
            return Optional.empty();
        }
    }

    private static int rest(SqlSession tx, List<UUID> unreadable, Instant until) {
        return tx.update(
                        "UPDATE mail SET lease_until = :until WHERE id = ANY (:ids::uuid[]) -- of all sellers: no seller_id")
                .bind("until", until)
                .bind("ids", IdList.of(unreadable))
                .execute();
    }

    /// Claims one message, if it waits and no other process holds it.
    public Optional<Claimed> claim(Tx tx, String cause, Instant now, Duration lease) {
        return tx.query("""
                UPDATE mail
                SET lease_until = :lease, attempts = attempts + 1, fence = fence + 1
                WHERE seller_id = :seller AND cause = :cause AND state = 'WAITING'
                    AND (lease_until IS NULL OR lease_until < :now)
                RETURNING *, (SELECT logo FROM seller WHERE seller.seller_id = mail.seller_id) AS logo
                """)
                .bind("now", now)
                .bind("lease", now.plus(lease))
                .bind("cause", cause)
                .map((row, _) -> claimed(row))
                .findOne();
    }

    public Optional<String> state(Tx tx, String cause) {
        return tx.query("SELECT state FROM mail WHERE seller_id = :seller AND cause = :cause")
                .bind("cause", cause)
                .mapTo(String.class)
                .findOne();
    }

    /// Prolongs the lease of a message that is not settled or put back yet. False when another postman has it.
    boolean renew(SqlSession tx, Claimed message, Instant leaseUntil) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE mail SET lease_until = :lease
                        WHERE seller_id = :seller AND id = :id AND fence = :fence AND state = 'WAITING'
                            AND lease_until IS NOT NULL
                        """)
                        .bind("lease", leaseUntil)
                        .bind("seller", message.seller().value())
                        .bind("id", message.id())
                        .bind("fence", message.fence())
                        .execute(),
                "mail");
    }

    /// Records the final state and erases the content. Only the newest holder may.
    boolean settle(SqlSession tx, Claimed message, Fate fate, Instant now, Optional<String> error) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE mail
                        SET state = :state, letter = NULL, settled_at = :now, lease_until = NULL, last_error = :error,
                            pending = CASE WHEN :state = 'SENT' THEN '{}' ELSE pending END
                        WHERE seller_id = :seller AND id = :id AND fence = :fence AND state = 'WAITING'
                        """)
                        .bind("state", fate.name())
                        .bind("now", now)
                        .bind("error", error.map(MailStore::shortened))
                        .bind("seller", message.seller().value())
                        .bind("id", message.id())
                        .bind("fence", message.fence())
                        .execute(),
                "mail");
    }

    /// Tries again later, for those of the recipients that are left.
    boolean putBack(SqlSession tx, Claimed message, Back back) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE mail
                        SET due_at = :due, lease_until = NULL, last_error = :error, pending = :pending::text[],
                            attempts = attempts - :uncounted, uncertain_count = uncertain_count + :uncertain
                        WHERE seller_id = :seller AND id = :id AND fence = :fence AND state = 'WAITING'
                        """)
                        .bind("due", back.dueAt)
                        .bind("error", shortened(back.why))
                        .bind("pending", back.pending.toArray(String[]::new))
                        .bind("uncounted", back.isCounted ? 0 : 1)
                        .bind("uncertain", back.isUncertain ? 1 : 0)
                        .bind("seller", message.seller().value())
                        .bind("id", message.id())
                        .bind("fence", message.fence())
                        .execute(),
                "mail");
    }

    /// Erases recipients, contents and server errors of messages to a customer, and gives up those that still wait.
    public void forget(Tx tx, UUID customer, Instant now) {
        tx.update("""
                UPDATE mail
                SET recipients = '{}', pending = '{}', letter = NULL, last_error = NULL, lease_until = NULL,
                    settled_at = coalesce(settled_at, :now), fence = fence + 1,
                    state = CASE WHEN state = 'WAITING' THEN 'GIVEN_UP' ELSE state END
                WHERE seller_id = :seller AND id IN (
                    SELECT mail.id
                    FROM invoice i
                    JOIN mail ON mail.seller_id = i.seller_id AND mail.invoice_id = i.id
                    WHERE i.seller_id = :seller AND (i.customer_id = :customer OR i.billed_company_id = :customer)
                    UNION ALL
                    SELECT mail.id
                    FROM subscription s
                    JOIN mail ON mail.seller_id = s.seller_id AND mail.subscription_id = s.id
                    WHERE s.seller_id = :seller AND (s.customer_id = :customer OR s.billed_company_id = :customer))
                """).bind("now", now).bind("customer", customer).execute(); // as many as there are
    }

    /// Gives up everything that waits, of all sellers.
    public int holdBack(SqlSession tx, Instant now, String why) {
        return tx.update("""
                UPDATE mail -- of all sellers: no seller_id
                SET state = 'GIVEN_UP', letter = NULL, settled_at = :now, lease_until = NULL, last_error = :why,
                    fence = fence + 1
                WHERE state = 'WAITING'
                """).bind("now", now).bind("why", why).execute();
    }

    /// Those of any kind, and earlier those that are about no invoice. Each by an index of its own: what is kept
    /// longer is not read over and over.
    int delete(SqlSession tx, Instant anyBefore, Instant othersBefore, int max) {
        return tx.update("""
                DELETE FROM mail
                WHERE (seller_id, id) IN (
                    (SELECT seller_id, id
                     FROM mail
                     WHERE state <> 'WAITING' AND queued_at < :any
                     ORDER BY queued_at
                     LIMIT :max)
                    UNION
                    (SELECT seller_id, id
                     FROM mail
                     WHERE state <> 'WAITING' AND invoice_id IS NULL AND queued_at < :others
                     ORDER BY queued_at
                     LIMIT :max))
                """)
                .bind("any", anyBefore)
                .bind("others", othersBefore)
                .bind("max", max)
                .execute();
    }

    /// @param isCounted whether it was an attempt at all
    record Back(Instant dueAt, String why, List<String> pending, boolean isCounted, boolean isUncertain) {}

    private Claimed claimed(ResultSet row) throws SQLException {
        var seller = new SellerId(Columns.uuid(row, "seller_id"));
        return new Claimed(
                seller,
                Columns.uuid(row, "id"),
                MailKind.valueOf(Columns.text(row, "kind")),
                Columns.maybeUuid(row, "invoice_id"),
                Columns.maybeCount(row, "invoice_version"),
                Columns.text(row, "sender"),
                Columns.texts(row, "recipients"),
                Columns.texts(row, "pending"),
                Letter.stored(tokens.revealed(seller, Columns.text(row, "letter"))),
                Columns.maybeText(row, "logo").map(Logo::of),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "queued_at"),
                Columns.count(row, "attempts"),
                Columns.count(row, "uncertain_count"),
                Columns.count(row, "fence"));
    }

    private static String shortened(String error) {
        return error.substring(0, Math.min(error.length(), ERROR_LENGTH_MAX));
    }
}
