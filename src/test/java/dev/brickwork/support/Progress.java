package dev.brickwork.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/// Tells how far a run of the tests is, and at its end what failed, what was skipped and why, which classes took
/// longest and where the time went. `./brickwork test` shows both files.
public final class Progress implements TestExecutionListener {
    private static final Path REPORT = Path.of("target/test-report.txt");
    private static final Path PROGRESS = Path.of("target/test-progress.txt");
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final int SLOWEST_COUNT = 10;

    private final long begun = System.nanoTime();
    private final AtomicLong lastLine = new AtomicLong(begun);
    private final AtomicInteger run = new AtomicInteger();
    private final AtomicInteger classesDone = new AtomicInteger();
    private final Map<String, Long> startedAt = new ConcurrentHashMap<>();
    private final Map<String, Long> nanosOfClass = new ConcurrentHashMap<>();
    private final List<String> failed = new ArrayList<>();
    private final Map<String, AtomicInteger> skipped = new ConcurrentHashMap<>();
    private final Set<String> failedClasses = ConcurrentHashMap.newKeySet();
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> skippedTests = new ConcurrentLinkedQueue<>();
    private int classCount;

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        classCount = (int) plan.getRoots().stream()
                .flatMap(root -> plan.getChildren(root).stream())
                .filter(TestIdentifier::isContainer)
                .count();
        var seeds = Tier.current().isFresh() ? ", random cases from -Dseeds=" + Property.SEEDS : "";
        say("%d test classes, %s%s".formatted(classCount, Tier.current().name().toLowerCase(Locale.ROOT), seeds));
    }

    @Override
    public void executionStarted(TestIdentifier id) {
        topClass(id).ifPresent(name -> {
            startedAt.put(name, System.nanoTime());
            running.add(name);
        });
    }

    @Override
    public void executionSkipped(TestIdentifier id, String reason) {
        skip(id, reason);
        topClass(id).ifPresent(_ -> classesDone.incrementAndGet());
    }

    @Override
    public void executionFinished(TestIdentifier id, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> {}
            case ABORTED ->
                skip(id, result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
            case FAILED -> fail(id, result.getThrowable().orElseThrow());
        }
        if (id.isTest() && result.getStatus() != TestExecutionResult.Status.ABORTED) run.incrementAndGet();
        topClass(id).ifPresent(this::classFinished);
        tellNowAndThen();
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        try {
            Files.createDirectories(REPORT.getParent());
            Files.writeString(REPORT, report());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void classFinished(String name) {
        long nanos = System.nanoTime() - startedAt.getOrDefault(name, begun);
        nanosOfClass.put(name, nanos);
        running.remove(name);
        classesDone.incrementAndGet();
        if (!failedClasses.contains(name)) SoakParts.passed(simple(name), Duration.ofNanos(nanos));
    }

    private void fail(TestIdentifier id, Throwable why) {
        if (id.getSource().orElse(null) instanceof MethodSource method) failedClasses.add(method.getClassName());
        if (id.getSource().orElse(null) instanceof ClassSource type) failedClasses.add(type.getClassName());
        var told = "%s: %s".formatted(name(id), firstLines(String.valueOf(why.getMessage())));
        synchronized (failed) {
            failed.add(told);
        }
        say("FAILED " + told);
    }

    private void skip(TestIdentifier id, String reason) {
        skipped.computeIfAbsent(reason, _ -> new AtomicInteger()).incrementAndGet();
        skippedTests.add(name(id));
    }

    private void tellNowAndThen() {
        long last = lastLine.get();
        long now = System.nanoTime();
        if (now - last < BETWEEN_LINES.toNanos() || !lastLine.compareAndSet(last, now)) return;
        say("%d tests, %d of %d classes, %d failed, %s; now: %s"
                .formatted(
                        run.get(),
                        classesDone.get(),
                        classCount,
                        failedCount(),
                        spoken(now - begun),
                        running.stream().map(Progress::simple).sorted().collect(Collectors.joining(", "))));
    }

    private int failedCount() {
        synchronized (failed) {
            return failed.size();
        }
    }

    private String report() {
        var lines = new ArrayList<String>();
        lines.add("Slowest classes:");
        nanosOfClass.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(SLOWEST_COUNT)
                .forEach(entry ->
                        lines.add("  %8s  %s".formatted(TimeSpent.seconds(entry.getValue()), simple(entry.getKey()))));
        long all = nanosOfClass.values().stream().mapToLong(Long::longValue).sum();
        lines.add("Time of all classes, added up over the threads: %s: %s"
                .formatted(TimeSpent.seconds(all), TimeSpent.told(all)));
        synchronized (failed) {
            failed.forEach(one -> lines.add("FAILED " + one));
        }
        lines.add("%d tests run, %d failed, %s".formatted(run.get(), failedCount(), skippedTold()));
        return String.join("\n", lines) + "\n";
    }

    private String skippedTold() {
        int count = skippedTests.size();
        if (count == 0) return "0 skipped";
        return new TreeMap<>(skipped)
                .entrySet().stream()
                        .map(entry -> entry.getValue().get() + " × " + entry.getKey())
                        .collect(Collectors.joining("; ", count + " skipped (", ")"));
    }

    /// To a file: what the JVM of the tests prints goes to the log of Maven.
    private static synchronized void say(String line) {
        try {
            Files.createDirectories(PROGRESS.getParent());
            Files.writeString(PROGRESS, "  " + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Of a class that stands in no other, its name.
    private static Optional<String> topClass(TestIdentifier id) {
        return id.getSource()
                .filter(source -> source instanceof ClassSource)
                .map(source -> ((ClassSource) source).getClassName())
                .filter(name -> !name.contains("$"));
    }

    private static String name(TestIdentifier id) {
        TestSource source = id.getSource().orElse(null);
        return switch (source) {
            case MethodSource method -> {
                var name = simple(method.getClassName()) + "." + method.getMethodName();
                boolean isOneOfMany = !id.getDisplayName().startsWith(method.getMethodName());
                yield isOneOfMany ? "%s %s".formatted(name, id.getDisplayName()) : name;
            }
            case ClassSource type -> simple(type.getClassName());
            case null, default -> id.getDisplayName();
        };
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static String firstLines(String message) {
        return message.lines().limit(8).collect(Collectors.joining("\n    "));
    }

    private static String spoken(long nanos) {
        var time = Duration.ofNanos(nanos);
        return time.toMinutes() == 0
                ? "%d s".formatted(time.toSeconds())
                : "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart());
    }
}
