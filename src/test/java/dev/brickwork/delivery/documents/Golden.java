package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Compares with a file under `golden/documents`; with `-Dgolden=write` it is written instead, to be read before it
/// is committed.
final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/golden/documents");

    private Golden() {}

    static void matches(String name, String text) throws IOException {
        var file = FOLDER.resolve(name + ".txt");
        if ("write".equals(System.getProperty("golden"))) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }
        assertThat(text).as(name).isEqualTo(Files.readString(file));
    }
}
