package dev.brickwork.platform.audit;

import dev.brickwork.platform.audit.Block.Span;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Every statement about the chain. It is one for all sellers, so none of them asks for a seller_id.
final class BlockStore {
    /// One chainer at a time, in however many processes.
    boolean lock(SqlSession tx) {
        tx.handle().execute("SET LOCAL statement_timeout = '60s'"); // One huge transaction is one block.
        return tx.query("SELECT pg_try_advisory_xact_lock(hashtextextended('audit chain', 0))")
                .mapTo(Boolean.class)
                .one();
    }

    /// Every transaction below this number has ended.
    long endedBelow(SqlSession tx) {
        return tx.query("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
                .mapTo(Long.class)
                .one();
    }

    Optional<Block> last(SqlSession tx) {
        return tx.query("""
                SELECT number, from_tx, to_tx, epoch_at, row_count, rows_hash, hash
                FROM audit_block -- all sellers: seller_id is in the rows
                ORDER BY number DESC
                LIMIT 1
                """).map((row, _) -> block(row)).findOne();
    }

    List<Block> after(SqlSession tx, long number, int max) {
        return tx.query("""
                SELECT number, from_tx, to_tx, epoch_at, row_count, rows_hash, hash
                FROM audit_block -- all sellers: seller_id is in the rows
                WHERE number > :number
                ORDER BY number
                LIMIT :max
                """)
                .bind("number", number)
                .bind("max", max)
                .map((row, _) -> block(row))
                .list();
    }

    Optional<Block> find(SqlSession tx, long number) {
        return after(tx, number - 1, 1).stream()
                .filter(block -> block.number() == number)
                .findFirst();
    }

    /// The transaction of the first row that a block of so many rows has no room for.
    OptionalLong txOfRow(SqlSession tx, Span span, int rows) {
        return tx.query("""
                SELECT tx
                FROM audit -- all sellers: seller_id is in the rows
                WHERE tx >= :from AND tx < :to AND (at >= :epoch) IS TRUE
                ORDER BY tx
                OFFSET :rows
                LIMIT 1
                """)
                .bind("from", span.fromTx())
                .bind("to", span.toTx())
                .bind("epoch", span.epochAt())
                .bind("rows", rows)
                .mapTo(Long.class)
                .findOne()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    /// Counts and hashes the rows of a block. `until` is the start of the next epoch, if there was one. `IS TRUE` keeps
    /// the index of times, which knows every row there ever was, out of it.
    Block.Rows rows(SqlSession tx, Span span, Optional<Instant> until) {
        return tx.query("""
                SELECT count(*) AS count,
                       sha256(coalesce(string_agg(audit_digest(a), ''::bytea ORDER BY tx, at, id), ''::bytea)) AS hash
                FROM audit a -- all sellers: seller_id is in the rows
                WHERE tx >= :from AND tx < :to AND (at >= :epoch) IS TRUE AND (:until::timestamptz IS NULL OR at < :until)
                """)
                .bind("from", span.fromTx())
                .bind("to", span.toTx())
                .bind("epoch", span.epochAt())
                .bind("until", until)
                .map((row, _) -> new Block.Rows(Columns.number(row, "count"), Columns.bytes(row, "hash")))
                .one();
    }

    /// When a block was closed: every row in it is older.
    Instant closedAt(SqlSession tx, long number) {
        return tx.query("SELECT closed_at FROM audit_block WHERE number = :number -- no seller_id")
                .bind("number", number)
                .map((row, _) -> Columns.instant(row, "closed_at"))
                .one();
    }

    /// When the transaction began, and with it what it sees of the chain.
    Instant seenAt(SqlSession tx) {
        return tx.query("SELECT transaction_timestamp() AS at -- no seller_id")
                .map((row, _) -> Columns.instant(row, "at"))
                .one();
    }

    /// When the epoch of this block ended, if another one followed.
    Optional<Instant> nextEpoch(SqlSession tx, Block block) {
        return tx.query("""
                SELECT min(epoch_at) AS at
                FROM audit_block -- all sellers: no seller_id
                WHERE number > :number AND epoch_at > :epoch
                """)
                .bind("number", block.number())
                .bind("epoch", block.epochAt())
                .map((row, _) -> Columns.maybeInstant(row, "at"))
                .one();
    }

    void insert(SqlSession tx, Block block) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO audit_block (number, from_tx, to_tx, epoch_at, row_count, rows_hash, hash)
                        VALUES (:number, :from, :to, :epoch, :count, :rows, :hash) -- all sellers: no seller_id
                        """)
                        .bind("number", block.number())
                        .bind("from", block.fromTx())
                        .bind("to", block.toTx())
                        .bind("epoch", block.epochAt())
                        .bind("count", block.rowCount())
                        .bind("rows", block.rowsHash())
                        .bind("hash", block.hash())
                        .execute(),
                "new block");
    }

    private static Block block(ResultSet row) throws SQLException {
        return new Block(
                Columns.number(row, "number"),
                Columns.number(row, "from_tx"),
                Columns.number(row, "to_tx"),
                Columns.instant(row, "epoch_at"),
                Columns.number(row, "row_count"),
                Columns.bytes(row, "rows_hash"),
                Columns.bytes(row, "hash"));
    }
}
