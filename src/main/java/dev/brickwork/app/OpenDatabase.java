package dev.brickwork.app;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.Migrations;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// The database of this process: the embedded one, started if need be, or the one the settings name.
final class OpenDatabase implements AutoCloseable {
    private final Optional<EmbeddedPostgres> embedded;
    private final Database database;
    private final DatabaseAddress owner;
    private final Migrations migrations;

    private enum Use {
        SERVE,
        MAKE,
        FIND,
        /// As it is, whatever release made the tables.
        READ
    }

    private OpenDatabase(Optional<EmbeddedPostgres> embedded, Use use, DatabaseAddress address, Settings settings) {
        this.embedded = embedded;
        this.owner = settings.migrationDatabase().orElse(address);
        this.migrations = new Migrations(owner);
        if ((use == Use.FIND || use == Use.READ) && !migrations.areBegun())
            throw missing(address.place(), "BRICKWORK_DATABASE_URL");
        if (use != Use.READ) migrations.migrate();
        var limits = new Database.Limits(settings.poolSize(), settings.isUnsafeDatabaseAllowed());
        this.database = use == Use.SERVE ? toServe(address, limits, settings) : Database.open(address, limits);
        if (use == Use.READ || isCurrent()) return;
        database.close();
        throw new StartRefused(
                "The tables were made elsewhere than in %s: BRICKWORK_DATABASE_OWNER_URL must lead to the same database as BRICKWORK_DATABASE_URL."
                        .formatted(address.place()));
    }

    private static Database toServe(DatabaseAddress address, Database.Limits limits, Settings settings) {
        try {
            return Database.openToServe(address, limits, settings.seal().mark());
        } catch (DatabaseAway refused) {
            if (SqlState.is(SqlState.OTHER_KEY, refused)) throw FirstStart.otherKey(settings);
            if (!SqlState.is(SqlState.LOCK_NOT_AVAILABLE, refused)) throw refused;
            throw new StartRefused(
                    "A command has the database %s to itself: start the service when it is done."
                            .formatted(address.place()),
                    refused);
        }
    }

    /// For the service itself: it owns the embedded server.
    static OpenDatabase forServing(Settings settings) {
        DataFolder.prepare(settings);
        if (settings.database().isPresent()) {
            DataFolder.requireWritable(settings.data()); // The embedded server looks after its own.
            return joined(settings, Use.SERVE, settings.database().get());
        }
        return embedded(settings, Use.SERVE, EmbeddedPostgres.start(setup(settings)));
    }

    /// For a one-off command: joins a service that is running, or starts the server for as long as it takes.
    static OpenDatabase forCommand(Settings settings) {
        return forCommand(settings, Use.MAKE);
    }

    /// For a command that works beside a service like another one.
    static OpenDatabase forHelping(Settings settings) {
        return forCommand(settings, Use.SERVE);
    }

    /// For a command that has nothing to say about a new database: a mistyped address must not pass for a proof.
    static OpenDatabase thatExists(Settings settings) {
        return thatExists(settings, Use.FIND);
    }

    /// For a backup: it changes no table, since it may be made before an upgrade, with the new release.
    static OpenDatabase toBackUp(Settings settings) {
        return thatExists(settings, Use.READ);
    }

    private static OpenDatabase thatExists(Settings settings, Use use) {
        if (settings.isDatabaseEmbedded() && !EmbeddedPostgres.isThere(folder(settings))) {
            throw missing(folder(settings).toString(), "BRICKWORK_DATA");
        }
        return forCommand(settings, use);
    }

    private static StartRefused missing(String place, String setting) {
        return new StartRefused("%s holds no data of Brickwork: check %s.".formatted(place, setting));
    }

    private static OpenDatabase forCommand(Settings settings, Use use) {
        if (settings.database().isPresent())
            return joined(settings, use, settings.database().get());
        DataFolder.prepare(settings);
        return EmbeddedPostgres.startUnlessRunning(setup(settings))
                .map(server -> embedded(settings, use, server))
                .orElseGet(() -> joined(settings, use, running(settings)));
    }

    private static OpenDatabase joined(Settings settings, Use use, DatabaseAddress address) {
        return new OpenDatabase(Optional.empty(), use, address, settings);
    }

    private static OpenDatabase embedded(Settings settings, Use use, EmbeddedPostgres server) {
        try {
            return new OpenDatabase(Optional.of(server), use, server.address(), settings);
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

    /// Does something with a database that is perhaps not made yet, under the role that owns its tables, while no
    /// service
    /// runs on the embedded one.
    static void bare(Settings settings, Consumer<DatabaseAddress> work) {
        if (settings.database().isPresent()) {
            work.accept(settings.migrationDatabase().orElse(settings.database().get()));
            return;
        }
        DataFolder.prepare(settings);
        var started = EmbeddedPostgres.startUnlessRunning(setup(settings))
                .orElseThrow(
                        () -> new StartRefused("A service runs on %s: stop it first.".formatted(folder(settings))));
        try (started) {
            work.accept(started.address());
        }
    }

    private static EmbeddedPostgres.Setup setup(Settings settings) {
        return EmbeddedPostgres.Setup.durable(folder(settings), System.err::println);
    }

    private static Path folder(Settings settings) {
        return settings.data().resolve(DataFolder.POSTGRES);
    }

    /// Under the role that owns the tables.
    DatabaseAddress owner() {
        return owner;
    }

    Database database() {
        return database;
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
