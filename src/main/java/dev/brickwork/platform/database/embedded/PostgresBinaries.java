package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.database.StartRefused;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.tukaani.xz.XZInputStream;

/// The server's programs, which lie as an archive on the classpath: one platform's only, chosen when the jar was
/// built.
final class PostgresBinaries {
    static final String FOLDER_PREFIX = "binaries-";

    private final URL archive;
    private final String platform;

    private PostgresBinaries(URL archive, String platform) {
        this.archive = archive;
        this.platform = platform;
    }

    static PostgresBinaries ofThisPlatform() {
        var platform = platform(System.getProperty("os.name"), System.getProperty("os.arch"));
        var archive = PostgresBinaries.class.getResource("/postgres-" + platform + ".txz");
        if (archive != null) return new PostgresBinaries(archive, platform);
        throw new StartRefused(
                "This build carries no PostgreSQL for %s: build it again on this machine, or set BRICKWORK_DATABASE_URL to a PostgreSQL of your own."
                        .formatted(platform));
    }

    /// The names that the archives have.
    private static String platform(String system, String processor) {
        var isMac = system.toLowerCase(Locale.ROOT).contains("mac");
        var isArm = processor.equals("aarch64") || processor.equals("arm64");
        var isIntel = processor.equals("amd64") || processor.equals("x86_64");
        return (isMac ? "darwin" : system.toLowerCase(Locale.ROOT)) + "-"
                + (isArm ? "arm_64" : isIntel ? "x86_64" : processor);
    }

    /// Unpacks once into a folder named by the archive's checksum, beside older ones, and removes those. The folder
    /// gets its name only when it is complete, so a start that was cut off leaves nothing half done.
    Path unpackBelow(Path parent, Consumer<String> progress) throws IOException {
        var complete = parent.resolve(FOLDER_PREFIX + platform + "-" + checksum());
        if (Files.isExecutable(complete.resolve("bin/postgres"))) return complete;
        progress.accept("Unpacking PostgreSQL into %s (once, about 60 MB) ...".formatted(parent));
        var partial = Files.createTempDirectory(parent, "unpacking-");
        try {
            try (var packed = new XZInputStream(new BufferedInputStream(archive.openStream(), 1 << 16))) {
                Tar.unpack(packed, partial);
            }
            removeOthers(parent, complete);
            moveIntoPlace(partial, complete);
        } finally {
            Folders.delete(partial);
        }
        return complete;
    }

    private static void moveIntoPlace(Path partial, Path complete) throws IOException {
        try {
            Files.move(partial, complete, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException raced) { // Of no kind of its own where the other folder is not empty.
            if (!Files.isExecutable(complete.resolve("bin/postgres"))) throw raced; // Else another start was faster.
        }
    }

    private static void removeOthers(Path parent, Path complete) throws IOException {
        try (var siblings = Files.newDirectoryStream(parent, FOLDER_PREFIX + "*")) {
            for (var sibling : siblings) {
                if (!sibling.equals(complete)) Folders.delete(sibling);
            }
        }
    }

    private String checksum() throws IOException {
        if (archive.openConnection() instanceof JarURLConnection jar) {
            return HexFormat.of().toHexDigits((int) jar.getJarEntry().getCrc());
        }
        var crc = new CRC32();
        try (InputStream in = archive.openStream()) {
            crc.update(in.readAllBytes());
        }
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /// The major version of PostgreSQL that made a data folder, from its `PG_VERSION`.
    static String majorVersion(Path cluster) throws IOException {
        return Files.readString(cluster.resolve("PG_VERSION"), UTF_8).strip();
    }
}
