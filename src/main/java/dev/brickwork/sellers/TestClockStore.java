package dev.brickwork.sellers;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The clocks of test sellers and the moves they were asked to make.
final class TestClockStore {
    record Move(UUID id, Instant from, Instant to) {}

    Optional<Instant> now(SqlSession tx, SellerId seller) {
        return tx.query("SELECT now FROM test_clock WHERE seller_id = :seller")
                .bind("seller", seller.value())
                .map((row, _) -> Columns.instant(row, "now"))
                .findOne();
    }

    void set(Tx tx, Instant now) {
        Rows.exactlyOne(tx.update("""
                        INSERT INTO test_clock (seller_id, now)
                        VALUES (:seller, :now)
                        ON CONFLICT (seller_id) DO UPDATE SET now = :now
                        """).bind("now", now).execute(), "test clock");
    }

    void insertMove(Tx tx, Move move) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO test_clock_move (seller_id, id, from_time, to_time)
                        VALUES (:seller, :id, :from, :to)
                        """)
                        .bind("id", move.id)
                        .bind("from", move.from)
                        .bind("to", move.to)
                        .execute(),
                "test clock move");
    }

    /// Fixes both ends of a move that has not begun; one that has keeps them.
    void begin(Tx tx, Move move) {
        tx.update("""
                UPDATE test_clock_move
                SET from_time = :from, to_time = :to, summary = '{}'
                WHERE seller_id = :seller AND id = :id AND summary IS NULL
                """)
                .bind("id", move.id)
                .bind("from", move.from)
                .bind("to", move.to)
                .execute(); // none when it has begun
    }

    void saveSummary(Tx tx, UUID move, String summary) {
        Rows.exactlyOne(tx.update("""
                        UPDATE test_clock_move
                        SET summary = :summary::jsonb
                        WHERE seller_id = :seller AND id = :id
                        """).bind("id", move).bind("summary", summary).execute(), "test clock summary");
    }

    Move move(Tx tx, UUID id) {
        return tx.query("""
                SELECT id, from_time, to_time
                FROM test_clock_move
                WHERE seller_id = :seller AND id = :id
                """)
                .bind("id", id)
                .map((row, _) -> new Move(
                        Columns.uuid(row, "id"), Columns.instant(row, "from_time"), Columns.instant(row, "to_time")))
                .one();
    }

    /// Held by the session, so that a killed process lets go of it by dying. False when another one is moving the
    /// clock.
    boolean tryHold(Tx tx) {
        return tx.query(
                        "SELECT pg_try_advisory_lock(hashtextextended('test_clock:' || :seller, 0)) AS held -- seller_id")
                .bind("seller", tx.seller().value().toString())
                .map((row, _) -> row.getBoolean("held"))
                .one();
    }

    void letGo(Tx tx) {
        tx.query("SELECT pg_advisory_unlock(hashtextextended('test_clock:' || :seller, 0)) AS freed -- seller_id")
                .bind("seller", tx.seller().value().toString())
                .map((row, _) -> row.getBoolean("freed"))
                .one();
    }
}
