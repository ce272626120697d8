package dev.brickwork.web.portal.access;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Stores used forms, so that each counts once, and counts how often they opened the processor's form: testing of
/// stolen cards opens it often.
public final class FormStore {
    public static final int SESSIONS_PER_HOUR_MAX = 10;
    private static final Duration WINDOW = Duration.ofHours(1);
    private static final Duration KEPT = FormToken.LIFE.plusHours(1);

    /// Whether this is its first use. Of two that race, the second waits for the first to commit and is refused.
    public boolean use(Tx tx, FormToken form, Instant now) {
        tx.update("""
                DELETE FROM page_form
                WHERE seller_id = :seller AND used_at < :old
                """).bind("old", now.minus(KEPT)).execute();
        return tx.update("""
                        INSERT INTO page_form (seller_id, id, used_at)
                        VALUES (:seller, :id, :now)
                        ON CONFLICT DO NOTHING
                        """).bind("id", form.id()).bind("now", now).execute() == 1;
    }

    /// Uses a form that leads on to the processor's. Says why not, in a word for [Visit#back].
    ///
    /// @param subject what is counted: an invoice, a link or a company
    public Optional<String> useForSession(Tx tx, FormToken form, UUID subject, Instant now) {
        if (!use(tx, form, now)) return Optional.of("again");
        return openSession(tx, subject, now) ? Optional.empty() : Optional.of("often");
    }

    /// Serializes transactions that count actions on a subject before they add one. Takes an advisory lock, so that
    /// the subject's own row stays unlocked.
    public static void inTurn(SqlSession tx, UUID subject) {
        tx.query("SELECT pg_advisory_xact_lock(hashtextextended('page:' || :subject, 0)) -- of one seller_id")
                .bind("subject", subject.toString())
                .map((_, _) -> 1)
                .one();
    }

    private static boolean openSession(Tx tx, UUID subject, Instant now) {
        inTurn(tx, subject);
        tx.update("""
                DELETE FROM page_session
                WHERE seller_id = :seller AND subject_id = :subject AND opened_at <= :old
                """).bind("subject", subject).bind("old", now.minus(WINDOW)).execute();
        int count = tx.query("""
                SELECT count(*)
                FROM page_session
                WHERE seller_id = :seller AND subject_id = :subject
                """).bind("subject", subject).mapTo(Integer.class).one();
        if (count >= SESSIONS_PER_HOUR_MAX) return false;
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO page_session (seller_id, id, subject_id, opened_at)
                        VALUES (:seller, :id, :subject, :now)
                        """)
                        .bind("id", Ids.next())
                        .bind("subject", subject)
                        .bind("now", now)
                        .execute(),
                "page session");
        return true;
    }
}
