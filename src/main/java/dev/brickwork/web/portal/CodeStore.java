package dev.brickwork.web.portal;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.web.portal.access.FormStore;
import dev.brickwork.web.portal.access.PageToken;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Codes that were mailed. Eight digits, a quarter of an hour, five tries and five codes a day: a guesser's chance is
/// one in four million a day.
final class CodeStore {
    static final Duration LIFE = Duration.ofMinutes(15);
    static final int PER_DAY_MAX = 5;
    static final int TRIES_MAX = 5;
    private static final int CODES = 100_000_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    static String newCode() {
        return "%08d".formatted(RANDOM.nextInt(CODES));
    }

    /// Whether one more may be sent today.
    boolean hasRoom(Tx tx, InvoiceId invoice, Instant now) {
        FormStore.inTurn(tx, invoice.value());
        tx.update("""
                DELETE FROM page_code
                WHERE seller_id = :seller AND invoice_id = :invoice AND created_at <= :old
                """)
                .bind("invoice", invoice.value())
                .bind("old", now.minus(Duration.ofDays(1)))
                .execute();
        return tx.query("""
                        SELECT count(*)
                        FROM page_code
                        WHERE seller_id = :seller AND invoice_id = :invoice
                        """)
                        .bind("invoice", invoice.value())
                        .mapTo(Integer.class)
                        .one()
                < PER_DAY_MAX;
    }

    void insert(Tx tx, InvoiceId invoice, PageToken page, String code, Instant now) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO page_code (seller_id, id, invoice_id, code_hash, created_at, expires_at)
                        VALUES (:seller, :id, :invoice, :hash, :now, :expiresAt)
                        """)
                        .bind("id", Ids.next())
                        .bind("invoice", invoice.value())
                        .bind("hash", page.sign(code))
                        .bind("now", now)
                        .bind("expiresAt", now.plus(LIFE))
                        .execute(),
                "page code");
    }

    private record Kept(UUID id, byte[] hash) {}

    /// Whether it is the latest code. The try is counted whatever comes of it, so the transaction must commit.
    boolean check(Tx tx, InvoiceId invoice, PageToken page, String code, Instant now) {
        var kept = latest(tx, invoice, now);
        if (kept.isEmpty()) return false;
        boolean isCounted =
                tx.update("""
                        UPDATE page_code
                        SET tries = tries + 1
                        WHERE seller_id = :seller AND id = :id AND tries < :max
                        """).bind("id", kept.get().id).bind("max", TRIES_MAX).execute() == 1;
        return isCounted && MessageDigest.isEqual(page.sign(code), kept.get().hash);
    }

    private static Optional<Kept> latest(Tx tx, InvoiceId invoice, Instant now) {
        return tx.query("""
                SELECT id, code_hash
                FROM page_code
                WHERE seller_id = :seller AND invoice_id = :invoice AND expires_at > :now
                ORDER BY created_at DESC, id DESC
                LIMIT 1
                """)
                .bind("invoice", invoice.value())
                .bind("now", now)
                .map((row, _) -> new Kept(Columns.uuid(row, "id"), row.getBytes("code_hash")))
                .findOne();
    }
}
