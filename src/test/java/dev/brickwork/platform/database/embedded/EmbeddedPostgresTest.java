package dev.brickwork.platform.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Durability;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Setup;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import dev.brickwork.support.Property;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Durable servers, each in its own folder; only the unpacked programs are shared.
@Tag("full")
@Tag("soak")
class EmbeddedPostgresTest {
    private static final int ROUNDS = Property.cases(1, 20);
    private static final int WRITES = Property.cases(50, 500);

    /// Parts of the class path: ours, and the libraries behind the database.
    private static final List<String> NEEDED_BY_A_CHILD =
            List.of("classes", "postgres", "jdbi", "Hikari", "slf4j", "xz", "commons", "geantyref", "jspecify");

    /// A folder whose server ran once. Copying it is several times faster than creating it.
    private static Path pristine = Path.of("unset");

    private final List<String> progress = new ArrayList<>();
    private Path parent = Path.of("unset");
    private Path folder = Path.of("unset");

    @BeforeAll
    static void startOnce() throws IOException {
        pristine = newFolder();
        EmbeddedPostgres.start(setup(pristine.resolve("postgres"))).close();
    }

    @AfterAll
    static void deletePristine() throws IOException {
        Folders.delete(pristine);
    }

    @BeforeEach
    void openFolder() throws IOException {
        parent = newFolder();
        folder = parent.resolve("postgres");
    }

    @AfterEach
    void deleteFolder() throws IOException {
        Folders.delete(parent);
    }

    @Test
    void theFirstStartTellsWhatItDoesAndLaterOnesAreSilent() {
        EmbeddedPostgres.start(Setup.durable(folder, progress::add)).close();
        assertThat(progress).hasSize(2);
        assertThat(progress.getFirst()).startsWith("Unpacking PostgreSQL");
        assertThat(progress.getLast()).startsWith("Creating a new database");

        progress.clear();
        EmbeddedPostgres.start(Setup.durable(folder, progress::add)).close();

        assertThat(progress).isEmpty();
    }

    /// The bench asks for one between filling a table and measuring; the role of the service is no superuser.
    @Test
    void theServiceMayCheckpointItsOwnServer() {
        copyPristine();
        try (var server = start();
                var database = Database.open(server.address(), Database.Limits.STANDARD)) {
            int rows = database.inTransaction(tx -> tx.handle().execute("CHECKPOINT"));

            assertThat(rows).isZero();
        }
    }

    @Test
    void rowsOutliveARestart() {
        copyPristine();
        try (var server = start();
                var database = Database.open(server.address(), Database.Limits.STANDARD)) {
            database.inTransaction(tx -> tx.handle().execute("CREATE TABLE written (number bigint)"));
            database.inTransaction(tx -> tx.handle().execute("INSERT INTO written VALUES (7)"));
        }

        assertThat(written()).containsExactly(7L);
    }

    @Test
    void theServerIsDurableAndOnlyReachableFromThisMachineWithThePassword() throws Exception {
        copyPristine();
        try (var server = start();
                var database = Database.open(server.address(), Database.Limits.STANDARD)) {
            assertThat(setting(database, "fsync")).isEqualTo("on");
            assertThat(setting(database, "full_page_writes")).isEqualTo("on");
            assertThat(setting(database, "synchronous_commit")).isEqualTo("on");
            assertThat(setting(database, "data_checksums")).isEqualTo("on");
            assertThat(setting(database, "listen_addresses")).isEqualTo("127.0.0.1");
            try (var all = Database.open(server.administrator(), Database.Limits.STANDARD)) {
                assertThat(setting(all, "unix_socket_directories")).isEmpty();
            }
            assertThat(setting(database, "server_encoding")).isEqualTo("UTF8");
            assertThat(setting(database, "is_superuser")).isEqualTo("off");

            assertThat(Files.getPosixFilePermissions(folder.resolve("password")))
                    .containsOnly(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            var address = server.address();
            var guess = new DatabaseAddress(address.jdbcUrl(), address.user(), Optional.of("guess"));
            assertThatThrownBy(() -> Database.open(guess, Database.Limits.STANDARD))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("password authentication failed");
        }
    }

    /// The process that owns the server is killed under writes: its server stops by itself, and nothing
    /// acknowledged is lost.
    @Test
    void aKilledOwnerLeavesNoOrphanAndLosesNothing() throws Exception {
        copyPristine();
        var acknowledged = new ArrayList<Long>();
        for (int i = 0; i < ROUNDS; i++) {
            try (var owner = ChildProcess.start(folder, binaries()).hasWritten(someWrites())) {
                var server = owner.server();
                owner.kill();
                acknowledged.addAll(owner.acknowledged());
                Await.until(
                        "the server has ended", () -> ProcessHandle.of(server).isEmpty());
            }
        }
        assertThat(folder.resolve("cluster/postmaster.pid")).doesNotExist();
        assertThat(written()).containsAll(acknowledged);
    }

    /// Killed and started again at once, while the old server may still be stopping.
    @Test
    void aStartRightAfterAKillWaitsForTheOldServer() throws Exception {
        copyPristine();
        List<Long> acknowledged;
        try (var owner = ChildProcess.start(folder, binaries()).hasWritten(someWrites())) {
            owner.kill();
            acknowledged = owner.acknowledged();
        }
        assertThat(written()).containsAll(acknowledged);
    }

    /// The server is killed, its owner lives: it comes back by itself on the same port, and writing goes on.
    @Test
    void aKilledServerComesBackAndLosesNothing() throws Exception {
        copyPristine();
        for (int i = 0; i < ROUNDS; i++) {
            List<Long> acknowledged;
            try (var owner = ChildProcess.start(folder, binaries()).hasWritten(someWrites())) {
                var before = owner.acknowledged().size();
                sigkill(owner.server());
                owner.hasWritten(before + someWrites());
                owner.terminate();
                acknowledged = owner.acknowledged();
            }
            assertThat(written()).containsAll(acknowledged);
        }
    }

    @Test
    void aStartAfterBothWereKilledRecoversAndLosesNothing() throws Exception {
        copyPristine();
        for (int i = 0; i < ROUNDS; i++) {
            List<Long> acknowledged;
            try (var owner = ChildProcess.start(folder, binaries()).hasWritten(someWrites())) {
                var server = owner.server();
                owner.kill();
                sigkill(server);
                acknowledged = owner.acknowledged();
            }
            assertThat(written()).containsAll(acknowledged);
        }
    }

    @Test
    void aFolderInUseIsRefusedAndCanBeJoined() throws Exception {
        copyPristine();
        try (var owner = ChildProcess.start(folder, binaries()).hasWritten(1)) {
            assertThat(owner.acknowledged()).isNotEmpty();
            assertThatThrownBy(this::start)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("in use by another Brickwork (process ")
                    .hasMessageContaining("BRICKWORK_DATA");
            try (var second = ChildProcess.start(folder, binaries())) {
                assertThat(second.refusal()).contains("in use by another Brickwork");
            }

            var address = EmbeddedPostgres.running(folder).orElseThrow();
            try (var database = Database.open(address, Database.Limits.STANDARD)) {
                assertThat(numbers(database)).isNotEmpty();
            }
        }
    }

    /// A service that starts while a command has the folder waits for it, and so does another command: a backup
    /// script starts the service again and notes the backup in the next line.
    @Test
    void aCommandIsWaitedFor() throws Exception {
        copyPristine();
        var command = EmbeddedPostgres.startUnlessRunning(setup(folder)).orElseThrow();
        try (var service = ChildProcess.start(folder, binaries()).hasTold("Waiting for the command in process ")) {
            command.close();
            service.hasWritten(1);
            assertThat(EmbeddedPostgres.startUnlessRunning(setup(folder))).isEmpty();
            assertThat(EmbeddedPostgres.running(folder)).isPresent();
        }
    }

    /// A command that finds a service at its start joins it as soon as that is ready, instead of refusing.
    @Test
    void aCommandWaitsForAServiceThatIsStarting() throws Exception {
        copyPristine();
        try (var service = ChildProcess.start(folder, binaries())) {
            Await.until("the folder is taken", this::isTaken);
            var own = EmbeddedPostgres.startUnlessRunning(setup(folder));
            assertThat(own).isEmpty();
            service.hasWritten(1);
        }
    }

    private boolean isTaken() {
        try {
            return FolderLock.isTaken(folder);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void aFolderWithoutAServerCannotBeJoined() {
        assertThat(EmbeddedPostgres.running(folder)).isEmpty();
        copyPristine();
        assertThat(EmbeddedPostgres.running(folder)).isEmpty();
    }

    /// After a crash the old number may belong to any program, even one of the same account.
    @Test
    void aStalePidFileThatNamesAnotherProgramIsNoObstacle() throws Exception {
        copyPristine();
        var stranger = Account.choose(folder, programs(), progress::add).command(List.of("sleep", "60"));
        var process = new ProcessBuilder(stranger).start();
        try {
            Files.writeString(
                    folder.resolve("cluster/postmaster.pid"),
                    "%d\n%s\n1700000000\n5432\n\n127.0.0.1\n 123456 654321\nready   \n"
                            .formatted(process.pid(), folder.resolve("cluster")));
            start().close();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aFirstStartThatWasCutOffIsDoneAgain() throws Exception {
        Files.createDirectories(folder.resolve("cluster.new/base"));
        Files.writeString(folder.resolve("cluster.new/PG_VERSION"), "18\n");
        Files.writeString(folder.resolve("cluster.password"), "old");

        start().close();

        assertThat(folder.resolve("cluster.new")).doesNotExist();
        assertThat(folder.resolve("cluster.password")).doesNotExist();
    }

    @Test
    void dataOfAnotherMajorVersionIsRefused() throws Exception {
        copyPristine();
        Files.writeString(folder.resolve("cluster/PG_VERSION"), "17\n");

        assertThatThrownBy(this::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("was written by PostgreSQL 17 and this release brings 18");
    }

    @Test
    void aLostPasswordIsNamed() throws Exception {
        copyPristine();
        Files.delete(folder.resolve("password"));

        assertThatThrownBy(this::start).isInstanceOf(StartRefused.class).hasMessageContaining("password is missing");
    }

    @Test
    void aFolderThatCannotExistIsNamed() throws Exception {
        Files.writeString(parent.resolve("file"), "");

        assertThatThrownBy(() -> EmbeddedPostgres.start(Setup.durable(parent.resolve("file/data"), progress::add)))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("file/data cannot be used");
    }

    @Test
    void aFolderOfSomebodyElseIsRefused() throws Exception {
        assumeTrue(isRoot(), "only root can give folders away");
        copyPristine();
        var someone = 12_345; // An account without a name.
        Folders.giveTo(someone, folder.resolve("cluster"));
        assertThatThrownBy(this::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("belongs to '12345': start Brickwork as that user");

        Folders.giveTo(someone, folder);
        assertThatThrownBy(this::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("The data folder " + folder + " belongs to '12345'");
    }

    /// Below a folder that only root may enter the server runs in a user namespace; moved into the open it runs as
    /// another account, on the same data.
    @Test
    void rootMayKeepItsDataInAPrivateFolder() throws Exception {
        assumeTrue(isRoot(), "only root needs another account");
        assumeTrue(
                Command.run(parent, Duration.ofSeconds(5), List.of("unshare", "-U", "true"))
                        .succeeded(),
                "user namespaces are forbidden here");
        PrivateFiles.allow(parent, "rwx------");
        start().close();
        assertThat(PrivateFiles.uid(folder.resolve("cluster"))).isZero();

        PrivateFiles.allow(parent, "rwxr-xr-x");
        start().close();

        assertThat(PrivateFiles.uid(folder.resolve("cluster"))).isEqualTo(id("brickwork"));
    }

    /// Earlier releases ran the server under the system account `nobody`, whose other processes could read the
    /// cluster and change who may log in to it.
    @Test
    void aClusterOfTheSharedAccountIsHandedOver() throws Exception {
        assumeTrue(isRoot(), "only root lends the server an account");
        copyPristine();
        var cluster = folder.resolve("cluster");
        Folders.giveTo(id("nobody"), cluster);
        PrivateFiles.allow(cluster.resolve("pg_hba.conf"), "rw-------");
        start().close();

        var owner = id("brickwork");
        try (var paths = Files.walk(cluster)) {
            assertThat(paths)
                    .allSatisfy(path -> assertThat(PrivateFiles.uid(path)).isEqualTo(owner));
        }
        var prying = List.of("setpriv", "--reuid=" + id("nobody"), "--regid=" + id("nobody"), "--clear-groups", "--");
        for (var path : List.of("cluster/pg_hba.conf", "password", "server.log", "lock")) {
            var command = new ArrayList<>(prying);
            command.addAll(List.of("cat", folder.resolve(path).toString()));
            assertThat(Command.run(parent, Duration.ofSeconds(5), command).output())
                    .contains("Permission denied");
        }
    }

    /// The server reads its programs and its cluster, and nothing else below the folder.
    @Test
    void everyFileOfTheServerHasOneReader() throws Exception {
        start().close();
        var expected = isRoot() ? "rwx--x--x" : "rwx------";
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo(expected);
        for (var name : List.of("password", "server.log", "lock")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("cluster"))))
                .isEqualTo("rwx------");
        if (isRoot()) assertThat(PrivateFiles.uid(folder.resolve("cluster"))).isEqualTo(id("brickwork"));
    }

    /// An ordinary user needs no tricks; and what root owns is refused to it in one sentence.
    @Test
    void anOrdinaryUserRunsItPlainly() throws Exception {
        assumeTrue(isRoot(), "this run is an ordinary user's already");
        assumeTrue(Command.isInstalled("setpriv"), "setpriv is not installed");
        var account = id("nobody");
        var prefix = List.of("setpriv", "--reuid=" + account, "--regid=" + account, "--clear-groups", "--");
        var home = Files.createDirectory(parent.resolve("home"));
        Folders.giveTo(account, home);
        var classPath = copiedClassPath();
        try (var owner = ChildProcess.start(prefix, classPath, home.resolve("postgres"), home)
                .hasWritten(WRITES)) {
            assertThat(PrivateFiles.uid(home.resolve("postgres/cluster"))).isEqualTo(account);
            owner.kill();
            Await.until(
                    "the server has ended",
                    () -> ProcessHandle.of(owner.server()).isEmpty());
        }

        copyPristine();
        try (var refused = ChildProcess.start(prefix, classPath, folder, binaries())) {
            assertThat(refused.refusal()).contains("belongs to 'root': start Brickwork as that user");
        }
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(setup(folder));
    }

    private static Setup setup(Path folder) {
        return new Setup(folder, binaries(), Durability.DURABLE, line -> {});
    }

    private static Path newFolder() throws IOException {
        var created = Files.createTempDirectory("brickwork-test-");
        PrivateFiles.allow(created, "rwxr-xr-x");
        return created;
    }

    private void copyPristine() {
        var copy = List.of("cp", "-Rp", pristine.resolve("postgres").toString(), folder.toString());
        assertThat(Command.run(parent, Duration.ofMinutes(1), copy).output()).isEmpty();
    }

    private List<Long> written() {
        try (var server = start();
                var database = Database.open(server.address(), Database.Limits.STANDARD)) {
            return numbers(database);
        }
    }

    private static List<Long> numbers(Database database) {
        return database.read(handle -> handle.query("SELECT number FROM written ORDER BY number")
                .mapTo(Long.class)
                .list());
    }

    private static String setting(Database database, String name) {
        return database.read(handle -> handle.query("SELECT current_setting(:name)")
                .bind("name", name)
                .mapTo(String.class)
                .one());
    }

    private static int someWrites() {
        return ThreadLocalRandom.current().nextInt(1, WRITES);
    }

    private static int id(String account) {
        return Command.id("-u", account).orElseThrow();
    }

    private static boolean isRoot() {
        return PrivateFiles.ownUid() == 0;
    }

    private static void sigkill(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    /// Where every account can run them, unlike a home folder.
    private static Path binaries() {
        try {
            var shared =
                    Path.of(System.getProperty("java.io.tmpdir"), "brickwork-test-binaries-" + PrivateFiles.ownUid());
            Files.createDirectories(shared);
            PrivateFiles.allow(shared, "rwxr-xr-x");
            return shared;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Two processes that start at once on a fresh folder both unpack, and the slower one takes what the other has.
    @Test
    void twoStartsUnpackSideBySide() throws IOException {
        var fresh = Files.createDirectory(parent.resolve("fresh"));
        var one = InThread.run(() -> unpacked(fresh));
        assertThat(unpacked(fresh)).isEqualTo(one.join());
        try (var left = Files.list(fresh)) {
            assertThat(left).hasSize(1);
        }
    }

    private static Path unpacked(Path fresh) {
        try {
            return PostgresBinaries.ofThisPlatform().unpackBelow(fresh, line -> {});
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Path programs() throws IOException {
        return PostgresBinaries.ofThisPlatform().unpackBelow(binaries(), line -> {});
    }

    /// Another account may not be able to read this one's Maven repository.
    private String copiedClassPath() throws IOException {
        var copies = Files.createDirectory(parent.resolve("classpath"));
        var parts = new ArrayList<String>();
        for (var part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (NEEDED_BY_A_CHILD.stream().noneMatch(part::contains)) continue;
            var copy = copies.resolve(parts.size() + "-" + Path.of(part).getFileName());
            var outcome = Command.run(parent, Duration.ofMinutes(1), List.of("cp", "-R", part, copy.toString()));
            assertThat(outcome.output()).isEmpty();
            parts.add(copy.toString());
        }
        Command.run(parent, Duration.ofMinutes(1), List.of("chmod", "-R", "a+rX", copies.toString()));
        return String.join(File.pathSeparator, parts);
    }
}
