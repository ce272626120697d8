package dev.brickwork.billing.usage;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.brickwork.metering.UsageEntry;
import dev.brickwork.metering.Verdict.Fault;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Reads a batch token by token: a JSON array, or one JSON object per line. An entry that cannot be read is told
/// apart from the others; only what is no batch at all is refused as a whole. For one batch, in one thread.
public final class EntryReader {
    static final int ENTRY_COUNT_MAX = 10_000;
    private static final List<String> FIELDS =
            List.of("transaction_id", "subscription_id", "brick_id", "value", "time", "properties");
    private static final byte[] NOTHING = {'{', '}'};
    private static final int NUMBER_LENGTH_MAX = 40;
    private static final int INTEGER_DIGITS_MAX = 14;
    private static final int NAME_LENGTH_MAX = 256;
    private static final int STRING_LENGTH_MAX = 256 * 1024;

    /// Numbers and names that are too long are looked for entry by entry, so that they spoil no other.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonReader.DEPTH_MAX)
                    .maxNumberLength(STRING_LENGTH_MAX)
                    .maxNameLength(STRING_LENGTH_MAX)
                    .maxStringLength(STRING_LENGTH_MAX)
                    .build())
            .build();

    private final List<Read> read = new ArrayList<>();
    private final Map<String, Optional<UUID>> ids = new HashMap<>();

    /// One entry of the batch, or what is wrong with it, and as far as it could be read.
    record Read(
            Optional<String> transactionId,
            Optional<UUID> subscription,
            Optional<UUID> brick,
            Optional<Instant> time,
            Optional<UsageEntry> entry,
            List<Fault> faults) {
        private static Read broken(String why) {
            return new Read(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(new Fault("", why)));
        }
    }

    /// A single entry. Its well-formedness has been checked.
    static Read one(byte[] bytes) {
        var reader = new EntryReader();
        try (var in = FACTORY.createParser(bytes.length == 0 ? NOTHING : bytes)) {
            if (in.nextToken() != JsonToken.START_OBJECT) throw Refusal.badRequest("the body must be a JSON object");
            reader.add(in);
            return reader.read.getFirst();
        } catch (JsonProcessingException broken) {
            throw JsonReader.malformed(where(broken));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static List<Read> json(byte[] bytes) {
        var reader = new EntryReader();
        requireUtf8(bytes);
        try (var in = FACTORY.createParser(bytes)) {
            if (in.nextToken() != JsonToken.START_ARRAY) throw Refusal.badRequest("a batch is a JSON array of entries");
            while (in.nextToken() != JsonToken.END_ARRAY) reader.add(in);
            if (in.nextToken() != null) throw JsonReader.malformed("something follows the array");
            return reader.finished();
        } catch (JsonProcessingException broken) {
            throw JsonReader.malformed(where(broken));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // Reading from memory does no I/O.
        }
    }

    /// Lines are apart: a broken one spoils only itself.
    static List<Read> lines(byte[] bytes) {
        var reader = new EntryReader();
        requireUtf8(bytes);
        int start = 0;
        while (start < bytes.length) {
            int end = start;
            while (end < bytes.length && bytes[end] != '\n') end++;
            if (!isBlank(bytes, start, end)) reader.addLine(bytes, start, end - start);
            start = end + 1;
        }
        return reader.finished();
    }

    private void addLine(byte[] bytes, int start, int length) {
        int before = read.size();
        try (var in = FACTORY.createParser(bytes, start, length)) {
            in.nextToken();
            add(in);
            if (in.nextToken() == null) return;
            read.removeLast();
            limited().add(Read.broken("Something follows the entry on its line."));
        } catch (JsonProcessingException broken) {
            while (read.size() > before) read.removeLast();
            limited().add(Read.broken("The line is not well-formed JSON."));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private List<Read> finished() {
        if (read.isEmpty()) throw Refusal.badRequest("the batch is empty");
        return read;
    }

    private List<Read> limited() {
        if (read.size() < ENTRY_COUNT_MAX) return read;
        throw Refusal.badRequest("a batch holds at most %d entries".formatted(ENTRY_COUNT_MAX));
    }

    private void add(JsonParser in) throws IOException {
        var entries = limited();
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            entries.add(Read.broken("An entry is a JSON object."));
            return;
        }
        var one = new Entry();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            var name = in.currentName();
            in.nextToken();
            one.field(in, name);
        }
        entries.add(one.read());
    }

    private Optional<UUID> id(String text) {
        var known = ids.get(text);
        if (known != null) return known;
        var id = Ids.parse(text);
        if (ids.size() < ENTRY_COUNT_MAX) ids.put(text, id);
        return id;
    }

    /// The fields of one entry on their way.
    private final class Entry {
        private final List<Fault> faults = new ArrayList<>(0);
        private int seen; // One bit for each of FIELDS.
        private Optional<String> transactionId = Optional.empty();
        private Optional<UUID> subscription = Optional.empty();
        private Optional<UUID> brick = Optional.empty();
        private Optional<BigDecimal> value = Optional.empty();
        private Optional<Instant> time = Optional.empty();
        private Optional<String> properties = Optional.empty();

        void field(JsonParser in, String name) throws IOException {
            int place = FIELDS.indexOf(name);
            if (place < 0) {
                in.skipChildren(); // Older servers accept newer clients.
                return;
            }
            if ((seen & 1 << place) != 0) fault(name, "This field occurs twice.");
            seen |= 1 << place;
            if (in.currentToken() == JsonToken.VALUE_NULL) return;
            switch (name) {
                case "transaction_id" -> transactionId = transactionId(in);
                case "subscription_id" -> subscription = uuid(in, name);
                case "brick_id" -> brick = uuid(in, name);
                case "value" -> value = number(in);
                case "time" -> time = time(in);
                default -> properties = properties(in);
            }
        }

        Read read() {
            require(subscription, "subscription_id");
            require(brick, "brick_id");
            require(value, "value");
            require(time, "time");
            if (!faults.isEmpty()) {
                return new Read(transactionId, subscription, brick, time, Optional.empty(), List.copyOf(faults));
            }
            var entry = new UsageEntry(
                    transactionId,
                    subscription.orElseThrow(),
                    brick.orElseThrow(),
                    value.orElseThrow(),
                    time.orElseThrow(),
                    properties);
            return new Read(transactionId, subscription, brick, time, Optional.of(entry), List.of());
        }

        private void require(Optional<?> field, String name) {
            if (field.isPresent()
                    || faults.stream().anyMatch(told -> told.field().equals(name))) return;
            fault(name, Fields.REQUIRED);
        }

        private void fault(String name, String why) {
            faults.add(new Fault(name, why));
        }

        private Optional<String> transactionId(JsonParser in) throws IOException {
            if (in.currentToken() != JsonToken.VALUE_STRING) {
                in.skipChildren();
                fault("transaction_id", "Must be a string.");
                return Optional.empty();
            }
            var text = in.getText();
            var wrong = TransactionIds.fault(text);
            wrong.ifPresent(why -> fault("transaction_id", why));
            return wrong.isPresent() ? Optional.empty() : Optional.of(text);
        }

        private Optional<UUID> uuid(JsonParser in, String name) throws IOException {
            var id = in.currentToken() == JsonToken.VALUE_STRING ? id(in.getText()) : Optional.<UUID>empty();
            if (id.isEmpty()) {
                in.skipChildren();
                fault(name, "Must be a UUID.");
            }
            return id;
        }

        private Optional<BigDecimal> number(JsonParser in) throws IOException {
            if (!in.currentToken().isNumeric()) {
                in.skipChildren();
                fault("value", "Must be a number.");
                return Optional.empty();
            }
            var number = isShort(in)
                    ? Optional.of(in.getDecimalValue()).filter(EntryReader::isInRange)
                    : Optional.<BigDecimal>empty();
            if (number.isEmpty()) {
                fault("value", "Must lie between -100000000000000 and 100000000000000, with at most 12 decimals.");
            }
            return number.map(its -> its.signum() == 0 ? BigDecimal.ZERO : its);
        }

        private Optional<Instant> time(JsonParser in) throws IOException {
            var moment = in.currentToken() == JsonToken.VALUE_STRING
                    ? EntryTime.parse(in.getText())
                    : Optional.<Instant>empty();
            if (moment.isEmpty()) {
                in.skipChildren();
                fault("time", EntryTime.FAULT);
            }
            return moment;
        }

        private Optional<String> properties(JsonParser in) throws IOException {
            var text = new StringWriter();
            boolean isClean;
            try (var out = FACTORY.createGenerator(text)) {
                isClean = copy(in, out);
            }
            var json = text.toString();
            if (!isClean) {
                fault("properties", "Must not hold a field twice, long names, long numbers, NUL or broken characters.");
                return Optional.empty();
            }
            if (json.getBytes(StandardCharsets.UTF_8).length > UsageEntry.PROPERTIES_BYTES_MAX) {
                fault("properties", "At most %d bytes of JSON.".formatted(UsageEntry.PROPERTIES_BYTES_MAX));
                return Optional.empty();
            }
            return Optional.of(json);
        }
    }

    private static boolean isShort(JsonParser in) throws IOException {
        return in.getTextLength() <= NUMBER_LENGTH_MAX && JsonReader.isShort(in.getText());
    }

    public static boolean isInRange(BigDecimal number) {
        if (number.signum() == 0) return true;
        if (number.precision() - number.scale() > INTEGER_DIGITS_MAX) return false;
        return number.scale() <= UsageEntry.DECIMALS_MAX
                || number.stripTrailingZeros().scale() <= UsageEntry.DECIMALS_MAX;
    }

    /// Copies a JSON value of any kind without its spaces, every number as it was spelled. False when something in it
    /// cannot be
    /// kept.
    private static boolean copy(JsonParser in, JsonGenerator out) throws IOException {
        boolean isClean = true;
        var names = new ArrayList<Set<String>>(); // Of each object and array that is open.
        do {
            var token = in.currentToken();
            switch (token) {
                case START_OBJECT -> {
                    names.add(new HashSet<>());
                    out.writeStartObject();
                }
                case START_ARRAY -> {
                    names.add(Set.of());
                    out.writeStartArray();
                }
                case END_OBJECT -> {
                    names.removeLast();
                    out.writeEndObject();
                }
                case END_ARRAY -> {
                    names.removeLast();
                    out.writeEndArray();
                }
                case FIELD_NAME -> {
                    isClean &= names.getLast().add(in.currentName())
                            && in.currentName().length() <= NAME_LENGTH_MAX
                            && TransactionIds.isClean(in.currentName());
                    out.writeFieldName(in.currentName());
                }
                case VALUE_STRING -> {
                    isClean &= TransactionIds.isClean(in.getText());
                    out.writeString(in.getText());
                }
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                    isClean &= isShort(in);
                    out.writeNumber(in.getText());
                }
                case VALUE_TRUE, VALUE_FALSE -> out.writeBoolean(token == JsonToken.VALUE_TRUE);
                case VALUE_NULL -> out.writeNull();
                default -> throw new IllegalStateException("unexpected " + token);
            }
            if (!names.isEmpty()) in.nextToken();
        } while (!names.isEmpty());
        return isClean;
    }

    /// Jackson would guess other encodings from the first bytes.
    private static void requireUtf8(byte[] bytes) {
        boolean isAscii = true;
        for (byte b : bytes) isAscii &= b > 0;
        if (isAscii) return;
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            if (text.length() > 0 && text.charAt(0) == '\uFEFF')
                throw JsonReader.malformed("it starts with a byte order mark");
            for (int i = 0; i < bytes.length; i++)
                if (bytes[i] == 0) throw JsonReader.malformed("it holds a NUL character");
        } catch (CharacterCodingException wrong) {
            throw JsonReader.malformed("it is not UTF-8");
        }
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) if (bytes[i] != ' ' && bytes[i] != '\r' && bytes[i] != '\t') return false;
        return true;
    }

    private static String where(JsonProcessingException broken) {
        var at = broken.getLocation();
        if (broken.getOriginalMessage().contains("nesting depth"))
            return "it is nested deeper than " + JsonReader.DEPTH_MAX;
        return at == null
                ? "it is not well-formed JSON"
                : "it is not well-formed JSON at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }
}
