package dev.brickwork.plumbing.database;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings the tables to the shape this release expects: the files under `db/`, forward only. Several processes may
/// start at once; one of them migrates and the others wait.
public final class Migrations {
    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
    private static final int TRIES_MAX = 10;
    private static final Duration LOCK_LIMIT = Duration.ofSeconds(2);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

    private final DatabaseAddress address;
    private final Flyway flyway;
    private volatile @Nullable MigrationVersion expected;

    /// The address may belong to another role than the service's own (`BRICKWORK_DATABASE_OWNER_URL`).
    public Migrations(DatabaseAddress address) {
        this.address = address;
        this.flyway = flyway(address);
    }

    /// Applies what is missing. A migration gives up a lock it cannot have within two seconds, since everybody else
    /// would queue behind it, and is tried again (REL 2.12).
    public void migrate() {
        ServerCheck.run(address, true);
        for (int i = 1; ; i++) {
            try {
                var result = flyway.migrate();
                if (result.migrationsExecuted > 0) LOG.info("applied {} migrations", result.migrationsExecuted);
                return;
            } catch (FlywayValidateException changed) {
                throw new StartRefused(
                        "The tables of %s were made by other migrations than this release brings (%s): start the release that made them, or a newer one."
                                .formatted(address.place(), firstFault(changed)),
                        changed);
            } catch (FlywayException broken) {
                if (!SqlState.is(SqlState.LOCK_NOT_AVAILABLE, broken) || i == TRIES_MAX) throw broken;
                LOG.info("a migration waits for a lock (try {})", i);
                pause();
            }
        }
    }

    /// Whether the tables are as this release expects them, or newer: during a rolling upgrade old and new
    /// processes work side by side.
    public boolean isCurrent(Database database) {
        return applied(database)
                .map(version -> version.compareTo(expected()) >= 0)
                .orElse(false);
    }

    private static Optional<MigrationVersion> applied(Database database) {
        return database.read(handle -> {
            var isThere = handle.createQuery("SELECT to_regclass('flyway_schema_history') IS NOT NULL")
                    .mapTo(Boolean.class)
                    .one();
            if (!isThere) return Optional.empty();
            return handle.createQuery("""
                            SELECT version
                            FROM flyway_schema_history
                            WHERE success AND version IS NOT NULL
                            ORDER BY installed_rank DESC
                            LIMIT 1
                            """).mapTo(String.class).findOne().map(MigrationVersion::fromVersion);
        });
    }

    /// The newest file this release brings; looked for once, since it takes long and cannot change.
    private MigrationVersion expected() {
        var known = expected;
        if (known != null) return known;
        var found = newest(flyway.info().all()).orElseThrow(() -> new IllegalStateException("no migrations in db/"));
        expected = found;
        return found;
    }

    private static String firstFault(FlywayValidateException changed) {
        return String.valueOf(changed.getMessage()).lines().skip(1).findFirst().orElse("validation failed");
    }

    private static Optional<MigrationVersion> newest(MigrationInfo[] all) {
        return Arrays.stream(all)
                .filter(migration -> migration.getVersion() != null)
                .filter(migration -> migration.getState().isResolved())
                .map(MigrationInfo::getVersion)
                .max(MigrationVersion::compareTo);
    }

    private static Flyway flyway(DatabaseAddress address) {
        var source = new PGSimpleDataSource();
        source.setUrl(address.jdbcUrl());
        address.user().ifPresent(source::setUser);
        address.password().ifPresent(source::setPassword);
        source.setConnectTimeout((int) Pools.CONNECT_LIMIT.toSeconds());
        source.setApplicationName("brickwork migrations");
        source.setOptions(
                "-c lock_timeout=" + LOCK_LIMIT.toMillis()); // No statement limit: an index may take its time.
        return Flyway.configure()
                .dataSource(source)
                .locations("classpath:db")
                .validateMigrationNaming(true)
                // A lock held in a transaction would make CREATE INDEX CONCURRENTLY wait for itself.
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load();
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY_PAUSE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while migrating", stopped);
        }
    }
}
