package dev.brickwork.plumbing.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// One process per data folder. The operating system lets the lock go when the process ends, however it ends.
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    static FolderLock take(Path folder) throws IOException {
        var file = folder.resolve("lock");
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new StartRefused(
                    "The data folder %s is in use by another Brickwork (process %s): stop that one first, or set BRICKWORK_DATA to another folder."
                            .formatted(folder, holder(file)));
        }
        channel.truncate(0);
        channel.write(
                ByteBuffer.wrap(String.valueOf(ProcessHandle.current().pid()).getBytes(UTF_8)));
        return new FolderLock(channel);
    }

    static boolean isTaken(Path folder) throws IOException {
        var file = folder.resolve("lock");
        if (!Files.exists(file)) return false;
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return !locked(channel);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            return false; // Another part of this very process holds it.
        }
    }

    private static String holder(Path file) throws IOException {
        var pid = Files.readString(file, UTF_8).strip();
        return pid.isEmpty() ? "unknown" : pid;
    }
}
