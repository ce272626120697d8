package dev.brickwork.platform.database.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/// Runs small system commands (and the server itself) with an environment of their own: no secret of ours and no
/// `PG…` variable of the operator reaches them.
final class Command {
    private static final Duration ID_LIMIT = Duration.ofSeconds(30);

    private Command() {}

    record Outcome(int code, String output) {
        boolean succeeded() {
            return code == 0;
        }
    }

    /// Runs to the end or to the limit. A program that does not exist is a failure like any other.
    static Outcome run(Path folder, Duration limit, List<String> command) {
        try {
            var process = prepare(folder, command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            var deadline = Thread.ofVirtual().start(() -> killAfter(process, limit));
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            var code = process.waitFor();
            deadline.interrupt();
            return new Outcome(code, output.strip());
        } catch (IOException absent) {
            return new Outcome(127, String.valueOf(absent.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running " + command.getFirst(), stopped);
        }
    }

    static ProcessBuilder prepare(Path folder, List<String> command) {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        var environment = builder.environment();
        environment.clear();
        environment.put("PATH", searchPath());
        environment.put("LC_ALL", "C");
        environment.put("TZ", "UTC");
        return builder;
    }

    static boolean isInstalled(String program) {
        return Arrays.stream(searchPath().split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /// The number of an account (`-u`) or of its group (`-g`); empty where there is no such account. `id` is in every
    /// POSIX system.
    static OptionalInt id(String kind, String account) {
        var outcome = run(Path.of("/"), ID_LIMIT, List.of("id", kind, account));
        try {
            return outcome.succeeded() ? OptionalInt.of(Integer.parseInt(outcome.output())) : OptionalInt.empty();
        } catch (NumberFormatException odd) {
            return OptionalInt.empty();
        }
    }

    private static String searchPath() {
        var inherited = System.getenv("PATH");
        return (inherited == null ? "" : inherited + ":") + "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";
    }

    private static void killAfter(Process process, Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) process.destroyForcibly();
        } catch (InterruptedException finished) {
            Thread.currentThread().interrupt();
        }
    }
}
