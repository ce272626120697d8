package dev.brickwork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher before there is a Java to speak of: what it says to somebody who has just cloned the repository.
final class LauncherTest {
    private static final String LAUNCHER = "brickwork";

    @TempDir
    private Path folder;

    private record Said(int exit, String text) {}

    /// Wants a JDK that nobody has yet, so that the one that runs this test is none.
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
        var programs = Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"9999\"");
        for (var name : List.of("java", "javac")) program(programs.resolve(name), "#!/bin/sh\nprintf %s \"$LC_ALL\"");
        Files.createFile(Files.createDirectory(folder.resolve("target")).resolve("brickwork.jar"));
        Files.createFile(folder.resolve("target/built"));
        for (var locale : List.of("C", "POSIX", "xx_XX.UTF-8", "C.UTF-8")) {
            var said = said(
                    Map.of("LC_ALL", locale, "JAVA_HOME", folder.resolve("jdk").toString()),
                    launcher.toString(),
                    "migrate");
            assertThat(said).as(locale).isEqualTo(new Said(0, "C.UTF-8"));
        }
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
