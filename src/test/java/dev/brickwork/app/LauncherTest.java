package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the launcher script in a fresh clone, before any Java code runs.
@Tag("full")
final class LauncherTest {
    private static final String LAUNCHER = "brickwork";

    @TempDir
    private Path folder;

    private record Said(int exit, String text) {}

    /// Requires a JDK 9999, so that the launcher rejects the JDK that runs this test.
    @Test
    void aMissingJdkIsOneClearSentence() throws IOException, InterruptedException {
        var launcher = copied("JAVA_MIN=25", "JAVA_MIN=9999");
        for (var command : List.of("serve", "test", "migrate")) {
            var said = said(launcher.toString(), command);
            assertThat(said.exit).isEqualTo(1);
            assertThat(said.text.lines()).hasSize(1);
            assertThat(said.text).contains("needs a JDK 9999 or newer and found none", "install one", "JAVA_HOME");
        }
    }

    @Test
    void helpNeedsNothingAndComesFromAnywhere() throws IOException, InterruptedException {
        var launcher = copied("JAVA_MIN=25", "JAVA_MIN=9999");
        var help = Files.createDirectories(folder.resolve("src/main/resources")).resolve("help.txt");
        Files.copy(Path.of("src/main/resources/help.txt"), help);
        var link = Files.createSymbolicLink(
                Files.createDirectory(folder.resolve("bin")).resolve("bw"), Path.of("..", LAUNCHER));
        for (var way : List.of(launcher, link)) {
            for (var words : List.of("help", "--help", "serve --help", "test -h")) {
                var said = said(Stream.concat(Stream.of(way.toString()), Stream.of(words.split(" ")))
                        .toArray(String[]::new));
                assertThat(said.exit).isZero();
                assertThat(said.text).isEqualTo(Files.readString(help));
            }
        }
    }

    /// Without a locale, as below systemd and cron, Java would read the words of a command and the names of files as
    /// ASCII: a seller's name would be stored with its other letters lost.
    @Test
    void wordsAreReadAsUtf8WhereNoLocaleSaysOtherwise() throws IOException, InterruptedException {
        var launcher = copied("JAVA_MIN=25", "JAVA_MIN=9999");
        var jdk = jdk("printf %s \"$LC_ALL\"");
        built();
        for (var locale : List.of("C", "POSIX", "xx_XX.UTF-8", "C.UTF-8")) {
            var said = said(Map.of("LC_ALL", locale, "JAVA_HOME", jdk), launcher.toString(), "migrate");
            assertThat(said).as(locale).isEqualTo(new Said(0, "C.UTF-8"));
        }
    }

    /// As of every other setting: the environment first, then the file.
    @Test
    void optionsOfJavaComeFromTheFileToo() throws IOException, InterruptedException {
        var launcher = copied("JAVA_MIN=25", "JAVA_MIN=9999").toString();
        var jdk = jdk("echo \"$@\"");
        built();
        Files.writeString(folder.resolve("brickwork.properties"), """
                BRICKWORK_PORT=8081
                BRICKWORK_JAVA_OPTIONS = -Xmx3g -Da=b
                """);
        assertThat(said(Map.of("JAVA_HOME", jdk), launcher, "migrate").text)
                .contains("-Xmx1g -XX:+ExitOnOutOfMemoryError -Xmx3g -Da=b -cp ");
        assertThat(said(Map.of("JAVA_HOME", jdk, "BRICKWORK_JAVA_OPTIONS", "-Xmx4g"), launcher, "migrate").text)
                .contains("-Xmx1g -XX:+ExitOnOutOfMemoryError -Xmx4g -cp ");
    }

    /// Java would write the archive of its classes when it ends, which made the first stop slow. The archive bears the
    /// name of what it must fit: with another jar, JDK or other options there is none yet.
    @Test
    void aServiceUsesTheArchiveThatFits() throws IOException, InterruptedException {
        var launcher = copied("JAVA_MIN=25", "JAVA_MIN=9999").toString();
        var environment = Map.of("JAVA_HOME", jdk("echo \"$@\""));
        built();
        var first = said(environment, launcher, "serve").text;
        assertThat(first)
                .contains("-XX:DumpLoadedClassList=target/brickwork-", "-Dbrickwork.archive=target/brickwork-")
                .doesNotContain("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=");
        var archive = first.replaceFirst("(?s).*-Dbrickwork.archive=(\\S+).*", "$1");
        Files.createFile(folder.resolve(archive));

        assertThat(said(environment, launcher, "serve").text)
                .contains("-XX:SharedArchiveFile=" + archive)
                .doesNotContain("-XX:DumpLoadedClassList=", "-Dbrickwork.archive=");
        assertThat(said(environment, launcher, "migrate").text).doesNotContain(archive);

        var others = Map.of("JAVA_HOME", environment.get("JAVA_HOME"), "BRICKWORK_JAVA_OPTIONS", "-Xmx4g");
        assertThat(said(others, launcher, "serve").text)
                .contains("-XX:DumpLoadedClassList=")
                .doesNotContain(archive);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"10000\"");
        assertThat(said(environment, launcher, "serve").text)
                .contains("-XX:DumpLoadedClassList=")
                .doesNotContain(archive);
    }

    /// A release that is built where the one before it still runs, by several commands at once: one of them builds,
    /// what runs keeps its jar, and no library of the former release stays on the way to the classes.
    @Test
    void aBuildLeavesWhatRunsAlone() throws Exception {
        var launcher = copied("JAVA_MIN=25", "JAVA_MIN=9999");
        var environment = Map.of(
                "JAVA_HOME",
                jdk("cat target/brickwork.jar target/lib/*"),
                "PATH",
                maven() + ":" + System.getenv("PATH"));
        var target = folder.resolve("target");
        Files.createDirectories(target.resolve("lib"));
        Files.writeString(target.resolve("lib/json-1.jar"), "json-1");
        Files.writeString(target.resolve("brickwork.jar"), "former");
        Files.createSymbolicLink(target.resolve("builder"), Path.of("999999999")); // Killed in the middle of a build.
        try (var running = Files.newInputStream(target.resolve("brickwork.jar"));
                var threads = Executors.newFixedThreadPool(3)) {
            var tries = Collections.<Callable<Said>>nCopies(3, () -> said(environment, launcher.toString(), "migrate"));
            for (var said : threads.invokeAll(tries)) {
                assertThat(said.get().exit).as(said.get().text).isZero();
                assertThat(said.get().text).endsWith("fresh\njson-2\n");
            }
            assertThat(running.readAllBytes()).asString().isEqualTo("former");
        }
        assertThat(folder.resolve("builds")).hasContent("one\n");
        assertThat(target.resolve("builder")).doesNotExist();
    }

    /// The benchmark is no part of the service: only `bench` has its jar on the class path.
    @Test
    void theBenchmarkIsAProgramOfItsOwn() throws IOException, InterruptedException {
        var launcher = copied("JAVA_MIN=25", "JAVA_MIN=9999").toString();
        var environment = Map.of("JAVA_HOME", jdk("echo \"$@\""));
        built();
        assertThat(said(environment, launcher, "bench", "get", "--requests", "5").text)
                .endsWith(" -cp target/brickwork.jar:target/brickwork-bench.jar:target/lib/*"
                        + " dev.brickwork.bench.Bench get --requests 5\n");
        assertThat(said(environment, launcher, "check", "bench").text)
                .endsWith(" -cp target/brickwork.jar:target/lib/* dev.brickwork.app.Main check bench\n");
    }

    private void built() throws IOException {
        var target = Files.createDirectory(folder.resolve("target"));
        for (var file : List.of("brickwork.jar", "brickwork-bench.jar", "built")) {
            Files.createFile(target.resolve(file));
        }
    }

    /// A JDK that does nothing but this.
    private String jdk(String script) throws IOException {
        var programs = Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"9999\"");
        for (var name : List.of("java", "javac")) program(programs.resolve(name), "#!/bin/sh\n" + script);
        return folder.resolve("jdk").toString();
    }

    /// A Maven that writes as the real one does: over what is there.
    private Path maven() throws IOException {
        var programs = Files.createDirectory(folder.resolve("maven"));
        program(programs.resolve("mvn"), """
                #!/bin/sh
                echo one >> builds
                mkdir -p target/lib
                sleep 1
                echo fresh > target/brickwork.jar
                echo bench > target/brickwork-bench.jar
                echo json-2 > target/lib/json-2.jar
                """);
        return programs;
    }

    private Path copied(String from, String to) throws IOException {
        var text = Files.readString(Path.of(LAUNCHER));
        assertThat(text).contains(from);
        return program(folder.resolve(LAUNCHER), text.replace(from, to));
    }

    private static Path program(Path path, String text) throws IOException {
        Files.writeString(path, text);
        assertThat(path.toFile().setExecutable(true)).isTrue();
        return path;
    }

    private Said said(String... command) throws IOException, InterruptedException {
        return said(Map.of(), command);
    }

    private Said said(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }
}
