package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The data of one server on disk, and the account and programs that may touch it.
record Cluster(
        Path path, Path binaries, Account account, EmbeddedPostgres.Durability durability, Consumer<String> log) {
    private static final Duration INITDB_LIMIT = Duration.ofMinutes(5);

    /// Letters and their case come from PostgreSQL itself (`builtin`), so the order of texts never changes with the
    /// machine. Only word splitting asks the system, under the first of these names that it knows.
    private static final List<String> CHARACTER_TYPES = List.of("C.UTF-8", "en_US.UTF-8", "C");

    static Cluster open(EmbeddedPostgres.Setup setup, Path binaries) throws IOException {
        var account = Account.choose(setup.folder(), binaries, setup.progress());
        return new Cluster(setup.folder().resolve("cluster"), binaries, account, setup.durability(), setup.progress());
    }

    boolean isMissing() {
        return !Files.exists(path);
    }

    /// Builds the cluster beside its place and moves it there when it is complete, so that a first start that was
    /// cut off is simply done again.
    void initialise(String password) throws IOException {
        log.accept("Creating a new database in %s ...".formatted(path));
        var building = path.resolveSibling("cluster.new");
        var passwordFile = path.resolveSibling("cluster.password");
        try {
            PrivateFiles.write(passwordFile, password.getBytes(UTF_8));
            Folders.giveTo(account.uid(), passwordFile);
            var failure = "";
            for (var characterType : CHARACTER_TYPES) {
                makeEmpty(building);
                var outcome = initdb(building, passwordFile, characterType);
                if (outcome.succeeded()) {
                    Files.move(building, path, StandardCopyOption.ATOMIC_MOVE);
                    Folders.keep(path.resolveSibling("."));
                    return;
                }
                failure = outcome.output();
                if (!failure.contains("locale")) break;
            }
            throw new StartRefused(
                    "The embedded PostgreSQL could not create its files in %s (%s): make room or mend the folder, or set BRICKWORK_DATA to another one."
                            .formatted(path, reason(failure)));
        } finally {
            Files.deleteIfExists(passwordFile);
            Folders.delete(building);
        }
    }

    /// Refuses data that these programs or this account must not touch.
    void check() throws IOException {
        if (!Account.mayOwn(PrivateFiles.uid(path))) {
            throw new StartRefused(
                    "The database in %s belongs to '%s': start Brickwork as that user, give it to the account that runs it (chown -R), or set BRICKWORK_DATA to another folder."
                            .formatted(path, Folders.ownerName(path)));
        }
        var written = PostgresBinaries.majorVersion(path);
        var ours = programVersion();
        if (!written.equals(ours)) {
            throw new StartRefused(
                    "The database in %s was written by PostgreSQL %s and this release brings %s: dump it with the old release and load it into a new folder, as the operating guide tells."
                            .formatted(path, written, ours));
        }
        Folders.giveTo(account.uid(), path);
    }

    String program(String name) {
        return binaries.resolve("bin").resolve(name).toString();
    }

    private void makeEmpty(Path building) throws IOException {
        Folders.delete(building);
        PrivateFiles.createFolders(building);
        Folders.giveTo(account.uid(), building);
    }

    private Command.Outcome initdb(Path building, Path passwordFile, String characterType) {
        var command = new ArrayList<>(List.of(
                program("initdb"),
                "--pgdata=" + building,
                "--username=postgres",
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--locale=C",
                "--lc-ctype=" + characterType,
                "--no-instructions"));
        if (durability == EmbeddedPostgres.Durability.THROW_AWAY) command.add("--no-sync");
        return Command.run(building, INITDB_LIMIT, account.command(command));
    }

    /// Of many lines the first that tells of a failure; the last ones only say that it tidies up.
    private static String reason(String output) {
        return output.lines()
                .filter(line -> line.contains("error:") || line.contains("FATAL"))
                .findFirst()
                .orElse(output);
    }

    /// `postgres (PostgreSQL) 18.6` gives `18`.
    private String programVersion() {
        var words = Command.run(
                binaries, Duration.ofSeconds(10), account.command(List.of(program("postgres"), "--version")));
        var number = words.output().substring(words.output().lastIndexOf(' ') + 1);
        return number.split("\\.", 2)[0];
    }
}
