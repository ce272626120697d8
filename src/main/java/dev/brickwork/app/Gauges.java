package dev.brickwork.app;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.http.front.RequestPipeline;
import dev.brickwork.platform.telemetry.Traces;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jdbi.v3.core.statement.Query;

/// Gauges for operators: how much work waits behind the requests, for how long, and how full the pools are. Ages
/// and dues of live sellers only, because the clocks of test sellers say nothing about the service.
final class Gauges {
    private final Database database;
    private final InstantSource realTime;

    Gauges(Database database, InstantSource realTime) {
        this.database = database;
        this.realTime = realTime;
    }

    void register(Metrics metrics, RequestPipeline front, Traces traces) {
        metrics.gauge("brickwork_requests_in_flight", front::inFlight);
        metrics.gauge("brickwork_waiting_in_line", front::waitingInLine);
        metrics.gauge("brickwork_transaction_retries_total{sqlstate=\"40001\"}", database::serialisationFailures);
        metrics.gauge("brickwork_transaction_retries_total{sqlstate=\"40P01\"}", database::deadlocks);
        metrics.gauge("brickwork_lock_timeouts_total", database::lockTimeouts);
        pool(metrics, "writing", database::writingState);
        pool(metrics, "reading", database::readingState);
        pool(metrics, "background", database::backgroundState);
        metrics.gauge("brickwork_spans_sent_total", traces::sent);
        metrics.gauge("brickwork_spans_dropped_total", traces::dropped);
        metrics.gauges(this::read);
    }

    private interface State {
        Database.PoolState now();
    }

    private static void pool(Metrics metrics, String name, State state) {
        var label = "{pool=\"%s\"}".formatted(name);
        metrics.gauge("brickwork_pool_connections" + label, () -> state.now().total());
        metrics.gauge(
                "brickwork_pool_connections_active" + label, () -> state.now().active());
        metrics.gauge("brickwork_pool_waiting" + label, () -> state.now().waiting());
        metrics.seconds(
                "brickwork_pool_wait_seconds_total" + label, () -> state.now().waitedMicros());
        metrics.gauge("brickwork_pool_timeouts_total" + label, () -> state.now().timeouts());
    }

    private Map<String, Long> read() {
        return database.read(tx -> read(tx, realTime.instant()));
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
            SELECT outbox.*, mail.*, invoice.*, attempt.*, charge.*, held_up.*
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
                 (SELECT count(*) AS held_up
                  FROM held_up
                  JOIN seller USING (seller_id)
                  WHERE until > :now::timestamptz AND mode = 'live') held_up
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
