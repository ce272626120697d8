package dev.brickwork.app;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The folder of all that the service keeps in files: keys, mails, the heads of the audit, the embedded database. No
/// other account may read in it. Where root runs the embedded database under an account of its own, that one may pass
/// through.
final class DataFolder {
    /// Below it the embedded server decides by itself who may do what.
    static final String POSTGRES = "postgres";

    private static final int ROOT = 0;

    private DataFolder() {}

    /// Creates the folder where it is missing, and takes from other accounts what an earlier release left them.
    static void prepare(Settings settings) {
        boolean isPassable = settings.isDatabaseEmbedded() && PrivateFiles.ownUid() == ROOT;
        prepare(settings.data(), isPassable ? PrivateFiles.PASSABLE : PrivateFiles.PRIVATE);
    }

    /// A folder of another account stays as it is: the service may be a member of the group that may write there.
    static void prepare(Path data, String permissions) {
        try {
            PrivateFiles.createFolders(data, permissions);
            if (PrivateFiles.isShared(data)) throw shared(data);
            if (PrivateFiles.uid(data.toRealPath()) != PrivateFiles.ownUid()) return;
            PrivateFiles.allow(data, permissions);
            try (var children = Files.newDirectoryStream(data)) {
                for (var child : children) {
                    if (!child.endsWith(POSTGRES)) PrivateFiles.narrow(child);
                }
            }
        } catch (IOException broken) {
            throw unusable(data, broken);
        }
    }

    static void requireWritable(Path data) {
        try {
            Files.delete(Files.createTempFile(data, "start", ""));
        } catch (IOException broken) {
            throw unusable(data, broken);
        }
    }

    private static StartRefused shared(Path data) {
        return new StartRefused(
                "The data folder %s is shared by all accounts: set BRICKWORK_DATA to a folder of Brickwork's own."
                        .formatted(data));
    }

    private static StartRefused unusable(Path data, IOException broken) {
        return new StartRefused(
                "The data folder %s cannot be written: mend it, or set BRICKWORK_DATA to another one.".formatted(data),
                broken);
    }
}
