package dev.brickwork.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// CPU time and memory of processes as Linux counts them. Elsewhere there is nothing to read, and the figures say so.
final class Cpu {
    /// Linux counts in hundredths of a second for everybody who reads `/proc`.
    private static final long TICK_MICROS = 10_000;

    private static final int USER_FIELD = 11; // After the name in brackets: state is 0, utime is 11.
    private static final int REAPED_LAST_FIELD = 14;

    private Cpu() {}

    /// Of one process, its threads included.
    static OptionalLong micros(long pid) {
        return ticks(pid, USER_FIELD + 1)
                .map(ticks -> OptionalLong.of(ticks * TICK_MICROS))
                .orElseGet(OptionalLong::empty);
    }

    /// Of a process and all its children, those that ended included: a PostgreSQL server and its connections.
    static OptionalLong microsOfFamily(long pid) {
        var own = ticks(pid, REAPED_LAST_FIELD);
        if (own.isEmpty()) return OptionalLong.empty();
        long sum = own.get();
        var children =
                ProcessHandle.of(pid).stream().flatMap(ProcessHandle::children).toList();
        for (var child : children) sum += ticks(child.pid(), USER_FIELD + 1).orElse(0L);
        return OptionalLong.of(sum * TICK_MICROS);
    }

    /// How much memory a process holds; 0 where there is nothing to read.
    static long residentMegabytes(long pid) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException gone) {
            return 0;
        }
    }

    private static Optional<Long> ticks(long pid, int lastField) {
        try {
            var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            long sum = 0;
            for (int i = USER_FIELD; i <= lastField; i++) sum += Long.parseLong(fields[i]);
            return Optional.of(sum);
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
