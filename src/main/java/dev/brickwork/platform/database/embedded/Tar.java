package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/// Unpacks a tar archive: folders, files with their executable bit, and symbolic links. Nothing else occurs in the
/// archives we ship, so any other kind of entry is refused, and so is an entry that points outside the target.
final class Tar {
    private static final int OWNER_MAY_EXECUTE = 0100;

    private Tar() {}

    static void unpack(InputStream in, Path target) throws IOException {
        var archive = new TarArchiveInputStream(in, UTF_8.name()); // The caller closes what lies below.
        for (var entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
            unpack(archive, entry, entry.resolveIn(target));
        }
    }

    private static void unpack(InputStream archive, TarArchiveEntry entry, Path path) throws IOException {
        switch (entry.getLinkFlag()) {
            case TarConstants.LF_DIR -> PrivateFiles.createFolders(path);
            case TarConstants.LF_SYMLINK -> {
                PrivateFiles.createFolderOf(path);
                Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            }
            case TarConstants.LF_NORMAL, TarConstants.LF_OLDNORM -> {
                PrivateFiles.createFolderOf(path);
                try (var out = Channels.newOutputStream(PrivateFiles.open(path))) {
                    archive.transferTo(out);
                }
                if ((entry.getMode() & OWNER_MAY_EXECUTE) != 0) PrivateFiles.allow(path, PrivateFiles.PRIVATE);
            }
            default ->
                throw new IOException(
                        "an entry of unknown kind '%c': %s".formatted(entry.getLinkFlag(), entry.getName()));
        }
    }
}
