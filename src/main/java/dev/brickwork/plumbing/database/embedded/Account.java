package dev.brickwork.plumbing.database.embedded;

import dev.brickwork.plumbing.database.StartRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Under which account the server runs. PostgreSQL refuses to run as root, so root lends it another one; everybody
/// else runs it as themselves.
record Account(List<String> prefix, int uid) {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);
    private static final String NOBODY = "nobody";
    private static final int ROOT = 0;

    List<String> command(List<String> program) {
        var whole = new ArrayList<>(prefix);
        whole.addAll(program);
        return whole;
    }

    /// The first account that can enter the data folder and run the programs.
    static Account choose(Path folder, Path binaries) throws IOException {
        var self = Command.ownId();
        var candidates = self == ROOT ? forRoot() : List.of(new Account(List.of(), self));
        for (var candidate : candidates) {
            if (candidate.canWorkIn(folder, binaries)) return candidate;
        }
        throw new StartRefused(self == ROOT ? rootSentence(folder) : ownSentence(binaries));
    }

    /// Who may own a data folder that we are asked to use.
    static boolean mayOwn(int owner) {
        var self = Command.ownId();
        return owner == self || (self == ROOT && owner == Command.id("-u", NOBODY));
    }

    /// Another account first: it gives the server fewer rights. A user namespace keeps root's file rights inside
    /// root's own folders, so it also works below /root or in a private temporary folder, where nobody else can
    /// enter.
    private static List<Account> forRoot() {
        var uid = Command.id("-u", NOBODY);
        var gid = Command.id("-g", NOBODY);
        return List.of(
                new Account(List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--"), uid),
                new Account(List.of("runuser", "-u", NOBODY, "--"), uid),
                new Account(List.of("unshare", "-U", "--"), ROOT));
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

    private static String rootSentence(Path folder) {
        return ("PostgreSQL does not run as root, and neither the user '%s' nor a user namespace can work in %s:"
                        + " start Brickwork as an ordinary user, set BRICKWORK_DATA to a folder that everybody may enter,"
                        + " or set BRICKWORK_DATABASE_URL.")
                .formatted(NOBODY, folder);
    }

    private static String ownSentence(Path binaries) {
        return ("The programs in %s cannot be run: set BRICKWORK_DATA to a folder on a disk that allows it (not mounted"
                        + " noexec), or set BRICKWORK_DATABASE_URL.")
                .formatted(binaries);
    }
}
