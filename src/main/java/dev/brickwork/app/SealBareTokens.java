package dev.brickwork.app;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.security.SealedTokens;
import java.util.List;
import java.util.UUID;

/// Encrypts the tokens of links that releases before this one stored as they are. Runs beside the requests at each
/// start: SQL knows no key, so a migration cannot do it, and a process of the release before may still store some.
/// Until a row is done, its link works as it did.
final class SealBareTokens {
    private static final int BATCH_ROWS = 500;
    private static final List<Column> COLUMNS =
            List.of(new Column("invoice", "payment_token"), new Column("orders", "form_token"));

    private final Database database;
    private final SealedTokens tokens;

    SealBareTokens(Database database, SealedTokens tokens) {
        this.database = database;
        this.tokens = tokens;
    }

    private record Column(String table, String name) {}

    private record Bare(UUID seller, UUID id, String token) {}

    void run() {
        for (var column : COLUMNS) {
            int done;
            do {
                done = database.inTransaction(tx -> batch(tx, column));
            } while (done == BATCH_ROWS);
        }
    }

    private int batch(SqlSession tx, Column column) {
        var found = tx.query("""
                SELECT seller_id, id, %2$s AS token
                FROM %1$s
                WHERE %2$s NOT LIKE '~%%'
                ORDER BY seller_id, id
                LIMIT :rows
                FOR UPDATE SKIP LOCKED
                """.formatted(column.table, column.name))
                .bind("rows", BATCH_ROWS)
                .map((row, _) ->
                        new Bare(Columns.uuid(row, "seller_id"), Columns.uuid(row, "id"), Columns.text(row, "token")))
                .list();
        if (found.isEmpty()) return 0;
        var batch = tx.batch("""
                UPDATE %1$s
                SET %2$s = :stored
                WHERE seller_id = :seller AND id = :id AND %2$s = :token
                """.formatted(column.table, column.name));
        for (var bare : found) {
            batch.bind("stored", tokens.stored(bare.token))
                    .bind("seller", bare.seller)
                    .bind("id", bare.id)
                    .bind("token", bare.token)
                    .add();
        }
        Rows.each(found.size(), batch.execute(), "tokens of links");
        return found.size();
    }
}
