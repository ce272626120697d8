package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Contents of `postmaster.pid`, which the server writes: its process id, its port, and whether it is ready.
record PidFile(long pid, int port, boolean isReady) {
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    /// Empty when there is none, or while it is being written.
    static Optional<PidFile> of(Path cluster) throws IOException {
        try {
            var lines = Files.readString(cluster.resolve("postmaster.pid"), UTF_8)
                    .lines()
                    .toList();
            if (lines.size() <= PORT_LINE) return Optional.empty();
            var isReady =
                    lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
            return Optional.of(new PidFile(
                    Math.abs(Long.parseLong(lines.getFirst().strip())), // Negative in single-user mode.
                    Integer.parseInt(lines.get(PORT_LINE).strip()),
                    isReady));
        } catch (NoSuchFileException | NumberFormatException absent) {
            return Optional.empty();
        }
    }

    /// The process, if it is alive and a server. After a crash the number may belong to any other process.
    Optional<ProcessHandle> server() {
        return ProcessHandle.of(pid).filter(PidFile::isPostgres);
    }

    private static boolean isPostgres(ProcessHandle process) {
        return process.info()
                .command()
                .map(program -> program.endsWith("/postgres"))
                .orElse(false);
    }
}
