package dev.brickwork.platform.audit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.brickwork.platform.LineFile;
import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.security.SecretEncryption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Writes the head of the audit chain once a day, signed, one line each, to the data folder, which an attacker with
/// access to the database alone cannot change. A chain by itself shows neither that its end was cut off nor that
/// all of it was made anew.
///
/// A line: moment, number of the block, its hash, the signature over these three.
public final class SignedAuditHeads {
    private static final Duration EVERY = Duration.ofDays(1);
    private static final String FILE = "audit-heads";

    private final LineFile file;
    private final SecretEncryption seal;

    public SignedAuditHeads(Path folder, SecretEncryption seal) {
        this.file = new LineFile(folder.resolve(FILE));
        this.seal = seal;
    }

    private record Head(Instant at, long number, String hash, String signature) {
        String text() {
            return "%s %d %s".formatted(at, number, hash);
        }

        static Optional<Head> parse(String line) {
            var words = line.split(" ", -1);
            if (words.length != 4 || !words[1].matches("[0-9]{1,18}")) return Optional.empty();
            try {
                return Optional.of(new Head(Instant.parse(words[0]), Long.parseLong(words[1]), words[2], words[3]));
            } catch (DateTimeParseException odd) {
                return Optional.empty();
            }
        }
    }

    /// Writes the head down unless that was done within the last day.
    void exportDaily(long number, byte[] hash, Instant now) {
        var lines = lines();
        var newest = lines.isEmpty() ? Optional.<Head>empty() : Head.parse(lines.getLast());
        if (newest.filter(head -> now.isBefore(head.at.plus(EVERY))).isPresent()) return;
        export(number, hash, now);
    }

    void export(long number, byte[] hash, Instant now) {
        var text = "%s %d %s".formatted(now, number, HexFormat.of().formatHex(hash));
        try {
            file.add(text + " " + signature(text));
        } catch (IOException broken) {
            throw new UncheckedIOException("the head of the audit cannot be written to " + file.path(), broken);
        }
    }

    /// Heads of a chain that was replaced by an older copy of itself: they are kept, under another name.
    Optional<Path> setAside(Instant now) {
        if (!Files.exists(file.path())) return Optional.empty();
        var aside = file.path().resolveSibling("%s-until-%d".formatted(FILE, now.getEpochSecond()));
        try {
            return Optional.of(Files.move(file.path(), aside));
        } catch (IOException broken) {
            throw new UncheckedIOException("the heads of the audit cannot be set aside as " + aside, broken);
        }
    }

    /// Signs the heads with the new key. Lines that the former key has not signed stay as they are, and invalid.
    void signAgain(SignedAuditHeads former) {
        var lines = lines().stream()
                .map(line -> Head.parse(line)
                        .filter(former::isSigned)
                        .map(head -> head.text() + " " + signature(head.text()))
                        .orElse(line))
                .toList();
        try {
            if (!lines.isEmpty()) file.replace(lines);
        } catch (IOException broken) {
            throw new UncheckedIOException("the heads of the audit cannot be written to " + file.path(), broken);
        }
    }

    /// One sentence for each head that the chain does not show any more.
    ///
    /// @param seenAt the moment that the chain is seen at; heads written since then belong to blocks after it
    List<String> compare(Instant seenAt, Function<Long, Optional<byte[]>> hashOfBlock) {
        var faults = new ArrayList<String>();
        for (var line : lines()) {
            var head = Head.parse(line);
            if (head.isEmpty() || !isSigned(head.get())) {
                faults.add("a line of %s is not one that was written there".formatted(file.path()));
                continue;
            }
            if (head.get().at.isAfter(seenAt)) continue;
            var hash = hashOfBlock.apply(head.get().number);
            if (hash.isEmpty()) {
                faults.add("the chain ends before block %d, which was there at %s"
                        .formatted(head.get().number, head.get().at));
            } else if (!HexFormat.of().formatHex(hash.get()).equals(head.get().hash)) {
                faults.add("block %d is not the one that was there at %s".formatted(head.get().number, head.get().at));
            }
        }
        return faults;
    }

    private boolean isSigned(Head head) {
        return MessageDigest.isEqual(signature(head.text()).getBytes(US_ASCII), head.signature.getBytes(US_ASCII));
    }

    private String signature(String text) {
        var key = seal.derive("audit heads").reveal().getBytes(US_ASCII);
        return HexFormat.of().formatHex(Sha256.keyed(key, text));
    }

    private List<String> lines() {
        try {
            return file.lines();
        } catch (IOException broken) {
            throw new UncheckedIOException("the heads of the audit cannot be read from " + file.path(), broken);
        }
    }
}
