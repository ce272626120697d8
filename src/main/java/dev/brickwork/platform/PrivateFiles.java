package dev.brickwork.platform;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Creates the files and folders of the service with permissions for its own account alone (0600 and 0700), from their
/// first byte on and whatever the umask says, and narrows those that an earlier release created wider.
public final class PrivateFiles {
    /// Permissions of a folder that other accounts pass through on their way to one that is theirs. They list nothing.
    public static final String PASSABLE = "rwx--x--x";

    public static final String PRIVATE = "rwx------";

    private static final FileAttribute<Set<PosixFilePermission>> FOLDER = permissions(PRIVATE);
    private static final FileAttribute<Set<PosixFilePermission>> FILE = permissions("rw-------");
    private static final Set<PosixFilePermission> OWNERS = Set.copyOf(PosixFilePermissions.fromString(PRIVATE));
    private static final int STICKY = 01000;

    private PrivateFiles() {}

    /// The account of this process by its number.
    public static int ownUid() {
        return Own.UID;
    }

    private static final class Own {
        private static final int UID = (int) new UnixSystem().getUid();
    }

    /// Creates the folder that a file is to be written in.
    public static void createFolderOf(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) createFolders(folder);
    }

    public static void createFolders(Path folder) throws IOException {
        createFolders(folder, PRIVATE);
    }

    /// Gives each folder that was missing these permissions.
    public static void createFolders(Path folder, String permissions) throws IOException {
        var missing = new ArrayDeque<Path>();
        for (var path = folder.toAbsolutePath(); path != null && !Files.isDirectory(path); path = path.getParent()) {
            missing.push(path);
        }
        for (var path : missing) {
            Files.createDirectories(path, FOLDER); // Another process may create it at the same moment.
            allow(path, permissions);
        }
    }

    /// Opens a file for writing; a new one is private.
    public static FileChannel open(Path file, OpenOption... more) throws IOException {
        var options = new HashSet<OpenOption>(List.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        options.addAll(List.of(more));
        return FileChannel.open(file, options, FILE);
    }

    /// Writes a new file in place of one that may be there.
    public static void write(Path file, byte[] content, OpenOption... more) throws IOException {
        Files.deleteIfExists(file);
        var options = new HashSet<OpenOption>(List.of(StandardOpenOption.CREATE_NEW));
        options.addAll(List.of(more));
        try (var channel = open(file, options.toArray(OpenOption[]::new))) {
            for (var rest = ByteBuffer.wrap(content); rest.hasRemaining(); ) channel.write(rest);
        }
    }

    public static void allow(Path path, String permissions) throws IOException {
        var wanted = PosixFilePermissions.fromString(permissions);
        if (!Files.getPosixFilePermissions(path).equals(wanted)) Files.setPosixFilePermissions(path, wanted);
    }

    /// Whether every account may create files in this folder, as in `/tmp`.
    public static boolean isShared(Path folder) throws IOException {
        return ((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
    }

    /// Takes all permissions of others from a file, or from a folder and all below it. A folder that is private already
    /// hides its content and is not walked. Links and what belongs to another account stay as they are.
    public static void narrow(Path path) throws IOException {
        var found = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (found.isSymbolicLink() || OWNERS.containsAll(found.permissions()) || uid(path) != ownUid()) return;
        if (found.isDirectory()) {
            try (var children = Files.newDirectoryStream(path)) {
                for (var child : children) narrow(child);
            }
        }
        var left = EnumSet.copyOf(OWNERS);
        left.retainAll(found.permissions());
        Files.setPosixFilePermissions(path, left);
    }

    /// The account that a file belongs to, by its number.
    public static int uid(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
