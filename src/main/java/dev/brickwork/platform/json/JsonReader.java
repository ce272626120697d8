package dev.brickwork.platform.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.brickwork.platform.Refusal;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads JSON from strangers: bounded in every direction, exact in its numbers, strict in its text.
public final class JsonReader {
    public static final int DEPTH_MAX = 32;
    private static final int NUMBER_LENGTH_MAX = 40;
    private static final String LONG_NUMBER =
            "a number has more than %d digits when it is written out".formatted(NUMBER_LENGTH_MAX);
    private static final int NAME_LENGTH_MAX = 256;
    private static final int STRING_LENGTH_MAX = 256 * 1024;
    private static final int TOKEN_COUNT_MAX = 100_000;
    private static final int STORED_TOKEN_COUNT_MAX = 2_000_000;

    /// An answer or an event wraps a client's own JSON some levels deeper than it was sent.
    private static final int STORED_DEPTH_MAX = 2 * DEPTH_MAX;

    private static final ObjectReader REQUESTS = reader(TOKEN_COUNT_MAX, DEPTH_MAX);
    private static final ObjectReader KEPT = reader(STORED_TOKEN_COUNT_MAX, STORED_DEPTH_MAX);

    private JsonReader() {}

    /// A request body. Anything that is not exactly one well-formed JSON value is refused.
    public static JsonNode request(byte[] bytes) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.startsWith("\uFEFF")) throw malformed("it starts with a byte order mark");
            var node = REQUESTS.readTree(text);
            if (node.isMissingNode()) throw malformed("it is empty");
            requireCleanValues(node);
            return node;
        } catch (CharacterCodingException wrongEncoding) {
            throw malformed("it is not UTF-8");
        } catch (JsonProcessingException broken) {
            throw malformed(plainReason(broken));
        } catch (NumberFormatException beyond) {
            throw malformed(LONG_NUMBER); // An exponent that no number of the library can have.
        }
    }

    /// JSON that we wrote ourselves and kept.
    public static JsonNode stored(String text) {
        try {
            return KEPT.readTree(text);
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException("stored JSON does not parse", broken);
        }
    }

    /// A text of an object, where it has one of this name.
    public static Optional<String> text(JsonNode object, String name) {
        return Optional.ofNullable(object.path(name).textValue());
    }

    private static String plainReason(JsonProcessingException broken) {
        var where = broken.getLocation();
        var at = where == null ? "" : " at line %d, column %d".formatted(where.getLineNr(), where.getColumnNr());
        var reason = broken.getOriginalMessage();
        if (reason.contains("Duplicate field")) return "a field occurs twice" + at;
        if (reason.contains("nesting depth")) return "it is nested deeper than " + DEPTH_MAX;
        if (reason.contains("exceeds the maximum")) return "a number, text or the whole is too long" + at;
        return "it is not well-formed JSON" + at;
    }

    /// NUL cannot be stored as text, a lone surrogate is no character, and a number is written out when it is kept;
    /// better a clear 400 than a late failure.
    private static void requireCleanValues(JsonNode node) {
        if (node.isTextual()) {
            requireCleanText(node.textValue());
        } else if (node.isBigDecimal()) {
            if (!isShort(node.decimalValue())) throw malformed(LONG_NUMBER);
        } else if (node.isObject()) {
            for (var property : node.properties()) {
                requireCleanText(property.getKey());
                requireCleanValues(property.getValue());
            }
        } else if (node.isArray()) {
            for (var element : node) requireCleanValues(element);
        }
    }

    /// Whether a number that is spelled like this keeps to the limit of digits, with those that an exponent stands for.
    public static boolean isShort(String number) {
        if (number.indexOf('e') < 0 && number.indexOf('E') < 0) return number.length() <= NUMBER_LENGTH_MAX;
        try {
            return isShort(new BigDecimal(number));
        } catch (NumberFormatException beyond) {
            return false;
        }
    }

    private static boolean isShort(BigDecimal number) {
        long whole = Math.max(1, (long) number.precision() - number.scale());
        return whole + Math.max(0, number.scale()) <= NUMBER_LENGTH_MAX;
    }

    /// Also used for query parameters and form fields.
    public static void requireCleanText(String text) {
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (c == 0) throw malformed("it holds a NUL character");
            boolean isLone = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (isLone) throw malformed("it holds a broken character (a lone surrogate)");
            at += Character.charCount(c);
        }
    }

    public static Refusal malformed(String why) {
        return Refusal.badRequest("the request cannot be read: " + why);
    }

    private static ObjectReader reader(int tokens, int depth) {
        var factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depth)
                        .maxNumberLength(NUMBER_LENGTH_MAX)
                        .maxNameLength(NAME_LENGTH_MAX)
                        .maxStringLength(STRING_LENGTH_MAX)
                        .maxTokenCount(tokens)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build()
                .reader();
    }
}
