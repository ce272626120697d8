package dev.brickwork.app;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The archive of classes is made beside the service and not by its end, which would be slow.
@Tag("full")
final class ClassArchiveTest {
    private static final String LIST = "-XX:DumpLoadedClassList=brickwork.classes";

    @TempDir
    private Path folder;

    /// Stands for a service that is stopped as soon as it is ready.
    static final class Brief {
        private Brief() {}

        public static void main(String[] words) {
            ClassArchive.makeInBackground();
        }
    }

    /// With `-Xshare:on` Java refuses to start on an archive that does not fit.
    @Test
    void itIsMadeThoughTheServiceEndsMeanwhile() throws IOException, InterruptedException {
        packed(Brief.class, ClassArchive.class);
        assertThat(java(LIST, "-Dbrickwork.archive=brickwork.jsa")).isEmpty();

        Await.until("the archive is written", () -> Files.exists(folder.resolve("brickwork.jsa")));
        Await.until("the list of classes is removed", () -> !Files.exists(folder.resolve("brickwork.classes")));
        assertThat(java("-XX:SharedArchiveFile=brickwork.jsa", "-Xshare:on", "-Xlog:class+load"))
                .contains("dev.brickwork.app.ClassArchive source: shared objects file");
        Await.until(
                "only the jar and its archive are left",
                () -> List.of("brickwork.jar", "brickwork.jsa").equals(names()));
    }

    @Test
    void aServiceThatHasAnArchiveMakesNone() throws IOException, InterruptedException {
        packed(Brief.class, ClassArchive.class);
        assertThat(java()).isEmpty();
        assertThat(names()).containsExactly("brickwork.jar");
    }

    private List<String> names() {
        var names = folder.toFile().list();
        return names == null ? List.of() : List.of(names).stream().sorted().toList();
    }

    /// Java archives classes of jars alone.
    private void packed(Class<?>... types) throws IOException {
        try (var jar = new JarOutputStream(Files.newOutputStream(folder.resolve("brickwork.jar")))) {
            for (var type : types) {
                var name = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(name));
                try (var code = type.getResourceAsStream("/" + name)) {
                    requireNonNull(code, name).transferTo(jar);
                }
            }
        }
    }

    private String java(String... options) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-Xlog:cds*=off", "-Xlog:aot*=off", "-cp", "brickwork.jar", Brief.class.getName()));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
