package dev.brickwork.platform.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.brickwork.pricing.money.Currency;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Writes JSON field by field, in the order the API shows. No reflection, no intermediate tree.
///
/// ```java
/// JsonWriter.bytes(json -> json.object(invoice -> invoice
///         .put("invoice_id", id)
///         .put("grand_total", total)
///         .putEach("line_items", lines, InvoiceJson::line)));
/// ```
public final class JsonWriter {
    private static final int TYPICAL_BYTES = 2048;
    private static final int MOMENT_LENGTH = 32;
    private static final int SECOND_NANOS = 1_000_000_000;
    private static final int SECOND_DIGITS = 10;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final ObjectMapper TREES = new ObjectMapper(FACTORY);

    private final JsonGenerator out;

    private JsonWriter(JsonGenerator out) {
        this.out = out;
    }

    public static byte[] bytes(Consumer<JsonWriter> content) {
        var bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
        try (var out = FACTORY.createGenerator(bytes)) {
            content.accept(new JsonWriter(out));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // Writing to memory does no I/O.
        }
        return bytes.toByteArray();
    }

    public static String text(Consumer<JsonWriter> content) {
        return new String(bytes(content), StandardCharsets.UTF_8);
    }

    /// A value that stands alone: an element of an array, or the whole document.
    public JsonWriter object(Consumer<JsonWriter> fields) {
        run(out::writeStartObject);
        fields.accept(this);
        run(out::writeEndObject);
        return this;
    }

    public <T> JsonWriter array(Collection<T> items, BiConsumer<JsonWriter, T> item) {
        run(out::writeStartArray);
        for (var each : items) item.accept(this, each);
        run(out::writeEndArray);
        return this;
    }

    public JsonWriter value(String text) {
        return run(() -> out.writeString(text));
    }

    public JsonWriter value(UUID id) {
        return value(id.toString());
    }

    public JsonWriter value(JsonNode tree) {
        return run(() -> TREES.writeTree(out, tree));
    }

    /// JSON that was already written, for example a stored snapshot.
    public JsonWriter raw(String json) {
        return run(() -> out.writeRawValue(json));
    }

    public JsonWriter put(String name, String value) {
        return run(() -> out.writeStringField(name, value));
    }

    public JsonWriter put(String name, UUID value) {
        return put(name, value.toString());
    }

    public JsonWriter put(String name, LocalDate value) {
        return put(name, value.toString());
    }

    public JsonWriter put(String name, Instant value) {
        return put(name, value.toString());
    }

    /// With seconds, whatever they are, and as many digits of a second as are needed.
    public JsonWriter put(String name, OffsetDateTime value) {
        return put(name, text(value));
    }

    /// As `ISO_OFFSET_DATE_TIME` has it, which takes ten times as long and is the dearest part of many an answer.
    static String text(OffsetDateTime moment) {
        var text = new StringBuilder(MOMENT_LENGTH).append(moment.toLocalDate());
        two(text.append('T'), moment.getHour());
        two(text.append(':'), moment.getMinute());
        two(text.append(':'), moment.getSecond());
        if (moment.getNano() > 0) {
            text.append('.').append(String.valueOf(SECOND_NANOS + moment.getNano()), 1, SECOND_DIGITS);
            while (text.charAt(text.length() - 1) == '0') text.setLength(text.length() - 1);
        }
        return text.append(moment.getOffset().getId()).toString();
    }

    private static void two(StringBuilder text, int number) {
        if (number < 10) text.append('0');
        text.append(number);
    }

    public JsonWriter put(String name, Currency value) {
        return put(name, value.code());
    }

    public JsonWriter put(String name, Enum<?> value) {
        return put(name, value.name());
    }

    public JsonWriter put(String name, long value) {
        return run(() -> out.writeNumberField(name, value));
    }

    public JsonWriter put(String name, boolean value) {
        return run(() -> out.writeBooleanField(name, value));
    }

    /// A JSON number, whole when it is whole.
    public JsonWriter putNumber(String name, BigDecimal value) {
        return run(() -> {
            out.writeFieldName(name);
            var plain = value.stripTrailingZeros();
            out.writeNumber(plain.scale() < 0 ? plain.setScale(0) : plain);
        });
    }

    public JsonWriter put(String name, JsonNode value) {
        name(name);
        return value(value);
    }

    public JsonWriter putRaw(String name, String json) {
        name(name);
        return raw(json);
    }

    public JsonWriter putRaw(String name, Optional<String> json) {
        return json.isEmpty() ? putNull(name) : putRaw(name, json.get());
    }

    public JsonWriter putNull(String name) {
        return run(() -> out.writeNullField(name));
    }

    /// Absence is `null` on the wire: a field of the API is always there.
    public JsonWriter put(String name, Optional<?> value) {
        if (value.isEmpty()) return putNull(name);
        return switch (value.get()) {
            case String text -> put(name, text);
            case UUID id -> put(name, id);
            case LocalDate date -> put(name, date);
            case Instant moment -> put(name, moment);
            case OffsetDateTime moment -> put(name, moment);
            case Enum<?> constant -> put(name, constant);
            case Currency currency -> put(name, currency);
            case Integer number -> put(name, number.longValue());
            case Long number -> put(name, number.longValue());
            case Boolean flag -> put(name, flag.booleanValue());
            case BigDecimal number -> putNumber(name, number);
            case JsonNode tree -> put(name, tree);
            case Object other -> throw new IllegalArgumentException("no wire form for " + other.getClass());
        };
    }

    public JsonWriter putObject(String name, Consumer<JsonWriter> fields) {
        name(name);
        return object(fields);
    }

    public <T> JsonWriter putObject(String name, Optional<T> value, BiConsumer<JsonWriter, T> fields) {
        return value.isEmpty() ? putNull(name) : putObject(name, out -> fields.accept(out, value.get()));
    }

    public <T> JsonWriter putEach(String name, Collection<T> items, BiConsumer<JsonWriter, T> item) {
        name(name);
        return array(items, item);
    }

    public JsonWriter putTexts(String name, Collection<String> texts) {
        return putEach(name, texts, JsonWriter::value);
    }

    public JsonWriter name(String name) {
        return run(() -> out.writeFieldName(name));
    }

    private interface Step {
        void run() throws IOException;
    }

    private JsonWriter run(Step step) {
        try {
            step.run();
            return this;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
