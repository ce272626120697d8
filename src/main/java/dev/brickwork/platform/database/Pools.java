package dev.brickwork.platform.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.PGProperty;

/// Connections with their deadlines: nothing in the service may wait for ever, least of all on a socket
/// whose other end is gone.
final class Pools {
    static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    static final Duration POOL_WAIT = Duration.ofSeconds(2);
    private static final Duration SESSION_OPENING_LIMIT = Duration.ofSeconds(10);
    static final Duration SOCKET_LIMIT = Duration.ofSeconds(30);
    static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);
    static final Duration IDLE_IN_TRANSACTION_LIMIT = Duration.ofSeconds(15);
    static final Duration LOCK_LIMIT = Duration.ofSeconds(2);

    /// A check of a large database reads whole tables.
    static final Duration INSPECTION_LIMIT = Duration.ofMinutes(10);

    /// They pass through in bites: held at once, those of a large database would not fit into memory.
    static final int INSPECTION_BITE_ROWS = 1_000;

    /// Makes PostgreSQL use one plan per statement for all sellers: a plan made for a seller that the statistics do
    /// not know yet expects no rows and reads all rows of the seller. A plan is made once, maybe while a table is
    /// small: it uses an index wherever there is one, and starts no workers (ADR 15).
    private static final String PLANS =
            " -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c max_parallel_workers_per_gather=0";

    /// The lock that each writing connection of a service shares with the others for as long as it lives (`serve` in
    /// the database takes it).
    static final String SERVED = "hashtextextended('served', 0)";

    private static final String ZONE = "SET TIME ZONE 'UTC'"; // The driver would bring the machine's.

    /// Said when the connection is there: the driver would take one that begins so for one to a standby.
    private static final String READ_ONLY = "; SET default_transaction_read_only = on";

    private static final int IDLE_CONNECTIONS_MIN = 1;
    private static final Duration IDLE_LIMIT = Duration.ofMinutes(2);
    private static final Duration AGE_LIMIT = Duration.ofMinutes(30);
    static final int PREPARE_THRESHOLD = 3;
    private static final int PREPARED_STATEMENTS_MAX = 512;

    private Pools() {}

    /// @param mark of the key that a service seals with
    static HikariDataSource writing(
            DatabaseAddress address, Database.Limits limits, PoolWaits waits, Optional<String> mark) {
        var pool = config("writing", address, limits.poolSize(), waits, PLANS);
        pool.setConnectionTimeout(limits.connectionWait().toMillis());
        mark.ifPresent(ours -> pool.setConnectionInitSql(ZONE + "; SELECT serve('" + ours + "')"));
        return new HikariDataSource(pool);
    }

    static HikariDataSource reading(DatabaseAddress address, Database.Limits limits, PoolWaits waits) {
        var pool = config("reading", address, limits.poolSize(), waits, PLANS);
        pool.setConnectionTimeout(limits.connectionWait().toMillis());
        pool.setConnectionInitSql(ZONE + READ_ONLY);
        return new HikariDataSource(pool);
    }

    /// For what keeps a connection for minutes; none is kept for those who may come, so each waits until it is made.
    static HikariDataSource sessions(DatabaseAddress address, int size) {
        var pool = config("sessions", address, size, new PoolWaits(), "");
        pool.setConnectionInitSql(ZONE + READ_ONLY);
        pool.setConnectionTimeout(SESSION_OPENING_LIMIT.toMillis());
        pool.setMinimumIdle(0);
        return new HikariDataSource(pool);
    }

    /// One connection, for long looks at everything; the later of two settings counts.
    static Connection inspecting(DatabaseAddress address) throws SQLException {
        var properties = driverProperties();
        address.user().ifPresent(user -> properties.setProperty("user", user));
        address.password().ifPresent(password -> properties.setProperty("password", password));
        set(properties, PGProperty.APPLICATION_NAME, "brickwork check");
        set(properties, PGProperty.DEFAULT_ROW_FETCH_SIZE, INSPECTION_BITE_ROWS);
        set(
                properties,
                PGProperty.SOCKET_TIMEOUT,
                INSPECTION_LIMIT.plus(SOCKET_LIMIT).toSeconds());
        var options = sessionSettings() + " -c statement_timeout=" + INSPECTION_LIMIT.toMillis();
        var connection = DriverManager.getConnection(address.urlWith(options), properties);
        try (var statement = connection.createStatement()) {
            statement.execute(ZONE + READ_ONLY);
            return connection;
        } catch (SQLException broken) {
            connection.close();
            throw broken;
        }
    }

    private static HikariConfig config(String name, DatabaseAddress address, int size, PoolWaits waits, String more) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setMetricsTrackerFactory((_, _) -> waits);
        config.setJdbcUrl(address.urlWith(sessionSettings() + more));
        address.user().ifPresent(config::setUsername);
        address.password().ifPresent(config::setPassword);
        config.setDataSourceProperties(driverProperties());
        config.addDataSourceProperty(PGProperty.SOCKET_FACTORY.getName(), WatchedSockets.class.getName());
        config.addDataSourceProperty(PGProperty.SOCKET_TIMEOUT.getName(), "0"); // The watch keeps the limit.
        config.setMaximumPoolSize(size);
        config.setConnectionInitSql(ZONE);
        if (size > IDLE_CONNECTIONS_MIN) {
            config.setMinimumIdle(IDLE_CONNECTIONS_MIN);
            config.setIdleTimeout(IDLE_LIMIT.toMillis());
        }
        config.setMaxLifetime(AGE_LIMIT.toMillis());
        config.setInitializationFailTimeout(-1); // The server was looked at just before; here nothing may block.
        return config;
    }

    static Properties driverProperties() {
        var properties = new Properties();
        set(properties, PGProperty.CONNECT_TIMEOUT, CONNECT_LIMIT.toSeconds());
        set(properties, PGProperty.LOGIN_TIMEOUT, CONNECT_LIMIT.toSeconds());
        set(properties, PGProperty.SOCKET_TIMEOUT, SOCKET_LIMIT.toSeconds());
        set(properties, PGProperty.TCP_KEEP_ALIVE, true);
        set(properties, PGProperty.PREPARE_THRESHOLD, PREPARE_THRESHOLD);
        set(properties, PGProperty.PREPARED_STATEMENT_CACHE_QUERIES, PREPARED_STATEMENTS_MAX);
        set(properties, PGProperty.REWRITE_BATCHED_INSERTS, true);
        set(properties, PGProperty.APPLICATION_NAME, "brickwork");
        set(properties, PGProperty.LOG_SERVER_ERROR_DETAIL, false); // It repeats whole rows.
        return properties;
    }

    /// Given when the connection is made, so that no statement is spent on them and none can reset them.
    private static String sessionSettings() {
        return "-c default_transaction_isolation=read\\ committed"
                + " -c statement_timeout=" + STATEMENT_LIMIT.toMillis()
                + " -c idle_in_transaction_session_timeout=" + IDLE_IN_TRANSACTION_LIMIT.toMillis()
                + " -c lock_timeout=" + LOCK_LIMIT.toMillis();
    }

    private static void set(Properties properties, PGProperty property, Object value) {
        properties.setProperty(property.getName(), String.valueOf(value));
    }
}
