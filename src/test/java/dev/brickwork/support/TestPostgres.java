package dev.brickwork.support;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.Migrations;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Durability;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Setup;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.platform.security.SecretEncryption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// One real PostgreSQL for all tests of this JVM, started by the first that asks, gone with the JVM. A test class that
/// needs a database of its own takes a copy of a migrated template, made in some milliseconds.
///
/// ```java
/// @AutoClose
/// private static final Database DATABASE = TestPostgres.database();
/// ```
public final class TestPostgres {
    private static final String ROLE = "brickwork";
    private static final String SERVING = "serving";
    private static final String TEMPLATE = "migrated";
    private static final int POOL_SIZE = 10;
    private static final AtomicInteger COUNT = new AtomicInteger();

    /// A loaded machine may keep a test waiting for a connection; only tests of that limit itself have the real one.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private TestPostgres() {}

    /// The server's start is slow, so it happens once, when the first test needs it.
    private static final class Started {
        private static final EmbeddedPostgres SERVER = startServer();
        private static final DatabaseAddress MIGRATED = migrated(SERVER);
    }

    /// A new database with all tables and no rows.
    public static DatabaseAddress fresh() {
        var migrated = Started.MIGRATED;
        return create(nextName(), TEMPLATE, migrated);
    }

    /// The address of a database for a role that owns no table and has the rights that the guide for operators
    /// gives it.
    public static DatabaseAddress serving(DatabaseAddress owner) {
        return new DatabaseAddress(owner.jdbcUrl(), Optional.of(SERVING), Optional.of(SERVING));
    }

    /// A new database without tables.
    public static DatabaseAddress empty() {
        return empty("");
    }

    /// A new database without tables, with an encoding and collation of its own.
    ///
    /// @param kind what `CREATE DATABASE` is to say about its letters and their order
    public static DatabaseAddress empty(String kind) {
        return create(nextName(), "template0 " + kind, Started.SERVER.address());
    }

    private static String nextName() {
        return "test_" + COUNT.incrementAndGet();
    }

    /// A fresh database, opened; the caller closes it, for instance by `@AutoClose`.
    public static Database database() {
        return open(fresh());
    }

    public static Database database(int poolSize) {
        return open(fresh(), poolSize);
    }

    public static Database open(DatabaseAddress address) {
        return open(address, POOL_SIZE);
    }

    private static Database open(DatabaseAddress address, int poolSize) {
        return Database.open(address, new Database.Limits(poolSize, PATIENCE, true));
    }

    private static EmbeddedPostgres startServer() {
        try {
            var all = Path.of("target", "test-postgres").toAbsolutePath();
            Files.createDirectories(all);
            removeLeftovers(all);
            var folder = all.resolve(String.valueOf(ProcessHandle.current().pid()));
            var server = startServer(folder, all);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.close();
                delete(folder);
            }));
            return server;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// The programs are shared by all runs; where that place cannot be used they go below target/. No other account
    /// enters root's home, and root lends the server one.
    private static EmbeddedPostgres startServer(Path folder, Path fallback) throws IOException {
        if (PrivateFiles.ownUid() == 0) return startThrowAway(folder, fallback);
        try {
            var shared = Path.of(System.getProperty("user.home"), ".cache", "brickwork");
            Files.createDirectories(shared);
            return startThrowAway(folder, shared);
        } catch (StartRefused | IOException unusable) {
            return startThrowAway(folder, fallback);
        }
    }

    private static EmbeddedPostgres startThrowAway(Path folder, Path binariesParent) {
        return EmbeddedPostgres.start(new Setup(folder, binariesParent, Durability.THROW_AWAY, line -> {}));
    }

    private static DatabaseAddress migrated(EmbeddedPostgres server) {
        var address = create(TEMPLATE, "template0", server.address());
        administer("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(SERVING, SERVING));
        var administrator = another(server.administrator(), TEMPLATE);
        for (var grant : guided("ALTER DEFAULT PRIVILEGES")) administer(administrator, grant);
        new Migrations(address).migrate();
        for (var revoke : guided("REVOKE")) administer(administrator, revoke);
        return address;
    }

    /// The SQL statements about the rights of roles from the guide for operators, for the role of the tests.
    private static List<String> guided(String verb) {
        try {
            return Pattern.compile(verb + "[^;]+;")
                    .matcher(Files.readString(Path.of("docs/operating/install.md")))
                    .results()
                    .map(statement -> statement
                            .group()
                            .replaceFirst("(TO|FROM) brickwork;", "$1 " + SERVING)
                            .replace("brickwork_owner", ROLE))
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static DatabaseAddress create(String name, String template, DatabaseAddress like) {
        return TimeSpent.on(TimeSpent.Kind.BOOTS, () -> {
            administer("CREATE DATABASE %s OWNER %s TEMPLATE %s".formatted(name, ROLE, template));
            return another(like, name);
        });
    }

    /// The address of another database with the same server and account.
    private static DatabaseAddress another(DatabaseAddress like, String name) {
        var url = like.jdbcUrl();
        var server = url.substring(0, url.lastIndexOf('/') + 1);
        return new DatabaseAddress(server + name, like.user(), like.password());
    }

    /// Settings that an administrator gives to a database, for the connections to come.
    public static void set(DatabaseAddress address, String setting) {
        var url = address.jdbcUrl();
        administer("ALTER DATABASE %s SET %s".formatted(url.substring(url.lastIndexOf('/') + 1), setting));
    }

    /// Ends all sessions of a database, so that what was [#set] holds for those that come after them.
    public static void endSessions(DatabaseAddress address) {
        var url = address.jdbcUrl();
        administer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'"
                .formatted(url.substring(url.lastIndexOf('/') + 1)));
    }

    private static void administer(String statement) {
        administer(Started.SERVER.administrator(), statement);
    }

    private static void administer(DatabaseAddress administrator, String statement) {
        try (var connection = DriverManager.getConnection(
                        administrator.jdbcUrl(),
                        administrator.user().orElseThrow(),
                        administrator.password().orElseThrow());
                var doing = connection.createStatement()) {
            doing.execute(statement);
        } catch (SQLException broken) {
            throw new IllegalStateException(statement, broken);
        }
    }

    private static void removeLeftovers(Path all) throws IOException {
        try (var folders = Files.newDirectoryStream(all, "[0-9]*")) {
            for (var folder : folders) {
                var pid = Long.parseLong(folder.getFileName().toString());
                if (ProcessHandle.of(pid).isEmpty()) delete(folder);
            }
        }
    }

    /// From the leaves up.
    private static void delete(Path folder) {
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Encryption of the tokens of links in a database of tests.
    public static SealedTokens tokens(Database database) {
        return new SealedTokens(new SecretEncryption(Optional.empty(), Path.of("target")), database);
    }
}
