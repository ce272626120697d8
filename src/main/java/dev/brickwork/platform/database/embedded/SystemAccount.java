package dev.brickwork.platform.database.embedded;

import dev.brickwork.platform.database.StartRefused;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// The system account `brickwork` that PostgreSQL runs under where the service runs as root. It needs an entry in the
/// machine's list of accounts: `initdb` looks up its name.
final class SystemAccount {
    static final String NAME = "brickwork";

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final int TRIES_MAX = 5;
    private static final String NO_LOGIN = "/usr/sbin/nologin";

    /// Linux with shadow-utils, the same where a group of that name is left over, and busybox.
    private static final List<List<String>> WAYS = List.of(
            List.of("useradd", "--system", "--user-group", "--no-create-home", "--shell", NO_LOGIN, NAME),
            List.of("useradd", "--system", "--gid", NAME, "--no-create-home", "--shell", NO_LOGIN, NAME),
            List.of("sh", "-c", "addgroup -S %1$s; adduser -S -D -H -G %1$s -s /sbin/nologin %1$s".formatted(NAME)));

    private SystemAccount() {}

    private static boolean exists() {
        return Command.id("-u", NAME).isPresent();
    }

    /// Creates the account unless it is there. The list of accounts may be locked by another process, perhaps one that
    /// creates the very same.
    static void require(Consumer<String> progress) {
        if (exists()) return;
        progress.accept("Creating the system account '%s' for PostgreSQL ...".formatted(NAME));
        for (int i = 0; i < TRIES_MAX; i++) {
            for (var way : WAYS) {
                Command.run(Path.of("/"), LIMIT, way);
                if (exists()) return;
            }
            pause();
        }
        throw new StartRefused(
                ("PostgreSQL does not run as root, and the system account '%s' that it needs is missing and could not be"
                                + " created: create it (useradd --system --user-group %s), start Brickwork as an ordinary"
                                + " user, or set BRICKWORK_DATABASE_URL.")
                        .formatted(NAME, NAME));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating an account", stopped);
        }
    }
}
