package dev.brickwork.platform.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
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
    private final List<MigrationFile> files = MigrationFile.all();

    /// The address may belong to another role than the service's own (`BRICKWORK_DATABASE_OWNER_URL`).
    public Migrations(DatabaseAddress address) {
        this.address = address;
    }

    /// Makes the tables of a backup: by those migrations alone that had made them when it was taken.
    ///
    /// @param source for the message of a refusal
    public void migrateAs(List<MigrationFile> wanted, String source) {
        var ours = new HashSet<>(files);
        if (!ours.containsAll(wanted))
            throw new StartRefused(
                    "The backup %s was taken of tables that this release does not know how to make: restore it with the release that took it, or a newer one. Nothing was restored."
                            .formatted(source));
        long last = wanted.stream().mapToLong(MigrationFile::version).max().orElse(0);
        migrateUpTo(MigrationVersion.fromVersion(String.valueOf(last)));
        if (!isMadeBy(wanted))
            throw new StartRefused(
                    "The tables of %s are of another release than the backup %s: restore it into an empty database, with the release that took it. Nothing was restored."
                            .formatted(address.place(), source));
    }

    /// Applies what is missing. A migration gives up a lock it cannot have within two seconds, since everybody else
    /// would queue behind it, and is tried again.
    public void migrate() {
        ServerCheck.run(address, true);
        if (!isDone()) migrateUpTo(MigrationVersion.LATEST);
    }

    private void migrateUpTo(MigrationVersion last) {
        var flyway = flyway(last);
        for (int i = 1; ; i++) {
            try {
                var result = flyway.migrate();
                if (result.migrationsExecuted > 0) LOG.info("applied {} migrations", result.migrationsExecuted);
                describeSellers();
                return;
            } catch (FlywayValidateException changed) {
                throw new StartRefused(
                        "The tables of %s were made by other migrations than this release brings (%s), and nothing was changed: if they were made before the first release, begin with an empty database or go back to the commit that made them; else start the release that made them, or a newer one."
                                .formatted(address.place(), firstFault(changed)),
                        changed);
            } catch (FlywayException broken) {
                if (!isInTheWay(broken)) throw refused(broken);
                if (i == TRIES_MAX) throw locked(broken);
                LOG.info("a migration waits for a lock (try {})", i);
                pause();
            }
        }
    }

    /// Whether a release has ever made its tables here.
    public boolean areBegun() {
        ServerCheck.run(address, true);
        try (var connection = source().getConnection();
                var statement = connection.createStatement()) {
            return areBegun(statement);
        } catch (SQLException broken) {
            throw new DatabaseAway(broken);
        }
    }

    private static boolean areBegun(Statement statement) throws SQLException {
        try (var found = statement.executeQuery("SELECT to_regclass('flyway_schema_history') IS NOT NULL")) {
            found.next();
            return found.getBoolean(1);
        }
    }

    /// Whether the tables are as this release expects them, or newer: during a rolling upgrade old and new
    /// processes work side by side.
    public boolean isCurrent(Database database) {
        return database.read(handle -> {
            var isThere = handle.query("SELECT to_regclass('flyway_schema_history') IS NOT NULL")
                    .mapTo(Boolean.class)
                    .one();
            if (!isThere) return false;
            var applied = handle.query("""
                            SELECT CAST(version AS bigint)
                            FROM flyway_schema_history
                            WHERE success AND version IS NOT NULL
                            """).mapTo(Long.class).set();
            return files.stream().allMatch(file -> applied.contains(file.version()));
        });
    }

    /// Every index begins with the seller, and nearly all rows belong to few sellers. A planner that knows no row
    /// yet takes the seller for a fine filter and reads all there is of one, until the table is first analysed; so
    /// it is told. Servers before 18 cannot be told and find out by themselves.
    private void describeSellers() {
        try (var connection = source().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("""
                    DO $$
                    DECLARE name text;
                    BEGIN
                        IF to_regproc('pg_restore_attribute_stats') IS NULL THEN RETURN; END IF;
                        FOR name IN
                            SELECT c.relname
                            FROM pg_class c
                            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'seller_id'
                            WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
                                AND NOT EXISTS (SELECT FROM pg_stats
                                                WHERE schemaname = current_schema() AND tablename = c.relname
                                                    AND attname = 'seller_id')
                        LOOP
                            EXECUTE format('SELECT pg_restore_attribute_stats(''schemaname'', %L, ''relname'', %L, '
                                '''attname'', ''seller_id'', ''inherited'', false, ''null_frac'', 0::real, '
                                '''avg_width'', 16, ''n_distinct'', 1::real)', current_schema(), name);
                        END LOOP;
                    END $$
                    """);
        } catch (SQLException unable) {
            LOG.info("plans will be better once the tables were analysed: {}", unable.getMessage());
        }
    }

    /// True when every file was applied just as it is. In any doubt the library looks and explains.
    private boolean isDone() {
        try (var connection = source().getConnection();
                var statement = connection.createStatement()) {
            if (!areBegun(statement)) return false;
            return new HashSet<>(applied(connection)).containsAll(files);
        } catch (SQLException unclear) {
            LOG.debug("the migration library will look itself", unclear);
            return false;
        }
    }

    /// Migrations that made the tables.
    public static List<MigrationFile> applied(Connection connection) throws SQLException {
        var applied = new ArrayList<MigrationFile>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        SELECT CAST(version AS bigint) AS version, checksum
                        FROM flyway_schema_history
                        WHERE success AND version IS NOT NULL AND checksum IS NOT NULL
                        ORDER BY 1
                        """)) {
            while (rows.next())
                applied.add(new MigrationFile(Columns.number(rows, "version"), Columns.count(rows, "checksum")));
        }
        return applied;
    }

    private boolean isMadeBy(List<MigrationFile> wanted) {
        try (var connection = source().getConnection()) {
            return new HashSet<>(applied(connection)).equals(new HashSet<>(wanted));
        } catch (SQLException broken) {
            throw new DatabaseAway(broken);
        }
    }

    /// Whether another session holds a lock that the migration needs, perhaps while it waits for one of the
    /// migration's.
    private static boolean isInTheWay(FlywayException broken) {
        return SqlState.is(SqlState.LOCK_NOT_AVAILABLE, broken) || SqlState.is(SqlState.DEADLOCK, broken);
    }

    private StartRefused refused(FlywayException broken) {
        LOG.debug("migrating", broken);
        return new StartRefused(
                "The tables of %s cannot be made or changed (%s): Brickwork needs a database of its own, empty at first, and a role that may create tables in it (BRICKWORK_DATABASE_OWNER_URL, if that is another one)."
                        .formatted(address.place(), SqlState.reason(broken)),
                broken);
    }

    private StartRefused locked(FlywayException broken) {
        return new StartRefused(
                "The tables of %s are locked by others for longer than a migration waits: end what runs on them for so long, or try again later."
                        .formatted(address.place()),
                broken);
    }

    private static String firstFault(FlywayValidateException changed) {
        return String.valueOf(changed.getMessage()).lines().skip(1).findFirst().orElse("validation failed");
    }

    private PGSimpleDataSource source() {
        var source = new PGSimpleDataSource();
        // No statement limit, whatever the server has for others: an index may take its time.
        source.setUrl(address.urlWith("-c statement_timeout=0 -c lock_timeout=" + LOCK_LIMIT.toMillis()));
        address.user().ifPresent(source::setUser);
        address.password().ifPresent(source::setPassword);
        source.setConnectTimeout((int) Pools.CONNECT_LIMIT.toSeconds());
        source.setApplicationName("brickwork migrations");
        return source;
    }

    private Flyway flyway(MigrationVersion last) {
        var configuration = Flyway.configure()
                .dataSource(source())
                .locations("classpath:db")
                .target(last)
                // Not given with the address: servers before 17 do not know it.
                .initSql("SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'")
                .validateMigrationNaming(true)
                .outOfOrder(true) // A branch that is merged late brings an earlier timestamp.
                .outputQueryResults(false);
        // A lock held in a transaction would make CREATE INDEX CONCURRENTLY wait for itself.
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        return configuration.load();
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
