package dev.brickwork.sellers;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The clocks of test sellers and the moves they were asked to make.
final class TestClockStore {
    record Move(UUID id, Instant from, Instant to) {}

    Optional<Instant> now(Handle tx, SellerId seller) {
        return tx.createQuery("SELECT now FROM test_clock WHERE seller_id = :seller")
                .bind("seller", seller.value())
                .map((row, _) -> Columns.instant(row, "now"))
                .findOne();
    }

    void set(Handle tx, Caller caller, Instant now) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO test_clock (seller_id, now)
                        VALUES (:seller, :now)
                        ON CONFLICT (seller_id) DO UPDATE SET now = :now
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("now", now)
                        .execute(),
                "test clock");
    }

    void insertMove(Handle tx, Caller caller, Move move) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO test_clock_move (seller_id, id, from_time, to_time)
                        VALUES (:seller, :id, :from, :to)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", move.id)
                        .bind("from", move.from)
                        .bind("to", move.to)
                        .execute(),
                "test clock move");
    }

    /// Fixes both ends of a move that has not begun; one that has keeps them.
    void begin(Handle tx, Caller caller, Move move) {
        tx.createUpdate("""
                UPDATE test_clock_move
                SET from_time = :from, to_time = :to, summary = '{}'
                WHERE seller_id = :seller AND id = :id AND summary IS NULL
                """)
                .bind("seller", caller.seller().value())
                .bind("id", move.id)
                .bind("from", move.from)
                .bind("to", move.to)
                .execute(); // none when it has begun
    }

    void saveSummary(Handle tx, Caller caller, UUID move, String summary) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        UPDATE test_clock_move
                        SET summary = :summary::jsonb
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", move)
                        .bind("summary", summary)
                        .execute(),
                "test clock summary");
    }

    Move move(Handle tx, Caller caller, UUID id) {
        return tx.createQuery("""
                SELECT id, from_time, to_time
                FROM test_clock_move
                WHERE seller_id = :seller AND id = :id
                """)
                .bind("seller", caller.seller().value())
                .bind("id", id)
                .map((row, _) -> new Move(
                        Columns.uuid(row, "id"), Columns.instant(row, "from_time"), Columns.instant(row, "to_time")))
                .one();
    }

    /// Held by the session, so that a killed process lets go of it by dying. False when another one is moving the
    /// clock.
    boolean tryHold(Handle session, SellerId seller) {
        return session.createQuery(
                        "SELECT pg_try_advisory_lock(hashtextextended('test_clock:' || :seller, 0)) AS held -- seller_id")
                .bind("seller", seller.value().toString())
                .map((row, _) -> row.getBoolean("held"))
                .one();
    }

    void letGo(Handle session, SellerId seller) {
        session.createQuery(
                        "SELECT pg_advisory_unlock(hashtextextended('test_clock:' || :seller, 0)) AS freed -- seller_id")
                .bind("seller", seller.value().toString())
                .map((row, _) -> row.getBoolean("freed"))
                .one();
    }
}
