package dev.brickwork.platform;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A small file that lines are added to, also by several processes of one machine. A line that was not written to its
/// end, because the disk was full or a process died, is taken away before the next one comes: that one would be
/// spoilt with it.
public final class LineFile {
    private final Path path;

    public LineFile(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    /// The line is on the disk when this returns.
    public synchronized void add(String line) throws IOException {
        PrivateFiles.createFolderOf(path);
        try (var file = PrivateFiles.open(path, StandardOpenOption.READ);
                var _ = file.lock()) {
            file.truncate(endOfLines(file));
            file.position(file.size());
            for (var rest = ByteBuffer.wrap((line + "\n").getBytes(US_ASCII)); rest.hasRemaining(); ) file.write(rest);
            file.force(true);
        }
    }

    /// The file is the old one or the new one, whenever this is interrupted.
    public void replace(List<String> lines) throws IOException {
        var fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        var written = new LineFile(fresh);
        for (var line : lines) written.add(line);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /// All lines of the file, a last one that was not written to its end included.
    public List<String> lines() throws IOException {
        return Files.exists(path) ? Files.readAllLines(path, US_ASCII) : List.of();
    }

    private static long endOfLines(FileChannel file) throws IOException {
        var one = ByteBuffer.allocate(1);
        long end = file.size();
        while (end > 0 && (file.read(one.clear(), end - 1) != 1 || one.get(0) != '\n')) end--;
        return end;
    }
}
