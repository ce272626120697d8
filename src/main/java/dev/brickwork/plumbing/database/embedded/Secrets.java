package dev.brickwork.plumbing.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files that only their owner may read, from the first byte on.
final class Secrets {
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SYNC);

    private Secrets() {}

    static void write(Path file, String secret) throws IOException {
        Files.deleteIfExists(file);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel = FileChannel.open(file, NEW, ownerOnly)) {
            var bytes = ByteBuffer.wrap(secret.getBytes(UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes);
        }
    }
}
