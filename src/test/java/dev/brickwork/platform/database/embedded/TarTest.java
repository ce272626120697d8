package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("fast")
final class TarTest {
    private static final String LONG_NAME = "share/%s/timezone".formatted("z".repeat(150));

    @TempDir
    private Path target;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /// One archive with long names of GNU, one with those of pax.
    @Test
    void foldersFilesAndLinksAreUnpackedWithTheirExecutableBit() throws IOException {
        for (int longNames : new int[] {TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX}) {
            bytes.reset();
            try (var out = new TarArchiveOutputStream(bytes, UTF_8.name())) {
                out.setLongFileMode(longNames);
                add(out, new TarArchiveEntry("lib/"), "");
                var program = new TarArchiveEntry("bin/postgres");
                program.setMode(0755);
                add(out, program, "program");
                add(out, new TarArchiveEntry(LONG_NAME), "Zürich");
                var link = new TarArchiveEntry("lib/libpq.so", TarConstants.LF_SYMLINK);
                link.setLinkName("../bin/postgres");
                add(out, link, "");
            }
            var folder = target.resolve("of" + longNames);

            Tar.unpack(new ByteArrayInputStream(bytes.toByteArray()), folder);

            assertThat(folder.resolve("lib")).isDirectory();
            assertThat(folder.resolve("bin/postgres")).hasContent("program").isExecutable();
            assertThat(folder.resolve(LONG_NAME)).hasContent("Zürich");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(LONG_NAME))))
                    .isEqualTo("rw-------");
            assertThat(Files.readSymbolicLink(folder.resolve("lib/libpq.so"))).hasToString("../bin/postgres");
        }
    }

    @Test
    void anEntryOutsideTheTargetIsRefused() throws IOException {
        try (var out = new TarArchiveOutputStream(bytes)) {
            add(out, new TarArchiveEntry("../outside"), "x");
        }
        assertRefused();
        assertThat(target.resolveSibling("outside")).doesNotExist();
    }

    @Test
    void anEntryOfAnotherKindIsRefused() throws IOException {
        try (var out = new TarArchiveOutputStream(bytes)) {
            var link = new TarArchiveEntry("hard", TarConstants.LF_LINK);
            link.setLinkName("soft");
            add(out, link, "");
        }
        assertRefused();
    }

    @Test
    void anArchiveThatEndsInsideAFileIsRefused() throws IOException {
        try (var out = new TarArchiveOutputStream(bytes)) {
            add(out, new TarArchiveEntry("file"), "x".repeat(5_000));
        }
        var whole = bytes.toByteArray();
        bytes.reset();
        bytes.write(Arrays.copyOf(whole, 2_000));
        assertRefused();
    }

    private void assertRefused() {
        assertThatThrownBy(() -> Tar.unpack(new ByteArrayInputStream(bytes.toByteArray()), target))
                .isInstanceOf(IOException.class);
    }

    private static void add(TarArchiveOutputStream out, TarArchiveEntry entry, String text) throws IOException {
        var content = text.getBytes(UTF_8);
        entry.setSize(content.length);
        out.putArchiveEntry(entry);
        out.write(content);
        out.closeArchiveEntry();
    }
}
