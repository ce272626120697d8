package dev.brickwork;

import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.database.DatabaseAddress;
import dev.brickwork.plumbing.database.Migrations;
import dev.brickwork.plumbing.database.StartRefused;
import dev.brickwork.plumbing.database.embedded.EmbeddedPostgres;
import dev.brickwork.plumbing.jobs.Jobs;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/// The database of this process: the embedded one, started if need be, or the one the settings name.
final class OpenDatabase implements AutoCloseable {
    private final Optional<EmbeddedPostgres> embedded;
    private final boolean isOfService;
    private final Database database;
    private final Migrations migrations;

    private OpenDatabase(
            Optional<EmbeddedPostgres> embedded, DatabaseAddress address, DatabaseAddress owner, Settings settings) {
        this.embedded = embedded;
        this.isOfService = embedded.isEmpty() && settings.database().isEmpty();
        this.migrations = new Migrations(owner);
        migrations.migrate();
        this.database =
                Database.open(address, new Database.Limits(settings.poolSize(), settings.isUnsafeDatabaseAllowed()));
    }

    /// For the service itself: it owns the embedded server.
    static OpenDatabase forServing(Settings settings) {
        if (settings.database().isPresent())
            return external(settings, settings.database().get());
        return embedded(settings, EmbeddedPostgres.start(setup(settings)));
    }

    /// For a one-off command: joins a service that is running, or starts the server for as long as it takes.
    static OpenDatabase forCommand(Settings settings) {
        if (settings.database().isPresent())
            return external(settings, settings.database().get());
        return EmbeddedPostgres.startUnlessRunning(setup(settings))
                .map(server -> embedded(settings, server))
                .orElseGet(() -> external(settings, running(settings)));
    }

    private static OpenDatabase embedded(Settings settings, EmbeddedPostgres server) {
        try {
            return new OpenDatabase(Optional.of(server), server.address(), server.address(), settings);
        } catch (RuntimeException broken) {
            server.close();
            throw broken;
        }
    }

    private static DatabaseAddress running(Settings settings) {
        return EmbeddedPostgres.running(folder(settings))
                .orElseThrow(() -> new StartRefused(
                        "The service on %s has just ended: give this command again.".formatted(folder(settings))));
    }

    private static EmbeddedPostgres.Setup setup(Settings settings) {
        return EmbeddedPostgres.Setup.durable(folder(settings), System.err::println);
    }

    private static OpenDatabase external(Settings settings, DatabaseAddress address) {
        return new OpenDatabase(
                Optional.empty(), address, settings.migrationDatabase().orElse(address), settings);
    }

    /// Apart from mails and other files: nobody but the server's account reads in here.
    private static Path folder(Settings settings) {
        return settings.data().resolve("postgres");
    }

    Database database() {
        return database;
    }

    /// Whether a service works on this database. An embedded server that was started here is nobody else's; on a server
    /// of its own a service is known by its sweeps.
    boolean isServed(Jobs jobs) {
        return isOfService
                || (embedded.isEmpty() && jobs.isSwept(InstantSource.system().instant()));
    }

    boolean isCurrent() {
        return migrations.isCurrent(database);
    }

    @Override
    public void close() {
        database.close();
        embedded.ifPresent(EmbeddedPostgres::close);
    }
}
