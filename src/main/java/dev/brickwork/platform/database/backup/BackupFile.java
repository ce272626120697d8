package dev.brickwork.platform.database.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.MigrationFile;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.json.JsonReader;
import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// The file of a backup: a zip with the rows of each table as `COPY` writes them (`tables/NAME`), and at its end
/// `backup.json`, which names the migrations that made the tables, and the columns and checksum of each. A file that
/// was
/// cut off has no such end.
final class BackupFile {
    private static final String FORMAT = "brickwork-backup-1";
    private static final String CONTENTS = "backup.json";
    private static final String TABLES = "tables/";

    private BackupFile() {}

    /// @param rows of the table, and `sha256` of them as they stand in the file
    record Table(String name, List<String> columns, long rows, String sha256) {}

    record Sequence(String name, long last, boolean isCalled) {}

    record Contents(Instant takenAt, List<MigrationFile> migrations, List<Table> tables, List<Sequence> sequences) {
        long rows() {
            return tables.stream().mapToLong(Table::rows).sum();
        }

        private byte[] json() {
            var json = JsonNodeFactory.instance.objectNode();
            json.put("format", FORMAT).put("taken_at", takenAt.toString());
            var made = json.putArray("migrations");
            for (var one : migrations)
                made.addObject().put("version", one.version()).put("checksum", one.checksum());
            var tabled = json.putArray("tables");
            for (var table : tables) {
                ObjectNode one = tabled.addObject()
                        .put("name", table.name)
                        .put("rows", table.rows)
                        .put("sha256", table.sha256);
                var columns = one.putArray("columns");
                table.columns.forEach(columns::add);
            }
            var counted = json.putArray("sequences");
            for (var one : sequences)
                counted.addObject().put("name", one.name).put("last", one.last).put("is_called", one.isCalled);
            return json.toString().getBytes(UTF_8);
        }

        private static Contents of(JsonNode json) {
            var migrations = new ArrayList<MigrationFile>();
            for (var one : json.path("migrations"))
                migrations.add(new MigrationFile(
                        one.path("version").asLong(), one.path("checksum").asInt()));
            var tables = new ArrayList<Table>();
            for (var one : json.path("tables")) {
                var columns = new ArrayList<String>();
                one.path("columns").forEach(column -> columns.add(column.asText()));
                tables.add(new Table(
                        one.path("name").asText(),
                        List.copyOf(columns),
                        one.path("rows").asLong(),
                        one.path("sha256").asText()));
            }
            var sequences = new ArrayList<Sequence>();
            for (var one : json.path("sequences"))
                sequences.add(new Sequence(
                        one.path("name").asText(),
                        one.path("last").asLong(),
                        one.path("is_called").asBoolean()));
            return new Contents(Instant.parse(json.path("taken_at").asText()), migrations, tables, sequences);
        }
    }

    /// Writes the rows of one table.
    @FunctionalInterface
    interface Rows<E extends Exception> {
        long write(OutputStream out) throws IOException, E;
    }

    /// Writes a file that has its name only when it is whole, and that no other account can read.
    static final class Writer implements AutoCloseable {
        private final Path file;
        private final Path begun;
        private final ZipOutputStream zip;

        Writer(Path file) throws IOException {
            if (Files.exists(file)) throw new FileAlreadyExistsException(file.toString());
            this.file = file;
            var folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) throw new NoSuchFileException(String.valueOf(folder));
            this.begun = Files.createTempFile(folder, "." + file.getFileName() + ".", ".part"); // 0600
            this.zip = new ZipOutputStream(
                    new BufferedOutputStream(Channels.newOutputStream(PrivateFiles.open(begun))), UTF_8);
            zip.setLevel(Deflater.BEST_SPEED);
        }

        <E extends Exception> Table table(String name, List<String> columns, Rows<E> rows) throws IOException, E {
            zip.putNextEntry(new ZipEntry(TABLES + name));
            var digest = sha256();
            long count = rows.write(new DigestOutputStream(new Kept(zip), digest));
            zip.closeEntry();
            return new Table(name, columns, count, HexFormat.of().formatHex(digest.digest()));
        }

        /// Ends the file and gives it its name. Says how large it is.
        long finish(Contents contents) throws IOException {
            zip.putNextEntry(new ZipEntry(CONTENTS));
            zip.write(contents.json());
            zip.closeEntry();
            zip.close();
            try (var channel = FileChannel.open(begun, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(begun, file);
            try (var folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
            return Files.size(file);
        }

        /// Leaves nothing of a file that was not finished.
        @Override
        public void close() throws IOException {
            try {
                zip.close();
            } finally {
                Files.deleteIfExists(begun);
            }
        }
    }

    /// An entry's end is not the file's.
    private static final class Kept extends FilterOutputStream {
        Kept(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    /// Reads a file that was finished. Opened, it has been read to its end and every checksum agrees.
    static final class Reader implements AutoCloseable {
        private final Path file;
        private final ZipFile zip;
        private final Contents contents;

        private Reader(Path file, ZipFile zip) throws IOException {
            this.file = file;
            this.zip = zip;
            try (var in = entry(CONTENTS)) {
                var json = JsonReader.stored(new String(in.readAllBytes(), UTF_8));
                if (!json.path("format").asText().equals(FORMAT))
                    throw new StartRefused(
                            "The backup %s has the format '%s', which this release does not read: restore it with the release that made it."
                                    .formatted(file, json.path("format").asText()));
                this.contents = Contents.of(json);
            }
        }

        static Reader open(Path file) {
            try {
                var zip = new ZipFile(file.toFile(), UTF_8);
                try {
                    var reader = new Reader(file, zip);
                    reader.verify();
                    return reader;
                } catch (IOException | RuntimeException broken) {
                    zip.close();
                    throw broken;
                }
            } catch (ZipException | FileDamaged damaged) {
                throw new StartRefused(
                        "The file %s is no whole backup of Brickwork (%s): it was cut off, damaged, or is another file. Nothing was restored."
                                .formatted(file, damaged.getMessage()),
                        damaged);
            } catch (NoSuchFileException | FileNotFoundException missing) {
                throw new StartRefused("There is no file %s that can be read.".formatted(file), missing);
            } catch (AccessDeniedException denied) {
                throw new StartRefused("The file %s may not be read by this account.".formatted(file), denied);
            } catch (IOException broken) {
                throw new StartRefused(
                        "The file %s cannot be read (%s). Nothing was restored.".formatted(file, broken.getMessage()),
                        broken);
            }
        }

        Contents contents() {
            return contents;
        }

        InputStream rows(Table table) throws IOException {
            return entry(TABLES + table.name);
        }

        private InputStream entry(String name) throws IOException {
            var entry = Optional.ofNullable(zip.getEntry(name))
                    .orElseThrow(() -> new FileDamaged("%s is missing".formatted(name)));
            return zip.getInputStream(entry);
        }

        private void verify() throws IOException {
            for (var table : contents.tables) {
                var digest = sha256();
                try (var in = new DigestInputStream(rows(table), digest)) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
                if (!HexFormat.of().formatHex(digest.digest()).equals(table.sha256))
                    throw new FileDamaged("the checksum of the table %s differs".formatted(table.name));
            }
        }

        @Override
        public void close() throws IOException {
            zip.close();
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }

    private static final class FileDamaged extends IOException {
        private static final long serialVersionUID = 1;

        FileDamaged(String why) {
            super(why);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing); // every JDK has it
        }
    }
}
