package dev.brickwork.metering;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The versions of single entries: what edits and deletions read and write. Their callers hold the
/// subscription's lock.
public final class EntryStore {
    /// The newest version, live or not.
    public Optional<EntryVersion> newest(Tx tx, String transactionId) {
        var all = versions(tx, transactionId);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /// Every version, the oldest first.
    public List<EntryVersion> versions(Tx tx, String transactionId) {
        return tx.query("""
                SELECT 1 AS version, 'RECORDED' AS state, transaction_id, subscription_id, brick_id, time, value,
                    properties, recorded_at
                FROM usage_entry
                WHERE seller_id = :seller AND transaction_id = :id
                UNION ALL
                SELECT version, state, transaction_id, subscription_id, brick_id, time, value, properties, recorded_at
                FROM usage_revision
                WHERE seller_id = :seller AND transaction_id = :id
                ORDER BY version
                """)
                .bind("id", transactionId)
                .map((row, _) -> version(row))
                .list();
    }

    public void append(Tx tx, EntryVersion version) {
        var entry = version.entry();
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO usage_revision (seller_id, transaction_id, version, state, subscription_id, brick_id,
                            time, value, properties, actor, recorded_at)
                        VALUES (:seller, :id, :version, :state, :subscription, :brick, :time, :value, :properties, :actor,
                            :now)
                        """)
                        .bind("id", entry.transactionId())
                        .bind("version", version.version())
                        .bind("state", version.state().name())
                        .bind("subscription", entry.subscription())
                        .bind("brick", entry.brick())
                        .bind("time", entry.time())
                        .bind("value", entry.value())
                        .bind("properties", entry.properties())
                        .bind("actor", tx.caller().actor())
                        .bind("now", version.recordedAt())
                        .execute(),
                "version of a usage entry");
    }

    private static EntryVersion version(ResultSet row) throws SQLException {
        return new EntryVersion(
                Columns.count(row, "version"),
                EntryVersion.State.valueOf(Columns.text(row, "state")),
                entry(row),
                Columns.instant(row, "recorded_at"));
    }

    static UsageEntry entry(ResultSet row) throws SQLException {
        return new UsageEntry(
                Columns.maybeText(row, "transaction_id"),
                Columns.uuid(row, "subscription_id"),
                Columns.uuid(row, "brick_id"),
                Columns.decimal(row, "value"),
                Columns.instant(row, "time"),
                Columns.maybeText(row, "properties"));
    }
}
