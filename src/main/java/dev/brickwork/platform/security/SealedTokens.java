package dev.brickwork.platform.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.database.Background;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Encrypts at rest the tokens of links that are shown at every reading: payment pages and order forms. A reader of the
/// database or of a dump can open none of them.
///
/// A token is encrypted under a key that the database holds sealed (`link_key`), so a change of the sealing key touches
/// that row alone. The same token always gives the same stored text (an HMAC of the token is the initialisation vector,
/// and proves the token when it is decrypted), so a link is found by its stored token, without a hash beside it.
public final class SealedTokens {
    /// Begins a stored token, and stands in no token.
    private static final String MARK = "~";

    private static final int TOKEN_BYTES = 32;
    private static final int VECTOR_BYTES = 16;
    private static final Pattern LINK = Pattern.compile("/(?:pay|files)/([A-Za-z0-9_-]{43})(?![A-Za-z0-9_.~-])");
    private static final Pattern STORED_LINK = Pattern.compile("/(?:pay|files)/(~[A-Za-z0-9_-]{64})(?![A-Za-z0-9_-])");
    private static final String COLUMN = "column";
    private static final String KEY = "link key";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Logger LOG = System.getLogger(SealedTokens.class.getName());

    private final SecretEncryption seal;
    private final Database database;
    private volatile Optional<byte[]> key = Optional.empty();

    public SealedTokens(SecretEncryption seal, Database database) {
        this.seal = seal;
        this.database = database;
    }

    /// A token as its column holds it, for storing it and for finding it.
    public String stored(String token) {
        return encrypted(COLUMN, token);
    }

    /// The token of a stored one. One that does not decrypt, because the key was lost, comes back as it is stored, and
    /// opens nothing.
    public String shown(String stored) {
        return decrypted(COLUMN, stored).orElse(stored);
    }

    /// A text that is stored, with the token of every link in it encrypted. Bound to the seller: what another seller
    /// sends in a text of its own does not decrypt.
    public String hidden(SellerId seller, String text) {
        return replaced(text, LINK, token -> {
            boolean isToken = token.equals(encoded(decoded(token))); // The last character has bits to spare.
            return isToken ? encrypted(about(seller), token) : token;
        });
    }

    /// A text as it was before it was [#hidden].
    public String revealed(SellerId seller, String text) {
        return replaced(
                text, STORED_LINK, stored -> decrypted(about(seller), stored).orElse(stored));
    }

    /// Looks at the slashes alone: many times faster than to try the pattern at each letter.
    private static String replaced(String text, Pattern link, UnaryOperator<String> change) {
        var changed = new StringBuilder();
        var matcher = link.matcher(text);
        int done = 0;
        for (int at = text.indexOf('/'); at >= 0; at = text.indexOf('/', Math.max(at + 1, done))) {
            if (!matcher.region(at, text.length()).lookingAt()) continue;
            changed.append(text, done, matcher.start(1)).append(change.apply(matcher.group(1)));
            done = matcher.end();
        }
        return done == 0 ? text : changed.append(text, done, text.length()).toString();
    }

    private static String about(SellerId seller) {
        return seller.value().toString();
    }

    private String encrypted(String about, String token) {
        var vector = vector(about, token);
        var bytes = padded(vector, decoded(token));
        return MARK
                + encoded(ByteBuffer.allocate(VECTOR_BYTES + TOKEN_BYTES)
                        .put(vector)
                        .put(bytes)
                        .array());
    }

    private Optional<String> decrypted(String about, String stored) {
        var bytes = decoded(stored.substring(MARK.length()));
        if (bytes.length != VECTOR_BYTES + TOKEN_BYTES) return Optional.empty();
        var vector = Arrays.copyOf(bytes, VECTOR_BYTES);
        var token = encoded(padded(vector, Arrays.copyOfRange(bytes, VECTOR_BYTES, bytes.length)));
        return MessageDigest.isEqual(vector, vector(about, token)) ? Optional.of(token) : Optional.empty();
    }

    private byte[] vector(String about, String token) {
        return Arrays.copyOf(Sha256.keyed(key(), "vector:%s:%s".formatted(about, token)), VECTOR_BYTES);
    }

    /// Its own inverse.
    private byte[] padded(byte[] vector, byte[] bytes) {
        var pad = Sha256.keyed(key(), "pad:".getBytes(UTF_8), vector);
        for (int i = 0; i < TOKEN_BYTES; i++) pad[i] ^= bytes[i];
        return pad;
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] decoded(String text) {
        return Base64.getUrlDecoder().decode(text);
    }

    private byte[] key() {
        if (key.isEmpty()) key = Optional.of(loaded());
        return key.get();
    }

    /// On a thread of its own, since a transaction may be open on this one.
    private byte[] loaded() {
        var loading = new FutureTask<>(() -> database.inTransaction(this::kept));
        Background.start("link-key", loading);
        try {
            return loading.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException known) throw known;
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the key of the links was loaded", stopped);
        }
    }

    /// All processes share one; the first that needs it makes it.
    private byte[] kept(SqlSession tx) {
        var fresh = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(fresh);
        var sealed = seal.seal(Secret.of(encoded(fresh)), KEY);
        tx.update("""
                INSERT INTO link_key (sealed) -- of the whole service: no seller_id
                VALUES (:sealed)
                ON CONFLICT DO NOTHING
                """).bind("sealed", sealed).execute();
        var found = tx.query("SELECT sealed FROM link_key FOR UPDATE -- of the whole service: no seller_id")
                .map((row, _) -> Columns.bytes(row, "sealed"))
                .one();
        try {
            return decoded(seal.open(found, KEY).reveal());
        } catch (SecretEncryption.DoesNotOpen lost) {
            LOG.log(Level.WARNING, "link_key_replaced cause=\"{0}\"", lost.getMessage());
        }
        Rows.exactlyOne(
                tx.update("UPDATE link_key SET sealed = :sealed -- of the whole service: no seller_id")
                        .bind("sealed", sealed)
                        .execute(),
                "link key");
        return fresh;
    }
}
