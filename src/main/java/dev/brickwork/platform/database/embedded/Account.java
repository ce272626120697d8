package dev.brickwork.platform.database.embedded;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The account that the server runs under. PostgreSQL refuses to run as root, so root lends it a system account of its
/// own, which no other program uses; every other account runs the server as itself.
record Account(List<String> prefix, int uid) {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);
    private static final int ROOT = 0;

    /// Earlier releases ran the server under this account, which other programs share.
    private static final String FORMER = "nobody";

    List<String> command(List<String> program) {
        var whole = new ArrayList<>(prefix);
        whole.addAll(program);
        return whole;
    }

    /// The first account that can enter the data folder and run the programs.
    static Account choose(Path folder, Path binaries, Consumer<String> progress) throws IOException {
        if (PrivateFiles.ownUid() == ROOT) return forRoot(folder, binaries, progress);
        PrivateFiles.narrow(binaries);
        var own = new Account(List.of(), PrivateFiles.ownUid());
        if (own.canWorkIn(folder, binaries)) return own;
        throw new StartRefused(ownSentence(binaries));
    }

    /// Whether a data folder of this owner may be used: one that is ours, or that root lends to the server.
    static boolean mayOwn(int owner) {
        if (owner == PrivateFiles.ownUid()) return true;
        return PrivateFiles.ownUid() == ROOT
                && Stream.of(SystemAccount.NAME, FORMER)
                        .anyMatch(name -> Command.id("-u", name).stream().anyMatch(uid -> uid == owner));
    }

    /// The system account first: it gives the server fewer rights. A user namespace keeps root's file rights inside
    /// root's own folders, so it also works below /root or in a private temporary folder, which no other account
    /// enters, or where this root may not switch to other accounts. No account is created in vain.
    private static Account forRoot(Path folder, Path binaries, Consumer<String> progress) throws IOException {
        var closed = closed(folder, binaries);
        if (closed.isEmpty()) SystemAccount.require(progress);
        for (var lent : lent()) {
            if (!lent.canEnter(folder)) continue;
            Folders.lend(binaries, Command.id("-g", SystemAccount.NAME).orElse(ROOT));
            if (lent.canWorkIn(folder, binaries)) return lent;
        }
        var namespace = new Account(List.of("unshare", "-U", "--"), ROOT);
        if (namespace.canWorkIn(folder, binaries)) return namespace;
        throw new StartRefused(closed.map(Account::closedSentence).orElseGet(() -> ownSentence(binaries)));
    }

    private static List<Account> lent() {
        var uid = Command.id("-u", SystemAccount.NAME);
        var gid = Command.id("-g", SystemAccount.NAME);
        if (uid.isEmpty() || gid.isEmpty()) return List.of();
        return List.of(
                new Account(
                        List.of(
                                "setpriv",
                                "--reuid=" + uid.getAsInt(),
                                "--regid=" + gid.getAsInt(),
                                "--clear-groups",
                                "--"),
                        uid.getAsInt()),
                new Account(List.of("runuser", "-u", SystemAccount.NAME, "--"), uid.getAsInt()));
    }

    /// The first folder on the way that accounts other than its owner cannot pass through.
    private static Optional<Path> closed(Path... folders) throws IOException {
        for (var folder : folders) {
            for (var path = folder.toRealPath(); path != null; path = path.getParent()) {
                if (!Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_EXECUTE)
                        && !path.equals(folders[1].toRealPath())) return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    private boolean canEnter(Path folder) {
        return Command.run(
                        Path.of("/"), PROBE_LIMIT, command(List.of("sh", "-c", "cd \"$1\"", "sh", folder.toString())))
                .succeeded();
    }

    private boolean canWorkIn(Path folder, Path binaries) {
        var probe = command(List.of(
                "sh",
                "-c",
                "cd \"$1\" && \"$2\" --version",
                "sh",
                folder.toString(),
                binaries.resolve("bin/postgres").toString()));
        return Command.run(Path.of("/"), PROBE_LIMIT, probe).succeeded();
    }

    private static String closedSentence(Path closed) {
        return ("PostgreSQL does not run as root, and its account '%s' cannot pass through %s: let it (chmod o+x %s), set"
                        + " BRICKWORK_DATA to a folder such as /var/lib/brickwork, start Brickwork as an ordinary user,"
                        + " or set BRICKWORK_DATABASE_URL.")
                .formatted(SystemAccount.NAME, closed, closed);
    }

    private static String ownSentence(Path binaries) {
        return ("The programs in %s cannot be run: set BRICKWORK_DATA to a folder on a disk that allows it (not mounted"
                        + " noexec), or set BRICKWORK_DATABASE_URL.")
                .formatted(binaries);
    }
}
