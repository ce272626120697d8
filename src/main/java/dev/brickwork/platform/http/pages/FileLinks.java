package dev.brickwork.platform.http.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.security.SecretEncryption;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/// Addresses of files that need no key and stop working after an hour. What they point at stands in the
/// address and is signed, so nothing is stored for them and nothing can be guessed.
public final class FileLinks {
    /// Where the files are, below the public address.
    public static final String PATH = "/files/";

    private static final Duration VALID = Duration.ofHours(1);
    private static final Pattern TOKEN = Pattern.compile("([A-Za-z0-9_-]{1,300})\\.([A-Za-z0-9_-]{43})");
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final SecretEncryption seal;
    private final String baseUrl;
    private final InstantSource realTime;

    public FileLinks(SecretEncryption seal, String baseUrl, InstantSource realTime) {
        this.seal = seal;
        this.baseUrl = baseUrl;
        this.realTime = realTime;
    }

    public record Link(String url, Instant expiresAt) {}

    /// A link to a file, for a while.
    ///
    /// @param kind keeps the links of one kind of file from opening another
    public Link to(String kind, String what) {
        var expiresAt = Instant.ofEpochSecond(realTime.instant().plus(VALID).getEpochSecond());
        var text = "%s|%d|%s".formatted(kind, expiresAt.getEpochSecond(), what);
        var claim = ENCODER.encodeToString(text.getBytes(UTF_8));
        return new Link(baseUrl + PATH + claim + "." + signature(claim), expiresAt);
    }

    /// The `what` of a valid link ([#to]); empty for one of another kind, or that was changed or has expired.
    public Optional<String> open(String kind, PublicRequest request) {
        if (!request.path().startsWith(PATH)
                || !(request.method().equals("GET") || request.method().equals("HEAD"))) return Optional.empty();
        var token = TOKEN.matcher(request.path().substring(PATH.length()));
        if (!token.matches()) return Optional.empty();
        var claim = token.group(1);
        var isOurs = MessageDigest.isEqual(
                signature(claim).getBytes(UTF_8), token.group(2).getBytes(UTF_8));
        if (!isOurs) return Optional.empty();
        var parts = new String(Base64.getUrlDecoder().decode(claim), UTF_8).split("\\|", 3);
        boolean isExpired = Long.parseLong(parts[1]) < realTime.instant().getEpochSecond();
        return parts[0].equals(kind) && !isExpired ? Optional.of(parts[2]) : Optional.empty();
    }

    /// Real time, which is what links go by.
    public Instant now() {
        return realTime.instant();
    }

    /// A PDF for any holder of the link, never shown inside our own pages and never kept by proxies.
    public static Answer pdf(String name, byte[] bytes) {
        return file("application/pdf", name, bytes)
                .with("Cache-Control", "private, no-store")
                .with("X-Robots-Tag", "noindex")
                .with("Referrer-Policy", "no-referrer");
    }

    /// A file to be saved. Of its name only what is safe in a header and in a folder stays.
    public static Answer file(String type, String name, byte[] bytes) {
        var safe = name.replaceAll("[^A-Za-z0-9._ -]", "_");
        return Answer.bytes(type, bytes)
                .with("Content-Disposition", "attachment; filename=\"%s\"".formatted(safe) + whole(name, safe))
                .with("X-Content-Type-Options", "nosniff");
    }

    /// The name in its own letters, for browsers that know how to read it (RFC 6266).
    private static String whole(String name, String safe) {
        if (name.equals(safe)) return "";
        var encoded = URLEncoder.encode(name, UTF_8).replace("+", "%20").replace("*", "%2A");
        return "; filename*=UTF-8''" + encoded;
    }

    /// Of the claim as it stands in the address: several spellings of Base64 mean the same, and some mean nothing.
    private String signature(String claim) {
        return ENCODER.encodeToString(
                Sha256.keyed(seal.derive("file links").reveal().getBytes(UTF_8), claim));
    }
}
