package dev.brickwork.app;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.http.front.RequestPipeline;
import dev.brickwork.platform.telemetry.Traces;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.statement.Query;

/// Gauges for operators: how much work waits behind the requests, for how long, and how full the pools are. Ages
/// and dues of live sellers only, because the clocks of test sellers say nothing about the service.
final class Gauges {
    private static final Duration READ_EVERY = Duration.ofSeconds(5);

    private final Database database;
    private final InstantSource realTime;
    private MetricSnapshots figures = MetricSnapshots.of();
    private long readAt = System.nanoTime() - READ_EVERY.toNanos();

    Gauges(Database database, InstantSource realTime) {
        this.database = database;
        this.realTime = realTime;
    }

    void register(Metrics metrics, RequestPipeline front, Traces traces) {
        metrics.gauge("brickwork_requests_in_flight", "Requests that are being worked on.", front::inFlight);
        metrics.gauge(
                "brickwork_hot_row_waiting_requests",
                "Requests that wait for others about the same object, without a connection.",
                front::waitingInLine);
        metrics.count(
                "brickwork_lock_timeouts_total",
                "Transactions that were given up because a lock did not come in time.",
                database::lockTimeouts);
        metrics.count("brickwork_spans_sent_total", "Spans that the collector took.", traces::sent);
        metrics.count(
                "brickwork_spans_dropped_total", "Spans that the collector did not take in time.", traces::dropped);
        metrics.counts(
                "brickwork_transaction_retries_total",
                "Transactions that ran again after a serialisation failure or a deadlock.",
                "sqlstate",
                () -> Map.of(
                        SqlState.SERIALISATION_FAILURE, database.serialisationFailures(),
                        SqlState.DEADLOCK, database.deadlocks()));
        registerPools(metrics);
        process(metrics.registry());
        MultiCollector figuresOfTheDatabase = this::snapshots;
        metrics.registry().register(figuresOfTheDatabase);
    }

    /// The JVM and its process, but for what listens to collections or asks for native memory tracking.
    private static void process(PrometheusRegistry registry) {
        JvmMemoryMetrics.builder().register(registry);
        JvmBufferPoolMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        JvmClassLoadingMetrics.builder().register(registry);
        JvmRuntimeInfoMetric.builder().register(registry);
        ProcessMetrics.builder().register(registry);
    }

    private void registerPools(Metrics metrics) {
        metrics.gauges(
                "brickwork_pool_connections",
                "Open database connections; of the background pool, those it may use.",
                "pool",
                () -> pools(Database.PoolState::total));
        metrics.gauges(
                "brickwork_pool_connections_active",
                "Database connections in use.",
                "pool",
                () -> pools(Database.PoolState::active));
        metrics.gauges(
                "brickwork_pool_waiting",
                "Threads that wait for a database connection.",
                "pool",
                () -> pools(Database.PoolState::waiting));
        metrics.counts(
                "brickwork_pool_timeouts_total",
                "Waits for a database connection that were given up.",
                "pool",
                () -> pools(Database.PoolState::timeouts));
        CounterWithCallback.builder()
                .name("brickwork_pool_wait_seconds_total")
                .help("Time that all threads together waited for a database connection.")
                .labelNames("pool")
                .callback(callback -> pools(Database.PoolState::waitedMicros)
                        .forEach((pool, micros) ->
                                callback.call(Unit.nanosToSeconds(MICROSECONDS.toNanos(micros)), pool)))
                .register(metrics.registry());
    }

    private Map<String, Long> pools(ToLongFunction<Database.PoolState> value) {
        return Map.of(
                "writing", value.applyAsLong(database.writingState()),
                "reading", value.applyAsLong(database.readingState()),
                "background", value.applyAsLong(database.backgroundState()));
    }

    /// The figures of the database, which are read together. A scrape that comes too soon after another gets the same
    /// ones; while the database does not answer there are none, and the one that says so.
    private synchronized MetricSnapshots snapshots() {
        if (System.nanoTime() - readAt < READ_EVERY.toNanos()) return figures;
        try {
            figures = snapshots(database.read(tx -> read(tx, realTime.instant())), 1);
        } catch (DatabaseBusy | DatabaseAway passing) {
            figures = snapshots(Map.of(), 0);
        }
        readAt = System.nanoTime();
        return figures;
    }

    private static MetricSnapshots snapshots(Map<String, Long> figures, long up) {
        var all = MetricSnapshots.builder();
        all.metricSnapshot(Metrics.snapshot("brickwork_database_up", "Whether the database answered.", up));
        figures.forEach((name, value) -> all.metricSnapshot(Metrics.snapshot(name, help(name), value)));
        return all.build();
    }

    private static String help(String figure) {
        return switch (figure) {
            case "brickwork_outbox_waiting" -> "Outbox tasks that wait.";
            case "brickwork_outbox_parked" -> "Outbox tasks that were given up.";
            case "brickwork_outbox_oldest_seconds" -> "How long the oldest outbox task is due.";
            case "brickwork_mails_waiting" -> "Mails that wait.";
            case "brickwork_mails_oldest_seconds" -> "How long the oldest mail waits.";
            case "brickwork_invoices_due" -> "Invoices of live sellers that are due to be issued.";
            case "brickwork_invoices_due_oldest_seconds" -> "How long the oldest of them is due.";
            case "brickwork_charges_due_oldest_seconds" -> "How long the oldest automatic charge is due.";
            case "brickwork_charges_unknown" -> "Charges whose outcome the processor has not told.";
            case "brickwork_charges_unknown_oldest_seconds" -> "How long the oldest of them is unknown.";
            case "brickwork_postponed_rows" -> "Rows that a sweep could not process and tries again after a day.";
            case "brickwork_sweep_age_seconds" -> "Time since the last sweep that succeeded.";
            case "brickwork_sweep_failures" -> "Failures of the sweeps in a row.";
            case "brickwork_idempotency_rows" -> "Stored answers of idempotency keys, estimated.";
            case "brickwork_lock_waiting" -> "Database sessions that wait for a lock.";
            case "brickwork_invariants_broken" -> "Invariants that do not hold, by number of rows.";
            case "brickwork_invariants_age_seconds" -> "Time since the invariant checked longest ago was checked.";
            case "brickwork_backup_age_seconds" -> "Time since the last backup that was reported.";
            case "brickwork_wal_archive_lag_seconds" -> "Time since the server last archived its WAL, if it fails to.";
            default -> throw new IllegalStateException("no help for " + figure);
        };
    }

    static Map<String, Long> read(SqlSession tx, Instant now) {
        var all = new LinkedHashMap<>(waiting(tx, now));
        all.putAll(upkeep(tx, now));
        all.putAll(archive(tx));
        return all;
    }

    /// Over the partial indexes by which the work itself is found, so that it stays cheap at any size.
    private static Map<String, Long> waiting(SqlSession tx, Instant now) {
        var query = tx.query("""
            SELECT outbox.*, mail.*, invoice.*, attempt.*, charge.*, postponed.*
            FROM (SELECT count(*) FILTER (WHERE NOT is_parked) AS outbox_waiting,
                         count(*) FILTER (WHERE is_parked) AS outbox_parked,
                         greatest(0, extract(epoch FROM :now::timestamptz
                             - min(due_at) FILTER (WHERE NOT is_parked)))::bigint
                             AS outbox_oldest_seconds
                  FROM outbox_task) outbox,
                 (SELECT count(*) AS mails_waiting,
                         greatest(0, extract(epoch FROM :now::timestamptz - min(queued_at)))::bigint
                             AS mails_oldest_seconds
                  FROM mail
                  WHERE state = 'WAITING') mail,
                 (SELECT coalesce(sum(count), 0)::bigint AS invoices_due,
                         greatest(0, extract(epoch FROM :now::timestamptz - min(oldest)))::bigint
                             AS invoices_due_oldest_seconds
                  FROM seller
                  CROSS JOIN LATERAL (
                      SELECT count(*) AS count, min(issuable_from) AS oldest
                      FROM invoice
                      WHERE invoice.seller_id = seller.seller_id AND issued_at IS NULL AND voided_at IS NULL
                          AND NOT is_paused AND NOT is_muted AND issuable_from <= :now::timestamptz) due
                  WHERE mode = 'live') invoice,
                 (SELECT greatest(0, extract(epoch FROM :now::timestamptz - min(oldest)))::bigint
                             AS charges_due_oldest_seconds
                  FROM seller
                  CROSS JOIN LATERAL (
                      SELECT min(attempt_at) AS oldest
                      FROM collection
                      WHERE collection.seller_id = seller.seller_id AND attempt_at IS NOT NULL) due
                  WHERE mode = 'live') attempt,
                 (SELECT count(*) AS charges_unknown,
                         greatest(0, extract(epoch FROM :now::timestamptz - min(intended_at)))::bigint
                             AS charges_unknown_oldest_seconds
                  FROM charge
                  JOIN seller USING (seller_id)
                  WHERE look_at IS NOT NULL AND outcome = 'UNKNOWN' AND mode = 'live') charge,
                 (SELECT count(*) AS postponed_rows
                  FROM held_up
                  JOIN seller USING (seller_id)
                  WHERE until > :now::timestamptz AND mode = 'live') postponed
            """);
        return figures(query.bind("now", now));
    }

    /// Where no backup was ever made, and no invariant ever checked, what is unknown is as old as the database.
    private static Map<String, Long> upkeep(SqlSession tx, Instant now) {
        var query = tx.query("""
            SELECT sweep.*, answers.*, locks.*, checks.*, backups.*
            FROM (SELECT greatest(0, extract(epoch FROM :now::timestamptz - min(last_success) FILTER (
                             WHERE task_name = 'sweep')))::bigint AS sweep_age_seconds,
                         coalesce(max(consecutive_failures), 0) AS sweep_failures
                  FROM scheduled_tasks
                  WHERE task_name IN ('sweep', 'sweep-outside')) sweep,
                 (SELECT greatest(0, reltuples)::bigint AS idempotency_rows
                  FROM pg_class
                  WHERE oid = 'idempotency'::regclass) answers,
                 (SELECT count(*) AS lock_waiting
                  FROM pg_stat_activity
                  WHERE datname = current_database() AND wait_event_type = 'Lock') locks,
                 (SELECT coalesce(sum(broken_count), 0) AS invariants_broken,
                         greatest(0, extract(epoch FROM :now::timestamptz
                             - coalesce(min(checked_at), (SELECT min(installed_on) FROM flyway_schema_history))))::bigint
                             AS invariants_age_seconds
                  FROM invariant_check) checks,
                 (SELECT greatest(0, extract(epoch FROM :now::timestamptz
                             - coalesce(max(finished_at), (SELECT min(installed_on) FROM flyway_schema_history))))::bigint
                             AS backup_age_seconds
                  FROM backup) backups
            """);
        return figures(query.bind("now", now));
    }

    /// It lags when it failed, or when more than one finished segment waits for it: a command that hangs never fails,
    /// and in a quiet hour there is nothing to archive.
    private static Map<String, Long> archive(SqlSession tx) {
        return figures(tx.query("""
            SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
                           OR (current_setting('archive_mode') <> 'off' AND NOT pg_is_in_recovery()
                               AND (pg_current_wal_lsn() - archived.lsn)
                                   > 3 * pg_size_bytes(current_setting('wal_segment_size')))
                       THEN extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, stats_reset))::bigint
                       ELSE 0 END AS wal_archive_lag_seconds
            FROM pg_stat_archiver,
                 LATERAL (SELECT (substring(name FROM 9 FOR 8) || '/0')::pg_lsn
                              + ('x' || substring(name FROM 17 FOR 8))::bit(32)::bigint
                                * pg_size_bytes(current_setting('wal_segment_size')) AS lsn
                          FROM substring(last_archived_wal FROM '^[0-9A-F]{24}') AS name) archived
            """));
    }

    private static Map<String, Long> figures(Query query) {
        return query.map((row, _) -> {
                    var figures = new LinkedHashMap<String, Long>();
                    var columns = row.getMetaData();
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        figures.put("brickwork_" + columns.getColumnLabel(i), row.getLong(i));
                    }
                    return figures;
                })
                .one();
    }
}
