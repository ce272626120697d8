package dev.brickwork.platform.database.backup;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.Migrations;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/// Puts the rows of a backup into an empty database, all of them or none: the tables are made by the migrations that
/// made those of the backup, so a newer release restores what an older one has backed up.
public final class RestoreBackup implements AutoCloseable {
    private static final Duration TOLD_EVERY = Duration.ofSeconds(5);

    private final BackupFile.Reader file;
    private final Consumer<String> progress;

    /// Reads the whole file and refuses one that is cut off or damaged.
    public RestoreBackup(Path file, Consumer<String> progress) {
        this.file = BackupFile.Reader.open(file);
        this.progress = progress;
    }

    public Instant takenAt() {
        return file.contents().takenAt();
    }

    public long rows() {
        return file.contents().rows();
    }

    /// Loads all rows into an empty database, or none.
    ///
    /// @param owner who may make tables there
    public void run(DatabaseAddress owner) {
        try (var connection = WholeDatabase.connect(owner)) {
            var whole = new WholeDatabase(connection);
            requireEmpty(whole, owner); // Before anything is changed, and again when no other process can.
            new Migrations(owner).migrateAs(file.contents().migrations(), file.toString());
            connection.setAutoCommit(false);
            if (!whole.isAny("SELECT pg_try_advisory_xact_lock(%s)".formatted(Database.SERVED)))
                throw new StartRefused("A service serves the database %s: stop it first. Nothing was restored."
                        .formatted(owner.place()));
            load(connection, whole, owner);
            connection.commit();
            connection.setAutoCommit(true);
            whole.run("ANALYZE " + WholeDatabase.names(whole.tables()));
        } catch (SQLException broken) {
            if (SqlState.of(broken).filter(state -> !SqlState.isAway(state)).isEmpty()) throw new DatabaseAway(broken);
            throw new StartRefused(
                    "The backup %s could not be restored into %s (%s), and none of its rows is there."
                            .formatted(file, owner.place(), SqlState.reason(broken)),
                    broken);
        } catch (IOException broken) {
            throw new StartRefused(
                    "The backup %s cannot be read any more (%s), and none of its rows was restored."
                            .formatted(file, broken.getMessage()),
                    broken);
        }
    }

    private static void requireEmpty(WholeDatabase whole, DatabaseAddress owner) throws SQLException {
        var tables = whole.tables();
        var names = tables.stream().map(WholeDatabase.Table::name).collect(Collectors.toSet());
        boolean isUsed = names.contains("seller")
                ? whole.isAny("SELECT EXISTS (SELECT FROM seller) OR EXISTS (SELECT FROM api_key)") // no seller_id
                : !tables.isEmpty();
        if (isUsed)
            throw new StartRefused(
                    "The database %s is not empty, and a backup is restored into an empty one alone: name another with BRICKWORK_DATABASE_URL, or another folder with BRICKWORK_DATA."
                            .formatted(owner.place()));
    }

    private void load(Connection connection, WholeDatabase whole, DatabaseAddress owner)
            throws SQLException, IOException {
        var tables = whole.tables();
        whole.run("LOCK TABLE %s IN ACCESS EXCLUSIVE MODE".formatted(WholeDatabase.names(tables)));
        requireEmpty(whole, owner);
        requireSame(tables);
        var guards = whole.guards();
        for (var statement : guards.before()) whole.run(statement);
        whole.run("TRUNCATE " + WholeDatabase.names(tables)); // Some have rows that a migration made.
        copy(connection);
        for (var sequence : file.contents().sequences()) whole.set(sequence);
        whole.run("SET CONSTRAINTS ALL IMMEDIATE");
        progress.accept("  proving the references between the rows ...");
        for (var statement : guards.after()) whole.run(statement);
    }

    /// The migrations are the same, so this holds unless tables were added by hand.
    private void requireSame(List<WholeDatabase.Table> tables) {
        var here = new HashSet<>(tables);
        for (var table : file.contents().tables()) {
            if (!here.remove(new WholeDatabase.Table(table.name(), table.columns())))
                throw new StartRefused(
                        "The backup %s has a table %s that this release does not make so. Nothing was restored."
                                .formatted(file, table.name()));
        }
    }

    private void copy(Connection connection) throws SQLException, IOException {
        var copies = new CopyManager(connection.unwrap(BaseConnection.class));
        var told = System.nanoTime();
        long rows = 0;
        for (var table : file.contents().tables()) {
            try (var in = file.rows(table)) {
                rows += copies.copyIn(new WholeDatabase.Table(table.name(), table.columns()).copyIn(), in);
            }
            if (System.nanoTime() - told < TOLD_EVERY.toNanos()) continue;
            told = System.nanoTime();
            progress.accept("  %,d of %,d rows ...".formatted(rows, rows()));
        }
        if (rows != rows())
            throw new StartRefused(
                    "Only %,d of %,d rows could be read from %s. Nothing was restored.".formatted(rows, rows(), file));
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException broken) {
            throw new StartRefused("The backup %s cannot be closed.".formatted(file), broken);
        }
    }
}
