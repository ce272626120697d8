import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Plants defects and runs the tests that should notice them, each defect in a JVM of its own. The changed class lies in
/// a folder that comes first on the class path, so that neither the sources nor `target/classes` are touched.
public final class Planted {
    private static final Path LIST = Path.of("tools/planted/defects.txt");
    private static final Path WORK = Path.of("target/planted").toAbsolutePath();
    private static final Path CLASSES = Path.of("target/classes").toAbsolutePath();
    private static final Path TESTS = Path.of("target/test-classes").toAbsolutePath();
    private static final String LIBRARIES = System.getProperty("java.class.path");
    private static final Duration DEFECT_MAX = Duration.ofMinutes(10);
    private static final Duration BASELINE_MAX = Duration.ofMinutes(40);
    private static final Duration VERIFY_MAX = Duration.ofMinutes(60);

    /// As surefire starts the JVM of the tests.
    private static final List<String> JVM = List.of(
            "-Djava.util.logging.config.file=src/test/resources/logging.properties",
            "-XX:+EnableDynamicAgentLoading",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx2g");

    /// One entry of the list.
    private record Defect(String name, String area, Path file, List<String> tests, String search, String replacement) {
        static Defect read(String block) throws IOException {
            var fields = new LinkedHashMap<String, String>();
            var search = new ArrayList<String>();
            var replacement = new ArrayList<String>();
            for (var line : block.lines().toList()) {
                if (line.startsWith("= ")) fields.put("name", line.substring(2));
                else if (line.startsWith("- ")) search.add(line.substring(2));
                else if (line.startsWith("+ ")) replacement.add(line.substring(2));
                else fields.put(line.substring(0, line.indexOf(": ")), line.substring(line.indexOf(": ") + 2));
            }
            if (!fields.keySet().equals(new TreeSet<>(List.of("name", "area", "rule", "file", "tests"))))
                throw new IllegalArgumentException("a defect has name, area, rule, file and tests: " + fields);
            return new Defect(
                    fields.get("name"),
                    fields.get("area"),
                    sourceOf(fields.get("file")),
                    List.of(fields.get("tests").split(", ")),
                    String.join("\n", search),
                    String.join("\n", replacement));
        }

        /// The only source file whose path ends so, in whichever package it is by now.
        private static Path sourceOf(String name) throws IOException {
            try (var files = Files.walk(Path.of("src/main/java"))) {
                return files.filter(file -> file.endsWith(name))
                        .reduce((_, _) -> {
                            throw new IllegalArgumentException("two source files are named " + name);
                        })
                        .orElseThrow(() -> new IllegalArgumentException("there is no source file " + name));
            }
        }

        /// The text of its file with the defect in it.
        String planted() throws IOException {
            var text = Files.readString(file);
            int at = text.indexOf(search);
            if (search.isEmpty() || at < 0 || text.indexOf(search, at + 1) >= 0)
                throw new IllegalArgumentException("%s: the text to search occurs not once in %s".formatted(name, file));
            return text.substring(0, at) + replacement + text.substring(at + search.length());
        }
    }

    /// What came of a run: the classes that failed with their first failure, or why there was none.
    private record Outcome(Map<String, String> failed, String trouble) {}

    public static void main(String[] arguments) throws Exception {
        var words = new ArrayList<>(List.of(arguments));
        if (words.remove("--child")) {
            test(Path.of(words.removeFirst()), words);
            System.exit(0);
        }
        boolean isVerify = words.remove("--verify");
        boolean hasBaseline = !words.remove("--without-baseline") && !isVerify;
        var defects = chosen(words);
        for (var defect : defects) defect.planted(); // All entries fit the sources, before the first minutes are spent.
        if (hasBaseline && !isGreen(defects)) System.exit(2);
        int noticed = 0;
        for (int i = 0; i < defects.size(); i++) {
            var defect = defects.get(i);
            System.out.printf("[%2d/%d] %-9s %-40s ", i + 1, defects.size(), defect.area, defect.name);
            System.out.flush();
            long began = System.nanoTime();
            var outcome = isVerify ? verified(defect) : tried(defect);
            if (!outcome.failed.isEmpty()) noticed++;
            System.out.printf("%s (%d s)%n", told(defect, outcome, isVerify), (System.nanoTime() - began) / 1_000_000_000);
        }
        System.out.printf("%d of %d defects noticed.%n", noticed, defects.size());
        System.exit(noticed == defects.size() ? 0 : 1);
    }

    private static List<Defect> chosen(List<String> words) throws IOException {
        var all = new ArrayList<Defect>();
        for (var block : Files.readString(LIST).strip().split("\n\n")) all.add(Defect.read(block));
        for (var word : words) {
            if (all.stream().noneMatch(defect -> defect.name.equals(word) || defect.area.equals(word)))
                throw new IllegalArgumentException("neither a defect nor an area: " + word);
        }
        return all.stream()
                .filter(defect -> words.isEmpty() || words.contains(defect.name) || words.contains(defect.area))
                .toList();
    }

    private static String told(Defect defect, Outcome outcome, boolean isVerify) {
        if (outcome.failed.isEmpty()) return "NOT NOTICED" + outcome.trouble;
        var missed = new ArrayList<>(defect.tests);
        missed.removeAll(outcome.failed.keySet());
        return "noticed by " + String.join(", ", outcome.failed.keySet())
                + (missed.isEmpty() || isVerify ? "" : ", not by " + String.join(", ", missed));
    }

    /// Without a defect the classes are green: else their failure would be taken for a notice.
    private static boolean isGreen(List<Defect> defects) throws Exception {
        var classes = new TreeSet<String>();
        for (var defect : defects) classes.addAll(defect.tests);
        System.out.printf("Without a defect, %d classes: ", classes.size());
        System.out.flush();
        var outcome = run("baseline", List.of(), List.copyOf(classes), BASELINE_MAX);
        boolean isGreen = outcome.failed.isEmpty() && outcome.trouble.isEmpty();
        System.out.println(isGreen ? "green." : "RED" + outcome.trouble);
        outcome.failed.forEach((name, why) -> System.out.printf("  %s: %s%n", name, why));
        return isGreen;
    }

    private static Outcome tried(Defect defect) throws Exception {
        var folder = WORK.resolve(defect.name);
        delete(folder);
        var source = folder.resolve(defect.file.getFileName());
        var overlay = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(source, defect.planted());
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "25",
                        "-parameters",
                        "-proc:none",
                        "-nowarn",
                        "-d",
                        overlay.toString(),
                        "-cp",
                        CLASSES + File.pathSeparator + LIBRARIES,
                        source.toString());
        if (result != 0) return new Outcome(Map.of(), ": it does not compile");
        return run(defect.name, List.of(overlay), defect.tests, DEFECT_MAX);
    }

    private static Outcome run(String name, List<Path> first, List<String> tests, Duration max) throws Exception {
        var folder = Files.createDirectories(WORK.resolve(name));
        var result = folder.resolve("result.txt");
        Files.deleteIfExists(result);
        var path = new ArrayList<String>();
        for (var overlay : first) path.add(overlay.toString());
        path.addAll(List.of(TESTS.toString(), CLASSES.toString(), LIBRARIES));
        var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        command.addAll(JVM);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, path), "Planted", "--child", result.toString()));
        for (var test : tests) command.add(fullName(test));
        var log = folder.resolve("log.txt");
        boolean hasEnded = execute(new ProcessBuilder(command), log, max) >= 0;
        if (!hasEnded) return new Outcome(Map.of(), ": the tests did not end in %d minutes, see %s".formatted(max.toMinutes(), log));
        if (!Files.exists(result)) return new Outcome(Map.of(), ": the tests did not run, see " + log);
        var failed = new LinkedHashMap<String, String>();
        for (var line : Files.readAllLines(result)) failed.put(line.split("\t")[0], line.split("\t")[1]);
        return new Outcome(failed, "");
    }

    /// Returns the exit code, or -1 for a process that took too long.
    private static int execute(ProcessBuilder builder, Path log, Duration max) throws Exception {
        var process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (process.waitFor(max.toSeconds(), TimeUnit.SECONDS)) return process.exitValue();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        return -1;
    }

    private static String fullName(String test) throws IOException {
        try (var files = Files.walk(TESTS)) {
            return files.filter(file -> file.getFileName().toString().equals(test + ".class"))
                    .map(file -> TESTS.relativize(file).toString().replace(File.separatorChar, '.'))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .reduce((_, _) -> {
                        throw new IllegalArgumentException("two test classes are named " + test);
                    })
                    .orElseThrow(() -> new IllegalArgumentException("there is no test class " + test));
        }
    }

    /// In the JVM of the tests: runs the classes and writes down which failed, each with its first failure.
    private static void test(Path result, List<String> classes) throws IOException {
        var failed = new LinkedHashMap<String, String>();
        var listener = new TestExecutionListener() {
            private TestPlan plan;
            private long count;

            @Override
            public void testPlanExecutionStarted(TestPlan started) {
                plan = started;
            }

            @Override
            public synchronized void executionFinished(TestIdentifier test, TestExecutionResult ended) {
                if (test.isTest()) count++;
                if (ended.getStatus() != TestExecutionResult.Status.FAILED) return;
                var why = ended.getThrowable().map(String::valueOf).orElse("").replaceAll("\\s+", " ");
                failed.putIfAbsent(className(test), "%s: %s".formatted(test.getDisplayName().replaceAll("\\s+", " "), why));
                ended.getThrowable().ifPresent(Throwable::printStackTrace);
            }

            private String className(TestIdentifier test) {
                var name = "the end of the run";
                for (var at = test; at != null; at = plan.getParent(at).orElse(null)) {
                    if (at.getSource().orElse(null) instanceof ClassSource source)
                        name = source.getClassName().replaceAll("^.*\\.|\\$.*$", "");
                }
                return name;
            }
        };
        var selectors = classes.stream().map(name -> selectClass(name)).toList();
        LauncherFactory.create()
                .execute(LauncherDiscoveryRequestBuilder.request().selectors(selectors).build(), listener);
        if (listener.count == 0) throw new IllegalStateException("no test ran");
        var lines = new ArrayList<String>();
        failed.forEach((name, why) -> lines.add(name + "\t" + why));
        Files.write(result, lines);
    }

    /// Runs all tests on a copy of the checkout, with the defect in it.
    private static Outcome verified(Defect defect) throws Exception {
        var copy = WORK.resolve("verify").resolve(defect.name);
        delete(copy);
        var listing = WORK.resolve("verify.files");
        execute(new ProcessBuilder("git", "ls-files", "-co", "--exclude-standard"), listing, VERIFY_MAX);
        for (var name : Files.readAllLines(listing)) {
            if (!Files.isRegularFile(Path.of(name))) continue; // Deleted, and not committed yet.
            var to = copy.resolve(name);
            Files.createDirectories(to.getParent());
            Files.copy(Path.of(name), to, StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.writeString(copy.resolve(defect.file), defect.planted());
        var log = WORK.resolve("verify").resolve(defect.name + ".log");
        int code = execute(new ProcessBuilder("./brickwork", "test").directory(copy.toFile()), log, VERIFY_MAX);
        delete(copy);
        if (code == 0) return new Outcome(Map.of(), "");
        var failed = new LinkedHashMap<String, String>();
        var name = Pattern.compile("\\b[A-Z]\\w*Test\\b");
        for (var line : Files.readAllLines(log)) {
            if (!line.contains("ERROR") && !line.contains("FAIL")) continue;
            name.matcher(line).results().forEach(found -> failed.putIfAbsent(found.group(), line));
        }
        return new Outcome(failed, code < 0 ? ": it did not end, see " + log : ": it failed without a test, see " + log);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
