package dev.brickwork.documents.press;

import dev.brickwork.plumbing.http.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Renders a seller's own HTML, at most two at a time and each in a child process of its own, so that the worst a
/// document can do is to end its child.
public final class ForeignPress {
    public sealed interface Outcome {
        record Printed(Pdf pdf) implements Outcome {}

        record Refused(String why) implements Outcome {}

        /// Too many are waiting: come back later.
        record Busy() implements Outcome {}
    }

    private static final int CHILDREN_MAX = 2;
    private static final int WAITING_MAX = 20;
    private static final int WAIT_SECONDS_MAX = 30;
    private static final int WALL_CLOCK_MILLIS = 6_000;
    private static final int GUILTY_CPU_MILLIS = 3_000;
    private static final int OUTPUT_BYTES_MAX = 20 * 1024 * 1024;

    private final Semaphore children = new Semaphore(CHILDREN_MAX, true);
    private final Semaphore places = new Semaphore(CHILDREN_MAX + WAITING_MAX);
    private final Supplier<Cage> cage;
    private final Metrics metrics;

    /// Behind the best walls of this machine, looked for once and only when a first document comes.
    public ForeignPress(Metrics metrics) {
        this(BestCage::get, metrics);
    }

    public ForeignPress(Supplier<Cage> cage, Metrics metrics) {
        this.cage = cage;
        this.metrics = metrics;
    }

    /// The JDK initialises this class once, on first use.
    private static final class BestCage {
        private static final Cage FOUND = Cage.best();

        static Cage get() {
            return FOUND;
        }
    }

    /// Prints in a child process, within limits of time and memory.
    ///
    /// @param xhtml one of our pages around HTML that [ForeignHtml] has cleaned
    public Outcome print(String xhtml) {
        if (!places.tryAcquire()) return new Outcome.Busy();
        try {
            if (!children.tryAcquire(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) return new Outcome.Busy();
            try {
                return inChild(xhtml);
            } finally {
                children.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome.Busy();
        } catch (IOException e) {
            throw new IllegalStateException("the renderer cannot be started", e);
        } finally {
            places.release();
        }
    }

    private Outcome inChild(String xhtml) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(cage.get().command(ForeignPressChild.class));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear(); // Our own environment holds keys and the database's address.
        builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
        builder.environment().put("LANG", "C.UTF-8");
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        var process = builder.start();
        try {
            Thread.startVirtualThread(() -> feed(process, xhtml));
            var reader = new Reader(process.getInputStream());
            var reading = Thread.startVirtualThread(reader);
            if (!process.waitFor(WALL_CLOCK_MILLIS, TimeUnit.MILLISECONDS)) return late(process);
            reading.join();
            return outcome(process.exitValue(), reader);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Outcome outcome(int exit, Reader reader) {
        if (reader.isTooLarge) {
            killed("size");
            return new Outcome.Refused("the PDF would be larger than 20 MiB");
        }
        return switch (exit) {
            case 0 -> new Outcome.Printed(new Pdf(reader.bytes));
            case ForeignPressChild.EXIT_TOO_MANY_PAGES ->
                new Outcome.Refused("the PDF would have more than %d pages".formatted(ForeignPressChild.PAGES_MAX));
            case ForeignPressChild.EXIT_UNREADABLE -> new Outcome.Refused("the document cannot be rendered");
            default -> {
                killed("limits"); // The kernel's, on CPU and memory, or the heap's.
                yield tooLong();
            }
        };
    }

    /// Over time without having computed much: the machine is too busy, and the document is not to blame.
    private Outcome late(Process process) {
        killed("time");
        var used = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .flatMap(handle -> handle.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
        return used.toMillis() < GUILTY_CPU_MILLIS ? new Outcome.Busy() : tooLong();
    }

    /// A rendering that had to be stopped, which an operator wants to hear of.
    private void killed(String cause) {
        metrics.count("brickwork_pdf_kills_total{cause=\"%s\"}".formatted(cause));
    }

    private static Outcome tooLong() {
        return new Outcome.Refused("the document takes too much time or memory to render");
    }

    private static void feed(Process process, String xhtml) {
        try (var in = process.getOutputStream()) {
            in.write(xhtml.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            process.destroyForcibly(); // The child ended first; its exit code tells why.
        }
    }

    /// Takes the child's output up to the limit. What is beyond finds the pipe closed, which ends the child.
    private static final class Reader implements Runnable {
        private final InputStream in;
        private byte[] bytes = {};
        private boolean isTooLarge;

        Reader(InputStream in) {
            this.in = in;
        }

        @Override
        public void run() {
            try {
                bytes = in.readNBytes(OUTPUT_BYTES_MAX);
                isTooLarge = in.read() >= 0;
                in.close();
            } catch (IOException e) {
                bytes = new byte[0]; // The child was killed; nobody looks at these.
            }
        }
    }
}
