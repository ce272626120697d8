package dev.brickwork.metering;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.telemetry.Span;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/// Every statement that takes entries in. Plain JDBC: thousands of rows pass here at once, as arrays and as
/// binary COPY.
public final class IngestStore {
    private static final int COLUMNS = 8;
    private static final int INSERTED_ROWS_MAX = 64;

    /// In the order of their keys, so that two writers wait for one another and never in a circle; last of all,
    /// because these rows are the ones that everybody wants.
    private static final String ADD = """
            INSERT INTO usage_total (seller_id, subscription_id, brick_id, hour, value, entries, listed)
            SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (seller_id, subscription_id, brick_id, hour) DO UPDATE
            SET value = usage_total.value + excluded.value, entries = usage_total.entries + excluded.entries,
                listed = usage_total.listed + excluded.listed
            """;

    /// The name of an entry over all sellers: one group of entries may come from several.
    public record EntryKey(UUID seller, String transactionId) {}

    /// An hour of a brick.
    public record HourKey(UUID seller, UUID subscription, UUID brick, Instant hour) implements Comparable<HourKey> {
        @Override
        public int compareTo(HourKey other) {
            int order = seller.compareTo(other.seller);
            if (order == 0) order = subscription.compareTo(other.subscription);
            if (order == 0) order = brick.compareTo(other.brick);
            return order == 0 ? hour.compareTo(other.hour) : order;
        }
    }

    /// The change of an hour's total.
    public static final class Sum {
        BigDecimal value = BigDecimal.ZERO;
        long entries;
        long listed;

        public void add(UsageEntry entry, int sign) {
            value = sign > 0 ? value.add(entry.value()) : value.subtract(entry.value());
            entries += sign;
            if (entry.transactionId().isPresent()) listed += sign;
        }
    }

    /// One entry to be written, with whom it came from.
    public record Row(Caller caller, UsageEntry entry) {}

    /// The state of subscriptions and known ids, read before a group of entries is judged.
    ///
    /// @param heads the versions of the subscriptions that entries name, with what has been billed of them
    /// @param taken the stored entries under these ids, as they were first received
    public record IngestSnapshot(Map<MeterKey, SubscriptionState> heads, Map<EntryKey, UsageEntry> taken) {}

    /// Takes the shared locks and then reads, in one round trip: each statement sees what was committed
    /// before it, so no billing run commits between the read and the commit. The settings keep the look-up of known
    /// ids on its index while the table is small and its statistics old, and keep its plan: making one costs more
    /// than following it.
    public IngestSnapshot look(SqlSession tx, Collection<MeterKey> meters, Collection<EntryKey> keys) {
        try (var query = prepared(tx, """
                SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
                    set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
                    (SELECT count(pg_advisory_xact_lock_shared(?, stripe)) FROM unnest(?) AS stripe);
                SELECT s.seller_id, s.id, s.version, m.brick_id AS billed_brick, m.billed_until,
                    NULL::uuid AS watched_brick
                FROM unnest(?, ?) AS asked (seller_id, id)
                JOIN subscription s ON s.seller_id = asked.seller_id AND s.id = asked.id
                LEFT JOIN usage_meter m ON m.seller_id = s.seller_id AND m.subscription_id = s.id
                UNION ALL
                SELECT t.seller_id, t.subscription_id, 0, NULL, NULL, t.brick_id
                FROM unnest(?, ?) AS asked (seller_id, id)
                JOIN usage_threshold t ON t.seller_id = asked.seller_id AND t.subscription_id = asked.id;
                SELECT e.seller_id, e.transaction_id, e.subscription_id, e.brick_id, e.time, e.value, e.properties
                FROM unnest(?, ?) AS asked (seller_id, transaction_id)
                JOIN usage_entry e ON e.seller_id = asked.seller_id AND e.transaction_id = asked.transaction_id
                """)) {
            bind(query, tx, meters, keys);
            long begun = System.nanoTime();
            query.execute();
            Span.here().statement("SELECT usage_entry", begun);
            query.getMoreResults();
            var heads = heads(query);
            query.getMoreResults();
            return new IngestSnapshot(heads, taken(query));
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    private static void bind(
            PreparedStatement query, SqlSession tx, Collection<MeterKey> meters, Collection<EntryKey> keys)
            throws SQLException {
        query.setInt(1, UsageLocks.CLASS);
        query.setArray(2, array(tx, "integer", UsageLocks.of(meters).toArray(Integer[]::new)));
        var sellers = array(tx, "uuid", meters.stream().map(MeterKey::seller).toArray(UUID[]::new));
        var ids = array(tx, "uuid", meters.stream().map(MeterKey::subscription).toArray(UUID[]::new));
        query.setArray(3, sellers);
        query.setArray(4, ids);
        query.setArray(5, sellers);
        query.setArray(6, ids);
        query.setArray(7, array(tx, "uuid", keys.stream().map(EntryKey::seller).toArray(UUID[]::new)));
        query.setArray(
                8, array(tx, "text", keys.stream().map(EntryKey::transactionId).toArray(String[]::new)));
    }

    private static Map<MeterKey, SubscriptionState> heads(PreparedStatement query) throws SQLException {
        var heads = new HashMap<MeterKey, SubscriptionState>();
        try (var rows = query.getResultSet()) {
            while (rows.next()) {
                var key = new MeterKey(Columns.uuid(rows, "seller_id"), Columns.uuid(rows, "id"));
                long version = Columns.number(rows, "version");
                var head = heads.computeIfAbsent(
                        key, _ -> new SubscriptionState(version, new HashMap<>(), new ArrayList<>()));
                var billed = Columns.maybeUuid(rows, "billed_brick");
                if (billed.isPresent()) head.billedUntil.put(billed.get(), Columns.instant(rows, "billed_until"));
                Columns.maybeUuid(rows, "watched_brick").ifPresent(head.watched::add);
            }
        }
        return heads;
    }

    private static Map<EntryKey, UsageEntry> taken(PreparedStatement query) throws SQLException {
        var taken = new HashMap<EntryKey, UsageEntry>();
        try (var rows = query.getResultSet()) {
            while (rows.next()) {
                var entry = EntryStore.entry(rows);
                var name = entry.transactionId().orElseThrow();
                taken.put(new EntryKey(Columns.uuid(rows, "seller_id"), name), entry);
            }
        }
        return taken;
    }

    /// Writes entries, in the order given, and then the totals. An id that another transaction took meanwhile is a
    /// unique violation. Few rows go as one statement, many as COPY, which takes longer to begin and less for each
    /// row.
    public void write(SqlSession tx, List<Row> rows, SortedMap<HourKey, Sum> sums) {
        if (rows.size() > INSERTED_ROWS_MAX) {
            copy(tx, rows);
            add(tx, sums);
        } else {
            insert(tx, rows, sums);
        }
    }

    private void insert(SqlSession tx, List<Row> rows, SortedMap<HourKey, Sum> sums) {
        try (var update = prepared(tx, """
                INSERT INTO usage_entry (seller_id, subscription_id, brick_id, time, recorded_at, value, transaction_id,
                    properties)
                SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?);
                """ + ADD)) {
            update.setArray(
                    1, array(tx, "uuid", each(rows, row -> row.caller.seller().value(), UUID[]::new)));
            update.setArray(2, array(tx, "uuid", each(rows, row -> row.entry.subscription(), UUID[]::new)));
            update.setArray(3, array(tx, "uuid", each(rows, row -> row.entry.brick(), UUID[]::new)));
            update.setArray(
                    4,
                    array(tx, "timestamptz", each(rows, row -> row.entry.time().toString(), String[]::new)));
            update.setArray(
                    5,
                    array(tx, "timestamptz", each(rows, row -> row.caller.now().toString(), String[]::new)));
            update.setArray(6, array(tx, "numeric", each(rows, row -> row.entry.value(), BigDecimal[]::new)));
            update.setArray(
                    7,
                    array(
                            tx,
                            "text",
                            each(rows, row -> row.entry.transactionId().orElse(null), String[]::new)));
            update.setArray(
                    8,
                    array(tx, "text", each(rows, row -> row.entry.properties().orElse(null), String[]::new)));
            bind(tx, update, 9, sums);
            long begun = System.nanoTime();
            update.execute();
            Span.here().statement("INSERT usage_entry", begun);
            Rows.exactly(rows.size(), update.getUpdateCount(), "usage entries");
            update.getMoreResults();
            Rows.exactly(sums.size(), update.getUpdateCount(), "usage totals");
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    private static <T extends @Nullable Object> T[] each(
            List<Row> rows, Function<Row, T> column, IntFunction<T[]> array) {
        return rows.stream().map(column).toArray(array);
    }

    void copy(SqlSession tx, List<Row> rows) {
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
            long begun = System.nanoTime();
            var copy = tx.handle()
                    .getConnection()
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("""
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
            Span.here().statement("COPY usage_entry", begun);
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    /// Moves the running totals.
    public void add(SqlSession tx, SortedMap<HourKey, Sum> sums) {
        if (sums.isEmpty()) return;
        try (var update = prepared(tx, ADD)) {
            bind(tx, update, 1, sums);
            long begun = System.nanoTime();
            Rows.exactly(sums.size(), update.executeUpdate(), "usage totals");
            Span.here().statement("INSERT usage_total", begun);
        } catch (SQLException broken) {
            throw new SqlTrouble(broken);
        }
    }

    private static void bind(SqlSession tx, PreparedStatement update, int first, SortedMap<HourKey, Sum> sums)
            throws SQLException {
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
        update.setArray(first, array(tx, "uuid", sellers));
        update.setArray(first + 1, array(tx, "uuid", subscriptions));
        update.setArray(first + 2, array(tx, "uuid", bricks));
        update.setArray(first + 3, array(tx, "timestamptz", hours));
        update.setArray(first + 4, array(tx, "numeric", values));
        update.setArray(first + 5, array(tx, "bigint", entries));
        update.setArray(first + 6, array(tx, "bigint", listed));
    }

    /// Moves the total of an hour that exists, also downwards.
    public void change(SqlSession tx, HourKey key, Sum sum) {
        Rows.exactlyOne(
                tx.update("""
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
    public void markLate(SqlSession tx, Map<HourKey, Instant> hours) {
        if (hours.isEmpty()) return;
        var batch = tx.batch("""
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

    /// The version and billing state of a subscription, as read at the start of a group.
    ///
    /// @param billedUntil by brick
    /// @param watched bricks with thresholds
    public record SubscriptionState(long version, Map<UUID, Instant> billedUntil, List<UUID> watched) {}

    /// The name of a subscription over all sellers.
    public record MeterKey(UUID seller, UUID subscription) {}

    /// Up to when each brick of a subscription has been billed. The caller holds the subscription's lock.
    public Map<UUID, Instant> billedUntil(Tx tx, UUID subscription) {
        var billed = new HashMap<UUID, Instant>();
        tx.query("""
                SELECT brick_id, billed_until
                FROM usage_meter
                WHERE seller_id = :seller AND subscription_id = :subscription
                """)
                .bind("subscription", subscription)
                .map((row, _) -> billed.put(Columns.uuid(row, "brick_id"), Columns.instant(row, "billed_until")))
                .list();
        return billed;
    }

    private static PreparedStatement prepared(SqlSession tx, String sql) throws SQLException {
        return tx.handle().getConnection().prepareStatement(sql);
    }

    private static Array array(SqlSession tx, String type, Object[] values) throws SQLException {
        Connection connection = tx.handle().getConnection();
        return connection.createArrayOf(type, values);
    }
}
