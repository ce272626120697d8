package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A class without a tag would run nowhere.
@Tag("fast")
final class TiersTest {
    private static final Pattern TAG = Pattern.compile("^@Tag\\(\"(fast|verify|full|soak)\"\\)$", Pattern.MULTILINE);

    @Test
    void everyTestClassHasTheTagOfATier() throws IOException {
        var without = new ArrayList<Path>();
        try (var files = Files.walk(Path.of("src/test/java"))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
                if (!TAG.matcher(Files.readString(file)).find()) without.add(file);
            }
        }
        assertThat(without).isEmpty();
    }
}
