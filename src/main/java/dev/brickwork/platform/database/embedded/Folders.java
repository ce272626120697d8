package dev.brickwork.platform.database.embedded;

import dev.brickwork.platform.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Changes the owner and group of whole folders, deletes them, and makes new names in them durable.
final class Folders {
    private static final String LENT = "rwxr-x---";

    private Folders() {}

    static String ownerName(Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
    }

    /// Gives a folder away. It is ours until its content is given, so the former owner cannot enter meanwhile; cut off
    /// in the middle, the folder itself still shows that it is not done.
    static void giveTo(int uid, Path folder) throws IOException {
        if (PrivateFiles.uid(folder) == uid) return;
        setOwner(PrivateFiles.ownUid(), folder);
        fromTheLeaves(folder, path -> setOwner(uid, path));
    }

    private static void setOwner(int uid, Path path) throws IOException {
        if (PrivateFiles.uid(path) != uid) Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    }

    /// Lets the members of a group read and run what stays ours, the folder itself last.
    static void lend(Path folder, int gid) throws IOException {
        if ((int) Files.getAttribute(folder, "unix:gid") == gid && isLent(folder)) return;
        fromTheLeaves(folder, path -> {
            Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
            if (Files.isSymbolicLink(path)) return;
            PrivateFiles.allow(path, Files.isExecutable(path) ? LENT : "rw-r-----");
        });
    }

    private static boolean isLent(Path folder) throws IOException {
        return Files.getPosixFilePermissions(folder).equals(PosixFilePermissions.fromString(LENT));
    }

    /// Makes new names in a folder survive a power cut: writing the files alone does not.
    static void keep(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) fromTheLeaves(folder, Files::deleteIfExists);
    }

    @FunctionalInterface
    private interface Step {
        void take(Path path) throws IOException;
    }

    /// Visits files and folders alike, each folder after its content.
    private static void fromTheLeaves(Path folder, Step step) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                step.take(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException broken) throws IOException {
                if (broken != null) throw broken;
                step.take(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
