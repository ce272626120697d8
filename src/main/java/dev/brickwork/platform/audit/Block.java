package dev.brickwork.platform.audit;

import dev.brickwork.platform.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// One block of the chain: the rows of the transactions from `fromTx` up to, not including, `toTx`.
///
/// @param epochAt rows since this moment count; before it transactions were counted by another server
/// @param rowsHash over the digests of the rows, in order
/// @param hash over the block before and all of the above
record Block(long number, long fromTx, long toTx, Instant epochAt, long rowCount, byte[] rowsHash, byte[] hash) {
    static final byte[] BEFORE_THE_FIRST = new byte[32];

    static Block after(byte[] previousHash, long number, Span span, Rows rows) {
        var hash = hash(previousHash, number, span, rows);
        return new Block(number, span.fromTx, span.toTx, span.epochAt, rows.count, rows.hash, hash);
    }

    record Span(long fromTx, long toTx, Instant epochAt) {}

    record Rows(long count, byte[] hash) {}

    Span span() {
        return new Span(fromTx, toTx, epochAt);
    }

    boolean follows(byte[] previousHash) {
        return MessageDigest.isEqual(hash, hash(previousHash, number, span(), new Rows(rowCount, rowsHash)));
    }

    private static byte[] hash(byte[] previous, long number, Span span, Rows rows) {
        var place = ByteBuffer.allocate(Long.BYTES * 5)
                .putLong(number)
                .putLong(span.fromTx)
                .putLong(span.toTx)
                .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, span.epochAt))
                .putLong(rows.count)
                .array();
        return Sha256.of(previous, place, rows.hash);
    }
}
