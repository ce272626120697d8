package dev.brickwork.platform.database.backup;

import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.Migrations;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/// Writes all rows of a database into one file, as they are at one moment: everything is read in one snapshot, while
/// the service goes on writing. It needs no program of PostgreSQL, and the file is not tied to a version of it.
public final class TakeBackup {
    private static final Duration TOLD_EVERY = Duration.ofSeconds(5);
    private static final long MEGABYTE = 1_000_000;

    private final DatabaseAddress owner;
    private final Consumer<String> progress;

    /// @param owner of the tables, who may read all of them
    public TakeBackup(DatabaseAddress owner, Consumer<String> progress) {
        this.owner = owner;
        this.progress = progress;
    }

    public record Taken(long rows, int tables, long bytes) {}

    /// Refuses to write over a file.
    public Taken run(Path file, Instant now) {
        try (var writer = new BackupFile.Writer(file);
                var connection = WholeDatabase.connect(owner)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            var contents = read(connection, writer, now);
            connection.rollback();
            return new Taken(contents.rows(), contents.tables().size(), writer.finish(contents));
        } catch (FileAlreadyExistsException there) {
            throw new StartRefused(
                    "The file %s is there already, and no backup replaces another: name a new one.".formatted(file),
                    there);
        } catch (NoSuchFileException missing) {
            throw new StartRefused("There is no folder %s: make it first.".formatted(missing.getMessage()), missing);
        } catch (IOException broken) {
            throw new StartRefused(
                    "The backup %s cannot be written (%s): make room, or name a file in another place."
                            .formatted(file, broken.getMessage()),
                    broken);
        } catch (SQLException broken) {
            throw new DatabaseAway(broken);
        }
    }

    private BackupFile.Contents read(Connection connection, BackupFile.Writer writer, Instant now)
            throws SQLException, IOException {
        var whole = new WholeDatabase(connection);
        var tables = whole.tables();
        whole.lock(tables); // No migration changes them meanwhile.
        var copies = new CopyManager(connection.unwrap(BaseConnection.class));
        var read = new ArrayList<BackupFile.Table>();
        var told = System.nanoTime();
        long rows = 0;
        for (var table : tables) {
            var one = writer.table(table.name(), table.columns(), out -> copies.copyOut(table.copyOut(), out));
            read.add(one);
            rows += one.rows();
            if (System.nanoTime() - told < TOLD_EVERY.toNanos()) continue;
            told = System.nanoTime();
            progress.accept("  %d of %d tables, %,d rows ...".formatted(read.size(), tables.size(), rows));
        }
        return new BackupFile.Contents(now, Migrations.applied(connection), List.copyOf(read), whole.sequences());
    }

    /// For a message.
    public static String megabytes(long bytes) {
        return bytes < MEGABYTE ? "less than 1 MB" : "%,d MB".formatted(bytes / MEGABYTE);
    }
}
