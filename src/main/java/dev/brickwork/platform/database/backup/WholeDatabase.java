package dev.brickwork.platform.database.backup;

import dev.brickwork.platform.database.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.postgresql.ds.PGSimpleDataSource;

/// The tables, sequences, triggers and foreign keys of the schema, whatever they are called: for a backup and its
/// restore, over one connection.
record WholeDatabase(Connection connection) {
    private static final String HISTORY = "flyway_schema_history"; // The migrations write it themselves.
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    /// @param columns without those that the database computes
    record Table(String name, List<String> columns) {
        String copyOut() {
            return "COPY (SELECT %s FROM %s) TO STDOUT".formatted(list(), quoted(name));
        }

        String copyIn() {
            return "COPY %s (%s) FROM STDIN".formatted(quoted(name), list());
        }

        private String list() {
            return columns.stream().map(WholeDatabase::quoted).collect(Collectors.joining(", "));
        }
    }

    /// Without the limits of a service: a large table may take its time.
    static Connection connect(DatabaseAddress address) throws SQLException {
        var source = new PGSimpleDataSource();
        source.setUrl(address.urlWith("-c statement_timeout=0 -c lock_timeout=10s"));
        address.user().ifPresent(source::setUser);
        address.password().ifPresent(source::setPassword);
        source.setConnectTimeout((int) CONNECT_LIMIT.toSeconds());
        source.setApplicationName("brickwork backup");
        var connection = source.getConnection();
        try (var statement = connection.createStatement()) {
            statement.execute("""
                    SET TIME ZONE 'UTC';
                    SET idle_in_transaction_session_timeout = 0;
                    SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'
                    """);
            return connection;
        } catch (SQLException broken) {
            connection.close();
            throw broken;
        }
    }

    /// Rows of a partition are those of its table.
    List<Table> tables() throws SQLException {
        var tables = new ArrayList<Table>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        SELECT c.relname, array_agg(a.attname ORDER BY a.attnum) AS columns
                        FROM pg_class c
                        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                            AND a.attgenerated = ''
                        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
                            AND NOT c.relispartition AND c.relpersistence <> 't' AND c.relname <> '%s'
                        GROUP BY c.relname
                        ORDER BY c.relname
                        """.formatted(HISTORY))) {
            while (rows.next()) {
                var columns = (Object[]) rows.getArray("columns").getArray();
                tables.add(new Table(
                        rows.getString("relname"),
                        Arrays.stream(columns).map(String::valueOf).toList()));
            }
        }
        return tables;
    }

    void lock(List<Table> tables) throws SQLException {
        run("LOCK TABLE %s IN ACCESS SHARE MODE".formatted(names(tables)));
    }

    /// Read after the tables: a sequence does not wait for a commit, so it is at least as far as they are.
    List<BackupFile.Sequence> sequences() throws SQLException {
        var sequences = new ArrayList<BackupFile.Sequence>();
        for (var name : texts("""
                SELECT relname
                FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'
                ORDER BY relname
                """)) {
            try (var statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT last_value, is_called FROM " + quoted(name))) {
                row.next();
                sequences.add(new BackupFile.Sequence(name, row.getLong(1), row.getBoolean(2)));
            }
        }
        return sequences;
    }

    void set(BackupFile.Sequence sequence) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT setval(?::regclass, ?, ?)")) {
            statement.setString(1, quoted(sequence.name()));
            statement.setLong(2, sequence.last());
            statement.setBoolean(3, sequence.isCalled());
            statement.execute();
        }
    }

    /// The statements that switch off what would judge or follow rows one by one, and those that switch it on again.
    ///
    /// @param before what is run before the rows come
    /// @param after what makes all as it was; a foreign key is then proved for the table as a whole
    record Guards(List<String> before, List<String> after) {}

    Guards guards() throws SQLException {
        var before = new ArrayList<String>();
        var after = new ArrayList<String>();
        // A foreign key of a partitioned table brings those of its partitions.
        before.addAll(texts("""
                SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
                FROM pg_constraint
                WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0
                ORDER BY conrelid::regclass::text, conname
                """));
        after.addAll(texts("""
                SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
                FROM pg_constraint
                WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0
                ORDER BY conrelid::regclass::text, conname
                """));
        for (var each : List.of("DISABLE", "ENABLE")) {
            (each.equals("DISABLE") ? before : after).addAll(texts("""
                    SELECT format('ALTER TABLE %%s %1$s%%s TRIGGER %%I', tgrelid::regclass,
                        CASE WHEN '%1$s' = 'DISABLE' THEN '' ELSE
                            CASE tgenabled WHEN 'A' THEN ' ALWAYS' WHEN 'R' THEN ' REPLICA' ELSE '' END END, tgname)
                    FROM pg_trigger
                    WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgrelid IN (
                        SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
                    ORDER BY tgrelid::regclass::text, tgname
                    """.formatted(each)));
        }
        return new Guards(before, after);
    }

    boolean isAny(String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    void run(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> texts(String query) throws SQLException {
        var texts = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            while (rows.next()) texts.add(rows.getString(1));
        }
        return texts;
    }

    static String names(List<Table> tables) {
        return tables.stream().map(table -> quoted(table.name())).collect(Collectors.joining(", "));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
