package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.Migrations;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Durability;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Setup;
import dev.brickwork.support.Await;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Readiness tells whether the database takes changes, not only whether it answers.
@Tag("full")
final class WriteProbeTest {
    private static final Database.Limits UNSAFE = new Database.Limits(4, true);

    /// The second stands for a full disk: the server may put nothing on it.
    @ParameterizedTest
    @ValueSource(strings = {"default_transaction_read_only = on", "temp_file_limit = 0"})
    void whatRefusesChangesIsNoticed(String setting) {
        var address = TestPostgres.fresh();
        try (var database = Database.open(address, UNSAFE)) {
            assertThat(answer(database)).isTrue();
        }
        TestPostgres.set(address, setting);
        try (var database = Database.open(address, UNSAFE)) {
            assertThat(answer(database)).isFalse();
        }
        TestPostgres.set(address, setting.replace(" on", " off").replace(" 0", " -1"));
        try (var database = Database.open(address, UNSAFE)) {
            assertThat(answer(database)).isTrue();
        }
    }

    /// One round leaves no row and no dead row behind.
    @Test
    void aRoundLeavesNothingBehind() {
        var address = TestPostgres.fresh();
        try (var database = Database.open(address, UNSAFE)) {
            database.write(
                    tx -> tx.handle().execute("INSERT INTO secrets_key (mark, first_used_at) VALUES ('x', now())"));
            var size = size(database);
            for (int i = 0; i < 200; i++) assertThat(answer(database)).isTrue();
            assertThat(size(database)).isEqualTo(size);
        }
    }

    @Test
    void healthTellsOfADatabaseThatIsReadOnly() throws IOException, InterruptedException {
        var address = TestPostgres.fresh();
        var folder = Files.createTempDirectory(Path.of("target"), "probe");
        try (var service = OwnProcess.start(folder, OwnProcess.on(address))) {
            TestPostgres.set(address, "default_transaction_read_only = on");
            TestPostgres.endSessions(address);
            Await.until("the service notices that nothing can be written", () -> ready(service) == 503);
            TestPostgres.set(address, "default_transaction_read_only = off");
            Await.until("the service can write again", () -> ready(service) == 200);
            assertThat(service.stop()).isZero();
        }
    }

    /// A disk of its own for the database, which is filled to the last byte and has room again later.
    @Test
    void aFullDiskIsNoticed() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "disk");
        PrivateFiles.allow(folder, PrivateFiles.PASSABLE);
        var disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(PrivateFiles.ownUid() == 0, "only root can mount a disk");
        assumeTrue(runs("mount", "-t", "tmpfs", "-o", "size=192m", "tmpfs", disk.toString()), "no disk can be mounted");
        try (var server = EmbeddedPostgres.start(
                new Setup(folder.resolve("postgres"), folder.resolve("programs"), Durability.THROW_AWAY, line -> {}))) {
            var owner = Files.getOwner(folder.resolve("postgres/cluster"));
            Files.setOwner(Files.createDirectory(disk.resolve("space")), owner);
            administer(server, "CREATE TABLESPACE small LOCATION '%s'".formatted(disk.resolve("space")));
            administer(server, "CREATE DATABASE tight OWNER brickwork TABLESPACE small");
            var address = tight(server);
            new Migrations(address).migrate();
            try (var database = Database.open(address, UNSAFE)) {
                var probe = new WriteProbe(database);
                probe.run();
                assertThat(probe.canWrite()).isTrue();

                var filler = disk.resolve("filler");
                assertThat(runs("dd", "if=/dev/zero", "of=" + filler, "bs=64k"))
                        .as("it ends when the disk is full")
                        .isFalse();
                assertThatThrownBy(
                                () -> database.write(
                                        tx -> tx.handle()
                                                .execute(
                                                        "CREATE TABLE large AS SELECT repeat('x', 1000) FROM generate_series(1, 1000)")))
                        .isInstanceOf(DatabaseAway.class);
                probe.run();
                assertThat(probe.canWrite()).isFalse();

                Files.delete(filler);
                probe.run();
                assertThat(probe.canWrite()).isTrue();
            }
        } finally {
            assertThat(runs("umount", "-l", disk.toString())).isTrue();
        }
    }

    private static DatabaseAddress tight(EmbeddedPostgres server) {
        var own = server.address();
        return new DatabaseAddress(own.jdbcUrl().replace("/brickwork", "/tight"), own.user(), own.password());
    }

    private static void administer(EmbeddedPostgres server, String statement) throws SQLException {
        var administrator = server.administrator();
        try (var connection = DriverManager.getConnection(
                        administrator.jdbcUrl(),
                        administrator.user().orElseThrow(),
                        administrator.password().orElseThrow());
                var doing = connection.createStatement()) {
            doing.execute(statement);
        }
    }

    private static boolean runs(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0;
    }

    private static boolean answer(Database database) {
        var probe = new WriteProbe(database);
        probe.run();
        return probe.canWrite();
    }

    private static List<Long> size(Database database) {
        return database.read(handle -> handle.query(
                        "SELECT pg_relation_size(oid) FROM pg_class WHERE relname IN ('secrets_key', 'pg_class', 'pg_attribute') ORDER BY relname")
                .mapTo(Long.class)
                .list());
    }

    private static int ready(OwnProcess service) {
        return service.exchange("GET", "/health/ready", "").statusCode();
    }
}
