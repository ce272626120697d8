package dev.brickwork.platform.database;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at a server before it is trusted with money: reachable, new enough, and not allowed to forget
/// what it has committed.
final class ServerCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCheck.class);
    private static final int VERSION_MIN = 15;
    private static final String ENCODING = "UTF8";

    /// The first login of a process loads the driver and wakes a server that may be starting beside it on a busy
    /// machine. Giving up early would only start all of it again; a wrong address still shows at once.
    private static final Duration FIRST_LOGIN_LIMIT = Duration.ofSeconds(30);

    private ServerCheck() {}

    private record Facts(int version, String encoding, List<String> unsafe, boolean hasChecksums) {}

    static void run(DatabaseAddress address, boolean isUnsafeAllowed) {
        var facts = ask(address);
        if (facts.version() < VERSION_MIN) {
            throw new StartRefused("The database %s is PostgreSQL %d: Brickwork needs %d or newer."
                    .formatted(address.place(), facts.version(), VERSION_MIN));
        }
        if (!facts.encoding().equals(ENCODING)) {
            throw new StartRefused("The database %s is made for letters in %s: Brickwork needs one with ENCODING '%s'."
                    .formatted(address.place(), facts.encoding(), ENCODING));
        }
        if (!facts.unsafe().isEmpty() && !isUnsafeAllowed) {
            throw new StartRefused(
                    "The database %s may lose committed changes, because %s is off: turn it on in that server's settings."
                            .formatted(address.place(), String.join(" and ", facts.unsafe())));
        }
        if (!facts.hasChecksums() && !isUnsafeAllowed) {
            LOG.warn("the database {} has no data checksums, so a failing disk would go unnoticed", address.place());
        }
    }

    private static Facts ask(DatabaseAddress address) {
        var properties = Pools.driverProperties();
        PGProperty.LOGIN_TIMEOUT.set(properties, (int) FIRST_LOGIN_LIMIT.toSeconds());
        address.user().ifPresent(user -> properties.setProperty("user", user));
        address.password().ifPresent(password -> properties.setProperty("password", password));
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), properties);
                var statement = connection.createStatement();
                var row = statement.executeQuery("""
                        SELECT current_setting('server_version_num')::int / 10000 AS version,
                               current_setting('server_encoding') AS encoding,
                               current_setting('fsync') AS fsync,
                               current_setting('full_page_writes') AS full_page_writes,
                               current_setting('synchronous_commit') AS synchronous_commit,
                               current_setting('data_checksums') AS data_checksums
                        """)) {
            row.next();
            var unsafe = new ArrayList<String>();
            for (var setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
                if (Columns.text(row, setting).equals("off")) unsafe.add(setting);
            }
            return new Facts(
                    row.getInt("version"),
                    Columns.text(row, "encoding"),
                    unsafe,
                    Columns.text(row, "data_checksums").equals("on"));
        } catch (SQLException broken) {
            throw new StartRefused(
                    "The database %s cannot be used (%s): check BRICKWORK_DATABASE_URL (and BRICKWORK_DATABASE_OWNER_URL, if it is set) and that the server is running."
                            .formatted(address.place(), broken.getMessage()),
                    broken);
        }
    }
}
