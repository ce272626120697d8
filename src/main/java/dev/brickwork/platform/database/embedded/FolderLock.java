package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// One process per data folder. The operating system lets the lock go when the process ends, however it ends.
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Purpose of a lock on a folder: a service holds it until it is stopped, a command until it is done.
    enum Use {
        SERVICE,
        COMMAND
    }

    /// Who says in the lock's file that it holds the folder. It may be the last one, for the moment that the next needs
    /// to write its own name.
    record Holder(long pid, Use use) {}

    /// Empty when another process has it.
    static Optional<FolderLock> take(Path folder, Use use) throws IOException {
        var channel = PrivateFiles.open(file(folder));
        if (!locked(channel)) {
            channel.close();
            return Optional.empty();
        }
        channel.truncate(0);
        var holder = "%d %s".formatted(ProcessHandle.current().pid(), use);
        channel.write(ByteBuffer.wrap(holder.getBytes(UTF_8)));
        return Optional.of(new FolderLock(channel));
    }

    static boolean isTaken(Path folder) throws IOException {
        if (!Files.exists(file(folder))) return false;
        try (var channel = FileChannel.open(file(folder), StandardOpenOption.WRITE)) {
            return !locked(channel);
        }
    }

    /// Empty while it is being written.
    static Optional<Holder> holder(Path folder) throws IOException {
        var words = Files.readString(file(folder), UTF_8).strip().split(" ", 2);
        try {
            return Optional.of(new Holder(Long.parseLong(words[0]), Use.valueOf(words[words.length - 1])));
        } catch (IllegalArgumentException unwritten) {
            return Optional.empty();
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

    private static Path file(Path folder) {
        return folder.resolve("lock");
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            return false; // Another part of this very process holds it.
        }
    }
}
