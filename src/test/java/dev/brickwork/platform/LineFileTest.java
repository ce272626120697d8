package dev.brickwork.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("fast")
final class LineFileTest {
    @Test
    void linesFollowOneAnother(@TempDir Path folder) throws IOException {
        var file = new LineFile(folder.resolve("new").resolve("lines"));
        assertThat(file.lines()).isEmpty();

        file.add("one");
        file.add("two");

        assertThat(file.lines()).containsExactly("one", "two");
    }

    /// The disk was full in the middle of a line; what is said again afterwards must not be glued to its rest.
    @Test
    void aLineThatWasBrokenOffIsTakenAway(@TempDir Path folder) throws IOException {
        var path = folder.resolve("lines");
        var file = new LineFile(path);
        for (var before : new String[] {"", "one\n", "one\ntwo\n"}) {
            Files.writeString(path, before + "thr");

            file.add("three");

            assertThat(path).hasContent(before + "three\n");
        }
    }
}
