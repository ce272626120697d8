package dev.brickwork.delivery.documents.rendering;

import dev.brickwork.platform.SellerBulkhead;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.http.Metrics;
import io.prometheus.metrics.core.metrics.Counter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Renders a seller's own HTML, at most two at a time and one of each seller, each in a child process of its own, so
/// that the worst a document can do is to end its child. A document and a seller are judged by the processor time that
/// they take; the clock only ends a child that hangs.
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
    private static final Duration HUNG_AFTER = Duration.ofMinutes(2); // 5 s of processor time at a load of 48 on two.
    private static final int SAMPLE_MILLIS = 50;

    /// Some fifty forms at once, then one every few seconds.
    private static final Duration CPU_BURST = Duration.ofSeconds(60);

    private static final int SECONDS_PER_CPU_SECOND = 2;
    private static final SellerBulkhead.Limits OF_A_SELLER =
            new SellerBulkhead.Limits(1, 4, Duration.ofSeconds(WAIT_SECONDS_MAX), "order forms");
    private static final int OUTPUT_BYTES_MAX = 20 * 1024 * 1024;

    private final Semaphore children = new Semaphore(CHILDREN_MAX, true);
    private final Semaphore places = new Semaphore(CHILDREN_MAX + WAITING_MAX);
    private final SellerBulkhead sellers = new SellerBulkhead(OF_A_SELLER);
    private final CpuBudget budget;
    private final Supplier<RendererSandbox> cage;
    private final Counter kills;

    /// Behind the best walls of this machine, looked for once and only when a first document comes.
    public ForeignPress(Metrics metrics) {
        this(BestCage::get, metrics);
    }

    public ForeignPress(Supplier<RendererSandbox> cage, Metrics metrics) {
        this(cage, metrics, new CpuBudget(CPU_BURST, SECONDS_PER_CPU_SECOND, System::nanoTime));
    }

    ForeignPress(Supplier<RendererSandbox> cage, Metrics metrics, CpuBudget budget) {
        this.cage = cage;
        this.kills = metrics.counter(
                "brickwork_pdf_kills_total", "Renderings of sellers' HTML that were stopped, by cause.", "cause");
        List.of("limits", "size", "time").forEach(kills::initLabelValues);
        this.budget = budget;
    }

    /// The JDK initialises this class once, on first use.
    private static final class BestCage {
        private static final RendererSandbox FOUND = RendererSandbox.best();

        static RendererSandbox get() {
            return FOUND;
        }
    }

    /// Prints in a child process, within limits of processor time and memory.
    ///
    /// @param xhtml one of our pages around HTML that [SafeHtml] has cleaned
    public Outcome print(SellerId seller, String xhtml) {
        if (!budget.isLeft(seller) || !places.tryAcquire()) return new Outcome.Busy();
        try {
            return sellers.within(seller, () -> inTurn(seller, xhtml));
        } finally {
            places.release();
        }
    }

    private Outcome inTurn(SellerId seller, String xhtml) {
        try {
            if (!children.tryAcquire(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) return new Outcome.Busy();
            try {
                return inChild(seller, xhtml);
            } finally {
                children.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome.Busy();
        } catch (IOException e) {
            throw new IllegalStateException("the renderer cannot be started", e);
        }
    }

    private Outcome inChild(SellerId seller, String xhtml) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(cage.get().command(ForeignPressChild.class));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear(); // Our own environment holds keys and the database's address.
        builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
        builder.environment().put("LANG", "C.UTF-8");
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        var process = builder.start();
        var cpu = new ChildCpu(process);
        try {
            Thread.startVirtualThread(() -> feed(process, xhtml));
            var reader = new Reader(process.getInputStream());
            var reading = Thread.startVirtualThread(reader);
            if (!cpu.watch(HUNG_AFTER)) return hung();
            reading.join();
            return outcome(process.exitValue(), reader);
        } finally {
            budget.spend(seller, cpu.used);
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

    /// The machine is too busy, and the document is not to blame: the kernel would have ended it.
    private Outcome hung() {
        killed("time");
        return new Outcome.Busy();
    }

    /// The processor time that a child and its own children have used so far. It is looked at while they run, because
    /// nothing tells it of a process that has ended.
    private static final class ChildCpu {
        private final Process process;
        private Duration used = Duration.ZERO;

        ChildCpu(Process process) {
            this.process = process;
        }

        /// False when the child has not ended by then.
        boolean watch(Duration max) throws InterruptedException {
            long until = System.nanoTime() + max.toNanos();
            while (!process.waitFor(SAMPLE_MILLIS, TimeUnit.MILLISECONDS)) {
                look();
                if (System.nanoTime() - until > 0) return false;
            }
            return true;
        }

        private void look() {
            var now = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .flatMap(handle -> handle.info().totalCpuDuration().stream())
                    .reduce(Duration.ZERO, Duration::plus);
            if (now.compareTo(used) > 0) used = now;
        }
    }

    /// A rendering that had to be stopped, which an operator wants to hear of.
    private void killed(String cause) {
        kills.labelValues(cause).inc();
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
                bytes = new byte[0]; // The child was killed; its output is not used.
            }
        }
    }
}
