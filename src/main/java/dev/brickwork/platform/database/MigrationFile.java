package dev.brickwork.platform.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// One file under `db/` with the checksum that the migration library keeps of it, so that a start with nothing to do
/// can see that without waking the library, which takes longer than all the rest of a start. The first files are
/// numbered, later ones have their time as version.
public record MigrationFile(long version, int checksum) {
    private static final Pattern NAME = Pattern.compile("db/V([0-9]{4}|[0-9]{14})__[a-z0-9_]+\\.sql");

    static List<MigrationFile> all() {
        try {
            var files = new ArrayList<MigrationFile>();
            for (var name : names()) {
                var match = NAME.matcher(name);
                if (!match.matches()) throw new IllegalStateException("a migration's name must be like " + NAME);
                files.add(new MigrationFile(Long.parseLong(match.group(1)), checksum(name)));
            }
            return files;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static List<String> names() throws IOException {
        var folder = MigrationFile.class.getResource("/db");
        if (folder == null) return List.of();
        if (folder.openConnection() instanceof JarURLConnection jar) {
            return Collections.list(jar.getJarFile().entries()).stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith("db/") && !name.endsWith("/"))
                    .toList();
        }
        try (var paths = Files.list(Path.of(URI.create(folder.toString())))) {
            return paths.map(path -> "db/" + path.getFileName()).toList();
        }
    }

    /// CRC-32 over the lines without their ends, as the library computes it.
    private static int checksum(String name) throws IOException {
        var crc = new CRC32();
        try (InputStream in = MigrationFile.class.getResourceAsStream("/" + name)) {
            if (in == null) throw new IOException(name + " is gone");
            var lines = new BufferedReader(new InputStreamReader(in, UTF_8));
            for (var line = lines.readLine(); line != null; line = lines.readLine()) crc.update(line.getBytes(UTF_8));
        }
        return (int) crc.getValue();
    }
}
