package dev.brickwork.usage;

import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.postgresql.PGConnection;

/// Every statement that takes entries in. Plain JDBC: thousands of rows pass here at once, as arrays and as binary COPY.
final class IngestStore {
    private static final int COLUMNS = 8;

    /// The name of an entry over all sellers: one group of entries may come from several.
    record EntryKey(UUID seller, String transactionId) {}

    /// An hour of a brick.
    record HourKey(UUID seller, UUID subscription, UUID brick, Instant hour) implements Comparable<HourKey> {
        @Override
        public int compareTo(HourKey other) {
            int order = seller.compareTo(other.seller);
            if (order == 0) order = subscription.compareTo(other.subscription);
            if (order == 0) order = brick.compareTo(other.brick);
            return order == 0 ? hour.compareTo(other.hour) : order;
        }
    }

    /// What is added to an hour.
    static final class Sum {
        BigDecimal value = BigDecimal.ZERO;
        long entries;
        long listed;

        void add(UsageEntry entry, int sign) {
            value = sign > 0 ? value.add(entry.value()) : value.subtract(entry.value());
            entries += sign;
            if (entry.transactionId().isPresent()) listed += sign;
        }
    }

    /// One entry to be written, with whom it came from.
    record Row(Caller caller, UsageEntry entry) {}

    /// The entries that were taken in under these names before, as they came.
    Map<EntryKey, UsageEntry> existing(Handle tx, Collection<EntryKey> keys) {
        var found = new HashMap<EntryKey, UsageEntry>();
        if (keys.isEmpty()) return found;
        var sellers = new UUID[keys.size()];
        var ids = new String[keys.size()];
        int i = 0;
        for (var key : keys) {
            sellers[i] = key.seller;
            ids[i++] = key.transactionId;
        }
        try (var query = prepared(tx, """
                SELECT e.seller_id, e.transaction_id, e.subscription_id, e.brick_id, e.time, e.value, e.properties
                FROM unnest(?, ?) AS asked (seller_id, transaction_id)
                JOIN usage_entry e ON e.seller_id = asked.seller_id AND e.transaction_id = asked.transaction_id
                """)) {
            query.setArray(1, array(tx, "uuid", sellers));
            query.setArray(2, array(tx, "text", ids));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    var id = Columns.text(rows, "transaction_id");
                    found.put(
                            new EntryKey(Columns.uuid(rows, "seller_id"), id),
                            new UsageEntry(
                                    Optional.of(id),
                                    Columns.uuid(rows, "subscription_id"),
                                    Columns.uuid(rows, "brick_id"),
                                    Columns.decimal(rows, "value"),
                                    Columns.instant(rows, "time"),
                                    Columns.maybeText(rows, "properties")));
                }
            }
            return found;
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    /// Writes the entries in the order given. A name that somebody else took meanwhile is a unique violation.
    void copy(Handle tx, List<Row> rows) {
        var out = new CopyRows(rows.size());
        for (var row : rows) {
            var entry = row.entry;
            out.begin(COLUMNS);
            out.put(row.caller.seller().value());
            out.put(entry.subscription());
            out.put(entry.brick());
            out.put(entry.time());
            out.put(row.caller.now());
            out.put(entry.value());
            out.put(entry.transactionId());
            out.put(entry.properties());
        }
        try {
            var copy = tx.getConnection().unwrap(PGConnection.class).getCopyAPI().copyIn("""
                    COPY usage_entry (seller_id, subscription_id, brick_id, time, recorded_at, value, transaction_id,
                        properties)
                    FROM STDIN (FORMAT binary)
                    """);
            try {
                copy.writeToCopy(out.end(), 0, out.length());
                Rows.exactly(rows.size(), Math.toIntExact(copy.endCopy()), "usage entries");
            } finally {
                if (copy.isActive()) copy.cancelCopy();
            }
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    /// Moves the running totals. In the order of their keys, so that two writers wait for one another and never in a
    /// circle; last of all, because these rows are the ones that everybody wants.
    void add(Handle tx, SortedMap<HourKey, Sum> sums) {
        if (sums.isEmpty()) return;
        int count = sums.size();
        var sellers = new UUID[count];
        var subscriptions = new UUID[count];
        var bricks = new UUID[count];
        var hours = new String[count];
        var values = new BigDecimal[count];
        var entries = new Long[count];
        var listed = new Long[count];
        int i = 0;
        for (var each : sums.entrySet()) {
            sellers[i] = each.getKey().seller;
            subscriptions[i] = each.getKey().subscription;
            bricks[i] = each.getKey().brick;
            hours[i] = each.getKey().hour.toString();
            values[i] = each.getValue().value;
            entries[i] = each.getValue().entries;
            listed[i++] = each.getValue().listed;
        }
        try (var update = prepared(tx, """
                INSERT INTO usage_total (seller_id, subscription_id, brick_id, hour, value, entries, listed)
                SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (seller_id, subscription_id, brick_id, hour) DO UPDATE
                SET value = usage_total.value + excluded.value, entries = usage_total.entries + excluded.entries,
                    listed = usage_total.listed + excluded.listed
                """)) {
            update.setArray(1, array(tx, "uuid", sellers));
            update.setArray(2, array(tx, "uuid", subscriptions));
            update.setArray(3, array(tx, "uuid", bricks));
            update.setArray(4, array(tx, "timestamptz", hours));
            update.setArray(5, array(tx, "numeric", values));
            update.setArray(6, array(tx, "bigint", entries));
            update.setArray(7, array(tx, "bigint", listed));
            Rows.exactly(count, update.executeUpdate(), "usage totals");
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    /// Moves the total of an hour that exists, also downwards.
    void change(Handle tx, HourKey key, Sum sum) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        UPDATE usage_total
                        SET value = value + :value, entries = entries + :entries, listed = listed + :listed
                        WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick AND hour = :hour
                        """)
                        .bind("value", sum.value)
                        .bind("entries", sum.entries)
                        .bind("listed", sum.listed)
                        .bind("seller", key.seller)
                        .bind("subscription", key.subscription)
                        .bind("brick", key.brick)
                        .bind("hour", key.hour)
                        .execute(),
                "changed usage total");
    }

    /// Hours that were billed before they changed.
    void markLate(Handle tx, Map<HourKey, Instant> hours) {
        if (hours.isEmpty()) return;
        var batch = tx.prepareBatch("""
                INSERT INTO usage_late (seller_id, id, subscription_id, brick_id, hour, created_at)
                VALUES (:seller, :id, :subscription, :brick, :hour, :now)
                """);
        hours.forEach((key, now) -> batch.bind("seller", key.seller)
                .bind("id", Ids.next())
                .bind("subscription", key.subscription)
                .bind("brick", key.brick)
                .bind("hour", key.hour)
                .bind("now", now)
                .add());
        Rows.each(hours.size(), batch.execute(), "late hours");
    }

    /// What of a subscription was read at the head of a group.
    ///
    /// @param billedUntil by brick
    /// @param watched bricks with thresholds
    record Head(long version, Map<UUID, Instant> billedUntil, List<UUID> watched) {}

    /// The name of a subscription over all sellers.
    record MeterKey(UUID seller, UUID subscription) {}

    /// The versions of the subscriptions that entries name, with what has been billed of them. Taken after the locks, so
    /// that nobody bills between this look and the commit.
    Map<MeterKey, Head> heads(Handle tx, Collection<MeterKey> keys) {
        var heads = new HashMap<MeterKey, Head>();
        var sellers = new UUID[keys.size()];
        var ids = new UUID[keys.size()];
        int i = 0;
        for (var key : keys) {
            sellers[i] = key.seller;
            ids[i++] = key.subscription;
        }
        try (var query = prepared(tx, """
                SELECT s.seller_id, s.id, s.version, m.brick_id AS billed_brick, m.billed_until,
                    NULL::uuid AS watched_brick
                FROM unnest(?, ?) AS asked (seller_id, id)
                JOIN subscription s ON s.seller_id = asked.seller_id AND s.id = asked.id
                LEFT JOIN usage_meter m ON m.seller_id = s.seller_id AND m.subscription_id = s.id
                UNION ALL
                SELECT t.seller_id, t.subscription_id, 0, NULL, NULL, t.brick_id
                FROM unnest(?, ?) AS asked (seller_id, id)
                JOIN usage_threshold t ON t.seller_id = asked.seller_id AND t.subscription_id = asked.id
                """)) {
            var sellerArray = array(tx, "uuid", sellers);
            var idArray = array(tx, "uuid", ids);
            query.setArray(1, sellerArray);
            query.setArray(2, idArray);
            query.setArray(3, sellerArray);
            query.setArray(4, idArray);
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    var key = new MeterKey(Columns.uuid(rows, "seller_id"), Columns.uuid(rows, "id"));
                    long version = Columns.number(rows, "version");
                    var head = heads.computeIfAbsent(key, _ -> new Head(version, new HashMap<>(), new ArrayList<>()));
                    var billed = Columns.maybeUuid(rows, "billed_brick");
                    if (billed.isPresent()) head.billedUntil.put(billed.get(), Columns.instant(rows, "billed_until"));
                    Columns.maybeUuid(rows, "watched_brick").ifPresent(head.watched::add);
                }
            }
            return heads;
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    private static PreparedStatement prepared(Handle tx, String sql) throws SQLException {
        return tx.getConnection().prepareStatement(sql);
    }

    private static java.sql.Array array(Handle tx, String type, Object[] values) throws SQLException {
        Connection connection = tx.getConnection();
        return connection.createArrayOf(type, values);
    }

}
