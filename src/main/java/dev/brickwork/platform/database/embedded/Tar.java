package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.PrivateFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Reads a tar archive: folders, files with their executable bit, symbolic links, and long names of both kinds (GNU
/// and pax). Nothing else occurs in the archives we ship.
final class Tar {
    private static final int BLOCK_BYTES = 512;
    private static final int HEADER_BYTES_MAX = 1 << 16;
    private static final int OWNER_MAY_EXECUTE = 0100;

    private final InputStream in;
    private final Path target;

    private Tar(InputStream in, Path target) {
        this.in = in;
        this.target = target;
    }

    static void unpack(InputStream in, Path target) throws IOException {
        new Tar(in, target).unpackAll();
    }

    private void unpackAll() throws IOException {
        var longName = Optional.<String>empty();
        while (true) {
            var header = in.readNBytes(BLOCK_BYTES);
            if (header.length < BLOCK_BYTES || header[0] == 0) return;
            var size = octal(header, 124, 12);
            switch (header[156]) {
                case 'L' -> longName = Optional.of(text(content(size), 0, (int) size));
                case 'x' -> longName = paxPath(new String(content(size), UTF_8));
                case 'g' -> content(size);
                default -> {
                    unpackOne(header, longName.orElseGet(() -> name(header)), size);
                    longName = Optional.empty();
                }
            }
        }
    }

    private void unpackOne(byte[] header, String name, long size) throws IOException {
        var path = target.resolve(name).normalize();
        if (!path.startsWith(target)) throw new IOException("an entry points outside the archive: " + name);
        switch (header[156]) {
            case '5' -> PrivateFiles.createFolders(path);
            case '2' -> {
                PrivateFiles.createFolders(parent(path));
                Files.createSymbolicLink(path, Path.of(text(header, 157, 100)));
            }
            case '0', 0 -> {
                PrivateFiles.createFolders(parent(path));
                writeFile(path, size);
                var isProgram = (octal(header, 100, 8) & OWNER_MAY_EXECUTE) != 0;
                if (isProgram) PrivateFiles.allow(path, PrivateFiles.PRIVATE);
            }
            default -> throw new IOException("an entry of unknown kind '%c': %s".formatted(header[156], name));
        }
    }

    private void writeFile(Path path, long size) throws IOException {
        try (var out = Channels.newOutputStream(PrivateFiles.open(path))) {
            var buffer = new byte[1 << 16];
            for (long left = size; left > 0; ) {
                var count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) throw new EOFException("the archive ends inside " + path);
                out.write(buffer, 0, count);
                left -= count;
            }
        }
        in.skipNBytes(padding(size));
    }

    private byte[] content(long size) throws IOException {
        if (size > HEADER_BYTES_MAX) throw new IOException("a header of %d bytes".formatted(size));
        var content = in.readNBytes((int) size);
        in.skipNBytes(padding(size));
        return content;
    }

    private static Optional<String> paxPath(String records) {
        return records.lines()
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .filter(line -> line.startsWith("path="))
                .map(line -> line.substring("path=".length()))
                .findFirst();
    }

    private static String name(byte[] header) {
        var isPosix = text(header, 257, 6).equals("ustar"); // GNU writes "ustar " and has no prefix field.
        var prefix = isPosix ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? text(header, 0, 100) : prefix + "/" + text(header, 0, 100);
    }

    private static Path parent(Path path) {
        var parent = path.getParent();
        if (parent == null) throw new IllegalArgumentException("no parent: " + path);
        return parent;
    }

    private static long padding(long size) {
        return (BLOCK_BYTES - size % BLOCK_BYTES) % BLOCK_BYTES;
    }

    private static String text(byte[] bytes, int from, int length) {
        var end = from;
        while (end < from + length && bytes[end] != 0) end++;
        return new String(bytes, from, end - from, UTF_8);
    }

    private static long octal(byte[] bytes, int from, int length) {
        var digits = text(bytes, from, length).strip();
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }
}
