package dev.brickwork.app;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.security.SecretEncryption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Seals everything in the database anew, under another key, in one transaction: it is all under the one key or all
/// under the other, and the mark says under which.
final class Rekey {
    /// Every column that holds sealed values, in which rows, and what each was sealed about.
    private static final List<Column> COLUMNS = List.of(
            new Column(
                    "idempotency",
                    "secret",
                    "secret IS NOT NULL",
                    "'answer:' || seller_id || ':' || key || ':' || asked_by"),
            new Column("link_key", "sealed", "true", "'link key'"),
            new Column("processor", "credentials", "credentials IS NOT NULL", "'processor:' || seller_id"),
            new Column("webhook_endpoint", "secret", "true", "'webhook:' || id"),
            new Column("webhook_endpoint", "previous_secret", "previous_secret IS NOT NULL", "'webhook:' || id"),
            new Column("accounting_link", "credentials", "true", "'accounting:' || seller_id"),
            new Column("accounting_consent", "client_secret", "true", "'accounting consent:' || seller_id"));

    private final SecretEncryption former;
    private final SecretEncryption fresh;

    Rekey(SecretEncryption former, SecretEncryption fresh) {
        this.former = former;
        this.fresh = fresh;
    }

    private record Column(String table, String name, String where, String about) {}

    private record Sealed(String place, byte[] bytes, String about) {}

    /// How many values were sealed anew; and what the others are about, which an even older key had sealed.
    record Done(int count, List<String> left) {}

    Done run(SqlSession tx) {
        if (former.mark().equals(fresh.mark())) {
            throw new StartRefused(
                    "BRICKWORK_FORMER_SECRETS_KEY is the key of this service already: set BRICKWORK_SECRETS_KEY to a new one, or move secrets.key away to have one made.");
        }
        if (!changeMark(tx)) return new Done(0, List.of());
        var left = new ArrayList<String>();
        int count = 0;
        for (var column : COLUMNS) {
            for (var sealed : find(tx, column)) {
                try {
                    save(tx, column, sealed);
                    count++;
                } catch (SecretEncryption.DoesNotOpen older) {
                    left.add(sealed.about());
                }
            }
        }
        return new Done(count, List.copyOf(left));
    }

    /// False when all was done before.
    private boolean changeMark(SqlSession tx) {
        var mark = tx.query("SELECT mark FROM secrets_key FOR UPDATE -- of the whole service: no seller_id")
                .mapTo(String.class)
                .findOne();
        if (mark.filter(fresh.mark()::equals).isPresent()) return false;
        if (mark.filter(former.mark()::equals).isEmpty()) {
            throw new StartRefused(
                    "BRICKWORK_FORMER_SECRETS_KEY is not the key that sealed the secrets in this database.");
        }
        Rows.exactlyOne(
                tx.update("UPDATE secrets_key SET mark = :mark, first_used_at = :now -- no seller_id")
                        .bind("mark", fresh.mark())
                        .bind("now", InstantSource.system().instant())
                        .execute(),
                "mark of the key");
        return true;
    }

    private static List<Sealed> find(SqlSession tx, Column column) {
        return tx.query("""
                SELECT ctid::text AS place, %s AS bytes, %s AS about
                FROM %s -- of all sellers: no seller_id
                WHERE %s
                FOR UPDATE
                """.formatted(column.name, column.about, column.table, column.where))
                .map((row, _) ->
                        new Sealed(Columns.text(row, "place"), Columns.bytes(row, "bytes"), Columns.text(row, "about")))
                .list();
    }

    private void save(SqlSession tx, Column column, Sealed sealed) {
        var text = former.open(sealed.bytes, sealed.about);
        Rows.exactlyOne(
                tx.update("""
                        UPDATE %s -- of all sellers: no seller_id
                        SET %s = :bytes
                        WHERE ctid = :place::tid
                        """.formatted(column.table, column.name))
                        .bind("bytes", fresh.seal(text, sealed.about))
                        .bind("place", sealed.place)
                        .execute(),
                "value that is sealed anew");
    }
}
