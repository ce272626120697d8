package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;

/// A real PostgreSQL that belongs to this process: unpacked, initialised and started here, durable unless it is a
/// throw-away one, stopped when this process ends in whatever way.
///
/// A folder holds `cluster` (the data), the programs, `password`, `lock` and `server.log`. The data outlives the
/// process; after a crash of either side the next start recovers by itself.
public final class EmbeddedPostgres implements AutoCloseable {
    private static final String DATABASE = "brickwork";
    private static final String ROLE = "brickwork";
    private static final String ADMINISTRATOR = "postgres";
    private static final String CLUSTER = "cluster";
    private static final int PASSWORD_BYTES = 24;

    private final FolderLock lock;
    private final Server server;
    private final String password;

    private EmbeddedPostgres(FolderLock lock, Server server, String password) {
        this.lock = lock;
        this.server = server;
        this.password = password;
    }

    /// Whether a commit must survive a power cut. Only tests may say no, and only by saying so here.
    public enum Durability {
        DURABLE,
        THROW_AWAY
    }

    /// Parameters of a start: the data folder, the parent of the binaries (the same folder, unless tests share
    /// them), and a consumer of messages about the slow first start.
    public record Setup(Path folder, Path binariesParent, Durability durability, Consumer<String> progress) {
        public static Setup durable(Path folder, Consumer<String> progress) {
            return new Setup(folder, folder, Durability.DURABLE, progress);
        }

        private Setup absolute() {
            return new Setup(
                    folder.toAbsolutePath().normalize(),
                    binariesParent.toAbsolutePath().normalize(),
                    durability,
                    progress);
        }
    }

    /// For a service: it keeps the folder until it ends. A command that has it just now is waited for.
    public static EmbeddedPostgres start(Setup given) {
        var setup = given.absolute();
        return told(setup, () -> {
            prepareFolder(setup.folder());
            for (var wait = new Wait(setup); ; wait.goOn("command")) {
                var taken = FolderLock.take(setup.folder(), FolderLock.Use.SERVICE);
                if (taken.isPresent()) return start(setup, taken.get());
                var isBrief = FolderLock.holder(setup.folder())
                        .filter(holder -> holder.use() == FolderLock.Use.COMMAND)
                        .isPresent();
                if (!isBrief && wait.hasSettled()) throw inUse(setup.folder());
            }
        });
    }

    /// For a one-off command: a server for as long as the command takes, or none where a service runs one that can be
    /// joined. A service that is just starting is waited for, and so is another command, whose server ends with it.
    public static Optional<EmbeddedPostgres> startUnlessRunning(Setup given) {
        var setup = given.absolute();
        return told(setup, () -> {
            for (var wait = new Wait(setup); ; wait.goOn("start of the service, or another command,")) {
                if (running(setup.folder()).isPresent()) return Optional.empty();
                if (Files.isDirectory(setup.folder()) && FolderLock.isTaken(setup.folder())) continue;
                prepareFolder(setup.folder());
                var taken = FolderLock.take(setup.folder(), FolderLock.Use.COMMAND);
                if (taken.isPresent()) return Optional.of(start(setup, taken.get()));
            }
        });
    }

    /// Whether a server was ever started on this folder.
    public static boolean isThere(Path folder) {
        return Files.exists(folder.resolve("cluster"));
    }

    /// The address of a server that a service runs on this folder, so that a one-off command can talk to it.
    public static Optional<DatabaseAddress> running(Path folder) {
        try {
            var absolute = folder.toAbsolutePath().normalize();
            if (!Files.isDirectory(absolute) || !FolderLock.isTaken(absolute)) return Optional.empty();
            var holder = FolderLock.holder(absolute);
            if (holder.filter(it -> it.use() == FolderLock.Use.COMMAND).isPresent()) return Optional.empty();
            var pidFile = PidFile.of(absolute.resolve("cluster")).filter(PidFile::isReady);
            if (pidFile.isEmpty()) return Optional.empty();
            return Optional.of(address(pidFile.get().port(), DATABASE, ROLE, readPassword(absolute)));
        } catch (IOException unreadable) {
            throw new StartRefused(
                    "The data folder %s cannot be read (%s): run this command as the account that runs Brickwork."
                            .formatted(folder, unreadable.getMessage()),
                    unreadable);
        }
    }

    /// Waits until another process releases the folder, or its server can be used.
    private static final class Wait {
        private static final Duration POLL = Duration.ofMillis(100);
        private static final Duration SETTLED = Duration.ofSeconds(1);
        private static final Duration LIMIT = Duration.ofMinutes(10);

        private final Setup setup;
        private final long begin = System.nanoTime();
        private boolean isTold;

        Wait(Setup setup) {
            this.setup = setup;
        }

        /// Whether the process that took the folder has had the time to write its id into the lock file.
        boolean hasSettled() {
            return isLongerThan(SETTLED);
        }

        void goOn(String what) throws IOException {
            if (isLongerThan(LIMIT)) throw inUse(setup.folder());
            if (!isTold && hasSettled()) {
                setup.progress().accept("Waiting for the %s in process %s ...".formatted(what, holder(setup.folder())));
                isTold = true;
            }
            try {
                Thread.sleep(POLL);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + setup.folder(), stopped);
            }
        }

        private boolean isLongerThan(Duration time) {
            return System.nanoTime() - begin > time.toNanos();
        }
    }

    private static StartRefused inUse(Path folder) throws IOException {
        return new StartRefused(
                "The data folder %s is in use by another Brickwork (process %s): stop that one first, or set BRICKWORK_DATA to another folder."
                        .formatted(folder, holder(folder)));
    }

    private static String holder(Path folder) throws IOException {
        return FolderLock.holder(folder)
                .map(holder -> String.valueOf(holder.pid()))
                .orElse("unknown");
    }

    @FunctionalInterface
    private interface Start<T> {
        T run() throws IOException;
    }

    /// Says what an operator can do about a folder that does not serve.
    private static <T> T told(Setup setup, Start<T> start) {
        try {
            return start.run();
        } catch (AccessDeniedException denied) {
            throw new StartRefused(
                    "The account that runs Brickwork may not use %s: give it that folder (chown), or set BRICKWORK_DATA to another one."
                            .formatted(denied.getFile()),
                    denied);
        } catch (IOException broken) {
            throw new StartRefused(
                    "The data folder %s cannot be used (%s): make room or mend it, or set BRICKWORK_DATA to another one."
                            .formatted(setup.folder(), broken.getMessage()),
                    broken);
        }
    }

    /// Brickwork's own database, with its own role that owns it and is no superuser.
    public DatabaseAddress address() {
        return address(server.port(), DATABASE, ROLE, password);
    }

    /// The superuser, in the maintenance database.
    public DatabaseAddress administrator() {
        return address(server.port(), ADMINISTRATOR, ADMINISTRATOR, password);
    }

    /// The server's first process, for tests that kill it.
    long pid() {
        return server.pid();
    }

    /// Stops the server (running statements are cancelled, everything committed stays) and waits until it is gone.
    @Override
    public void close() {
        server.close();
        lock.close();
    }

    private static EmbeddedPostgres start(Setup setup, FolderLock lock) throws IOException {
        try {
            return launched(setup, lock);
        } catch (RuntimeException | IOException broken) {
            lock.close();
            throw broken;
        }
    }

    private static EmbeddedPostgres launched(Setup setup, FolderLock lock) throws IOException {
        PrivateFiles.createFolders(setup.binariesParent(), folderPermissions());
        var binaries = PostgresBinaries.ofThisPlatform().unpackBelow(setup.binariesParent(), setup.progress());
        var cluster = Cluster.open(setup, binaries);
        if (cluster.isMissing()) cluster.initialise(newPassword(setup.folder()));
        cluster.check();
        var password = readPassword(setup.folder());
        var server = Server.start(cluster, setup);
        try {
            createDatabase(server.port(), password);
        } catch (RuntimeException broken) {
            server.close();
            throw broken;
        }
        return new EmbeddedPostgres(lock, server, password);
    }

    /// The folder is private. Where root lends the server an account, that one passes through to its cluster and its
    /// programs, which have permissions of their own.
    private static void prepareFolder(Path folder) throws IOException {
        PrivateFiles.createFolders(folder, folderPermissions());
        if (PrivateFiles.uid(folder.toRealPath()) != PrivateFiles.ownUid()) {
            throw new StartRefused(
                    "The data folder %s belongs to '%s': start Brickwork as that user, give the folder to this one (chown -R), or set BRICKWORK_DATA to another folder."
                            .formatted(folder, Folders.ownerName(folder)));
        }
        PrivateFiles.allow(folder, folderPermissions());
        try (var children = Files.newDirectoryStream(folder)) {
            for (var child : children) {
                var name = child.getFileName().toString();
                if (!name.startsWith(CLUSTER) && !name.startsWith(PostgresBinaries.FOLDER_PREFIX)) {
                    PrivateFiles.narrow(child);
                }
            }
        }
    }

    private static String folderPermissions() {
        return PrivateFiles.ownUid() == 0 ? PrivateFiles.PASSABLE : PrivateFiles.PRIVATE;
    }

    private static String newPassword(Path folder) throws IOException {
        var bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        var password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        PrivateFiles.write(passwordFile(folder), password.getBytes(UTF_8), StandardOpenOption.SYNC);
        return password;
    }

    private static String readPassword(Path folder) throws IOException {
        if (!Files.exists(passwordFile(folder))) {
            throw new StartRefused(
                    "The file %s is missing, and without it no one can log in to this database: put it back from a backup."
                            .formatted(passwordFile(folder)));
        }
        return Files.readString(passwordFile(folder), UTF_8).strip();
    }

    private static Path passwordFile(Path folder) {
        return folder.resolve("password");
    }

    /// Every time, since a first start may have been cut off after any of these statements.
    private static void createDatabase(int port, String password) {
        var administrator = address(port, ADMINISTRATOR, ADMINISTRATOR, password);
        try (var connection = DriverManager.getConnection(administrator.jdbcUrl(), ADMINISTRATOR, password);
                var statement = connection.createStatement()) {
            try (var found = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + DATABASE + "'")) {
                if (found.next()) return;
            }
            try (var found = statement.executeQuery("SELECT 1 FROM pg_roles WHERE rolname = '" + ROLE + "'")) {
                // The password is base64 of our own making, so it can hold no quote.
                if (!found.next()) statement.execute("CREATE ROLE " + ROLE + " LOGIN PASSWORD '" + password + "'");
            }
            statement.execute("GRANT pg_checkpoint TO " + ROLE);
            statement.execute("CREATE DATABASE " + DATABASE + " OWNER " + ROLE);
        } catch (SQLException broken) {
            throw new StartRefused(
                    "The embedded PostgreSQL started but refused us (%s): see server.log in the data folder."
                            .formatted(broken.getMessage()),
                    broken);
        }
    }

    private static DatabaseAddress address(int port, String database, String user, String password) {
        return new DatabaseAddress(
                "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database),
                Optional.of(user),
                Optional.of(password));
    }
}
