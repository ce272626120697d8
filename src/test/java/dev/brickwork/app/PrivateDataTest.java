package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.support.Await;
import dev.brickwork.support.OwnProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of the service are readable by its own account alone: mails hold links and codes that let pay, sign and log
/// in.
@Tag("full")
final class PrivateDataTest {
    private static final String OPERATOR = Keys.randomOperatorKey();

    /// On the embedded database, with a mail, the head of the audit, an erasure and a key in files. What a wide umask
    /// would leave open shows as well as what an earlier release has left, which is narrowed at the next start.
    @Test
    void noOtherAccountReadsWhatTheServiceWrites() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "private");
        var data = folder.resolve("data");
        var temporary = Files.createTempDirectory(folder, "tmp");
        var settings = new HashMap<>(Map.of(
                "BRICKWORK_OPERATOR_KEY",
                OPERATOR,
                "JAVA_TOOL_OPTIONS",
                "-Djava.io.tmpdir=" + temporary.toAbsolutePath()));
        try (var service = OwnProcess.start(folder, settings)) {
            lives(service, data);
            assertThat(service.stop()).isZero();
        }
        assertThat(wide(data)).isEmpty();
        assertThat(wide(temporary)).isEmpty();

        widen(data);
        try (var service = OwnProcess.start(folder, settings)) {
            assertThat(service.stop()).isZero();
        }
        assertThat(wide(data)).isEmpty();
    }

    @Test
    void aFolderThatAllAccountsShareIsRefused(@TempDir Path folder) throws IOException {
        Files.setAttribute(folder, "unix:mode", 01777);
        assertThatThrownBy(() -> DataFolder.prepare(folder, PrivateFiles.PRIVATE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is shared by all accounts: set BRICKWORK_DATA");
    }

    /// A parent that is created on the way is passable as the folder itself, or the server would not reach its cluster.
    @Test
    void parentsAreCreatedWithTheSamePermissions(@TempDir Path folder) throws IOException {
        DataFolder.prepare(folder.resolve("a/b/data"), PrivateFiles.PASSABLE);
        for (var path : List.of("a", "a/b", "a/b/data")) {
            assertThat(permissions(folder.resolve(path))).isEqualTo(PrivateFiles.PASSABLE);
        }
    }

    private static void lives(OwnProcess service, Path data) {
        var key = json(service, OPERATOR, "/sellers", "{\"name\": \"Shop\", \"mode\": \"test\"}")
                .path("api_key")
                .asText();
        var customer = json(service, key, "/customers", "{\"name\": \"Acme\"}")
                .path("customer_id")
                .asText();
        json(service, key, "/customers/%s/persons".formatted(customer), "{\"email\": \"ann@acme.example\"}");
        json(service, key, "/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "50"}]}
                """.formatted(customer));
        var gone = json(service, key, "/customers", "{\"name\": \"Gone\"}")
                .path("customer_id")
                .asText();
        assertThat(service.call(key, "DELETE", "/customers/%s/personal-data".formatted(gone), "")
                        .statusCode())
                .isEqualTo(200);
        Await.until(
                "all files are written",
                () -> Stream.of("mail", "audit-heads", "erasures", "secrets.key")
                                .allMatch(name -> Files.exists(data.resolve(name)))
                        && mails(data) > 0);
    }

    private static int mails(Path data) {
        var names = data.resolve("mail").toFile().list();
        return names == null ? 0 : names.length;
    }

    private static JsonNode json(OwnProcess service, String key, String path, String body) {
        var answer = service.call(key, "POST", path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonReader.stored(answer.body());
    }

    /// Paths that another account can read or pass through, but what lies hidden in the server's own cluster. As root
    /// the way to it is passable, and its programs are read by the group of its account.
    private static List<String> wide(Path data) throws IOException {
        var found = new ArrayList<String>();
        visit(data, path -> {
            var permissions = permissions(path);
            boolean isWay = PrivateFiles.ownUid() == 0
                    && (path.equals(data) || path.equals(data.resolve("postgres")))
                    && permissions.equals(PrivateFiles.PASSABLE);
            boolean isProgram = PrivateFiles.ownUid() == 0
                    && path.startsWith(data.resolve("postgres"))
                    && data.relativize(path).toString().contains("binaries-")
                    && permissions.endsWith("---");
            if (!isWay && !isProgram && !permissions.endsWith("------")) found.add(permissions + " " + path);
        });
        return found;
    }

    /// As an earlier release left them.
    private static void widen(Path data) throws IOException {
        visit(data, path -> {
            if (!path.startsWith(data.resolve("postgres/cluster"))) {
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(Files.isExecutable(path) ? "rwxr-xr-x" : "rw-r--r--"));
            }
        });
    }

    @FunctionalInterface
    private interface Look {
        void at(Path path) throws IOException;
    }

    private static void visit(Path folder, Look look) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) throws IOException {
                look.at(path);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                if (!attributes.isSymbolicLink()) look.at(path);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static String permissions(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
