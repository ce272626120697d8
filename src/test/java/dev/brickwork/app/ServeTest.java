package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.support.JsonFragment;
import dev.brickwork.support.OwnProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The service as a process of its own: first start, kill -9, start again, stop.
@Tag("full")
final class ServeTest {
    private static final Pattern KEY = Pattern.compile("bk_(live|test)_[0-9A-Za-z]{61}");
    private static final Duration START_MAX = Duration.ofMinutes(3);

    private final List<OwnProcess> started = new ArrayList<>();

    @AfterEach
    void stopAll() {
        started.forEach(OwnProcess::close);
    }

    /// Every acknowledged write is there after kill -9, keys are printed once, and a stop answers what is in
    /// flight; all of it on a machine that writes its digits otherwise.
    @Test
    void keysArePrintedOnceAndAKilledServiceLosesNothing() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "serve");
        var first = start(folder);
        var keys = KEY.matcher(first.said())
                .results()
                .map(match -> match.group())
                .distinct()
                .toList();
        assertThat(keys).as("operator key and test seller's key").hasSize(2);
        var sellerKey = keys.stream()
                .filter(key -> key.startsWith("bk_test_"))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < 20; i++) {
            var made = first.call(
                    sellerKey,
                    "POST",
                    "/legal-entities",
                    "{\"legal_name\": \"E\", \"invoice_number_prefix\": \"P%d-\"}".formatted(i));
            assertThat(made.statusCode()).isEqualTo(200);
        }
        assertThat(first.call(sellerKey, "GET", "/legal-entities?limit=1001", "")
                        .body())
                .contains("between 1 and 1000");
        first.process().destroyForcibly().waitFor();

        var second = start(folder);
        assertThat(KEY.matcher(second.said()).find()).as("keys are shown once").isFalse();
        JsonFragment.of("\"count\":21")
                .requireIn(
                        "legal entities",
                        second.call(sellerKey, "GET", "/legal-entities?limit=1", "")
                                .body());
        assertThat(second.stop()).isZero();
        assertThat(second.said()).contains("Stopping: ");
    }

    @Test
    void aTakenPortIsOneClearSentence() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "serve");
        try (var taken = new ServerSocket(0)) {
            var process = kept(OwnProcess.launch(folder, taken.getLocalPort(), Map.of()));
            assertThat(process.process().waitFor(START_MAX.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.process().exitValue()).isEqualTo(1);
            assertThat(process.said()).contains("Port %d is taken".formatted(taken.getLocalPort()), "BRICKWORK_PORT");
        }
    }

    @Test
    void anUnreachableDatabaseIsOneClearSentence() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "serve");
        var process = kept(OwnProcess.launch(
                folder, OwnProcess.freePort(), Map.of("BRICKWORK_DATABASE_URL", "postgres://user:x@localhost:1/none")));
        assertThat(process.process().waitFor(START_MAX.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(process.process().exitValue()).isEqualTo(1);
        assertThat(process.said()).contains("localhost:1").doesNotContain("\tat ");
    }

    @Test
    void aDataFolderThatCannotBeWrittenIsOneClearSentence(@TempDir Path folder) throws IOException {
        DataFolder.prepare(folder.resolve("new/data"), PrivateFiles.PRIVATE);
        assertThat(folder.resolve("new/data")).isEmptyDirectory();
        var file = Files.createFile(folder.resolve("file"));
        for (var path : List.of(file, file.resolve("below"))) {
            assertThatThrownBy(() -> DataFolder.prepare(path, PrivateFiles.PRIVATE))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining(path.toString())
                    .hasMessageContaining("BRICKWORK_DATA");
        }
    }

    private OwnProcess start(Path folder) {
        var machine = Map.of("JAVA_TOOL_OPTIONS", "-Duser.language=ar -Duser.country=EG -Duser.timezone=Africa/Cairo");
        return kept(OwnProcess.start(folder, machine));
    }

    private OwnProcess kept(OwnProcess process) {
        started.add(process);
        return process;
    }
}
