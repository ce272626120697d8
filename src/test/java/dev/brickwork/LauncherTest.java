package dev.brickwork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private Path copied(String from, String to) throws IOException {
        var text = Files.readString(Path.of(LAUNCHER));
        assertThat(text).contains(from);
        var copy = Files.writeString(folder.resolve(LAUNCHER), text.replace(from, to));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        return copy;
    }

    private Said said(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }
}
