package dev.brickwork.platform.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Keeps other people's credentials at rest: AES-256-GCM under one key of the installation, so that a dump of the
/// database alone opens nothing.
///
/// Every sealed text is bound to what it is about, such as `processor:` and the seller's id. Copied into another
/// row it does not open.
public final class SecretEncryption {
    private static final byte FORMAT = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_BYTES = 32;
    private static final String KEY_FILE = "secrets.key";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Optional<Secret> given;
    private final Path folder;
    private volatile Optional<byte[]> key = Optional.empty();

    /// Keeps the key that is given, or one in the folder.
    ///
    /// @param given the key in Base64; without it the first process that needs a key makes one in `folder`
    public SecretEncryption(Optional<Secret> given, Path folder) {
        this.given = given;
        this.folder = folder;
    }

    /// A secret cannot be decrypted: it was sealed under another key, about something else, or was changed.
    public static final class DoesNotOpen extends IllegalStateException {
        private static final long serialVersionUID = 1;

        private DoesNotOpen(String about, @Nullable Throwable cause) {
            super(
                    "what was sealed about %s does not open: is BRICKWORK_SECRETS_KEY the one it was sealed with?"
                            .formatted(about),
                    cause);
        }
    }

    /// Where the key is kept, unless one is given.
    public static Path file(Path folder) {
        return folder.resolve(KEY_FILE);
    }

    public byte[] seal(Secret text, String about) {
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, nonce, about)
                    .doFinal(text.reveal().getBytes(UTF_8));
            return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
                    .put(FORMAT)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing); // every JDK has this algorithm
        }
    }

    /// Throws [DoesNotOpen].
    public Secret open(byte[] sealed, String about) {
        if (sealed.length <= 1 + NONCE_BYTES || sealed[0] != FORMAT) throw new DoesNotOpen(about, null);
        var nonce = Arrays.copyOfRange(sealed, 1, 1 + NONCE_BYTES);
        try {
            var cipher = cipher(Cipher.DECRYPT_MODE, nonce, about);
            var text = cipher.doFinal(sealed, 1 + NONCE_BYTES, sealed.length - 1 - NONCE_BYTES);
            return Secret.of(new String(text, UTF_8));
        } catch (GeneralSecurityException wrongKey) {
            throw new DoesNotOpen(about, wrongKey);
        }
    }

    /// A secret of our own that needs no storing, because it can be made again.
    public Secret derive(String about) {
        return Secret.of(HexFormat.of().formatHex(Sha256.keyed(key(), "derive:" + about)));
    }

    /// By which a database knows the key, without knowing it.
    public String mark() {
        return derive("mark").reveal();
    }

    private Cipher cipher(int mode, byte[] nonce, String about) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key(), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(about.getBytes(UTF_8));
        return cipher;
    }

    private byte[] key() {
        if (key.isEmpty()) key = Optional.of(decoded(given.orElseGet(this::kept)));
        return key.get();
    }

    /// Only a file can be wrong: a key that is given was looked at with the settings.
    private byte[] decoded(Secret text) {
        try {
            var bytes = Base64.getDecoder().decode(text.reveal().strip());
            if (bytes.length == KEY_BYTES) return bytes;
            throw new IllegalArgumentException("%d bytes".formatted(bytes.length));
        } catch (IllegalArgumentException malformed) {
            throw new StartRefused(
                    "%s does not hold %d bytes in Base64: put the key back that belongs to the database, or set BRICKWORK_SECRETS_KEY to it."
                            .formatted(file(folder), KEY_BYTES),
                    malformed);
        }
    }

    /// Two processes may need it first at the same moment: one makes the file, the other reads it.
    private Secret kept() {
        var file = file(folder);
        try {
            if (!Files.exists(file)) make(file);
            return Secret.of(Files.readString(file));
        } catch (IOException broken) {
            throw new StartRefused(
                    "The account that runs Brickwork cannot make or read %s: give it that file (chown), or set BRICKWORK_SECRETS_KEY."
                            .formatted(file),
                    broken);
        }
    }

    /// Makes the key file: written whole under another name and then linked, so that no process reads half a key.
    private static void make(Path file) throws IOException {
        PrivateFiles.createFolderOf(file);
        var bytes = new byte[KEY_BYTES];
        RANDOM.nextBytes(bytes);
        var fresh = file.resolveSibling(KEY_FILE + "." + Ids.next());
        PrivateFiles.write(fresh, Base64.getEncoder().encode(bytes), StandardOpenOption.SYNC);
        try {
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException faster) {
            return; // Theirs is the key.
        } finally {
            Files.delete(fresh);
        }
    }
}
