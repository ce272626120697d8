package dev.brickwork.privacy;

import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.LineFile;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Who was erased, one line each, in the data folder: a database that is restored to an earlier moment knows nothing
/// of what was erased since then. Ids alone, so that the list itself needs no erasure.
///
/// A line: moment, seller, customer.
public final class ErasureList implements Listener {
    private static final String FILE = "erasures";
    private static final int UUID_LENGTH = 36;

    private final LineFile file;

    public ErasureList(Path folder) {
        this.file = new LineFile(folder.resolve(FILE));
    }

    record Erasure(Instant at, SellerId seller, CustomerId customer) {
        String line() {
            return "%s %s %s".formatted(at, seller, customer.value());
        }

        static Optional<Erasure> parse(String line) {
            var words = line.split(" ", -1);
            if (words.length != 3 || words[1].length() != UUID_LENGTH || words[2].length() != UUID_LENGTH) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Erasure(
                        Instant.parse(words[0]),
                        new SellerId(UUID.fromString(words[1])),
                        new CustomerId(UUID.fromString(words[2]))));
            } catch (DateTimeParseException | IllegalArgumentException odd) {
                return Optional.empty();
            }
        }
    }

    @Override
    public String name() {
        return "erasure-list";
    }

    @Override
    public Set<String> types() {
        return Set.of(Customers.ERASED);
    }

    /// Appends an erasure to the list. A duplicate line does no harm: erasing again changes nothing.
    @Override
    public void handle(Task task) {
        var erasure = new Erasure(task.occurredAt(), task.seller(), new CustomerId(task.object()));
        try {
            file.add(erasure.line());
        } catch (IOException broken) {
            throw new UncheckedIOException("an erasure cannot be written to " + file.path(), broken);
        }
    }

    /// All of them, or a sentence about the line that is none.
    List<Erasure> all() {
        var all = new ArrayList<Erasure>();
        for (var line : lines()) {
            all.add(Erasure.parse(line)
                    .orElseThrow(() -> new StartRefused("Line %d of %s is no erasure: mend it, or take it out."
                            .formatted(all.size() + 1, file.path()))));
        }
        return all;
    }

    private List<String> lines() {
        try {
            return file.lines();
        } catch (IOException broken) {
            throw new StartRefused(
                    "The erasures cannot be read from %s: mend it first.".formatted(file.path()), broken);
        }
    }
}
