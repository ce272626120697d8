package dev.brickwork.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Raw JSON texts that a field of a request must survive: the usual suspects, and for each schema its own edges.
final class BadValues {
    private static final int LONG_TEXT_LENGTH = 20_000;

    /// Each is the text of a JSON value, right or wrong.
    private static final List<String> SUSPECTS = List.of(
            "null",
            "true",
            "false",
            "\"\"",
            "\" \"",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            "{\"\": {}}",
            "\"true\"",
            "\"0\"",
            "0",
            "-0",
            "-1",
            "1",
            "1.0",
            "0.1",
            "-0.000001",
            "1E5",
            "1e-400",
            "1e400",
            "-1e400",
            "1E2147483647",
            "1e999999999999",
            "NaN",
            "Infinity",
            "-Infinity",
            "01",
            "+1",
            ".5",
            "5.",
            "0x10",
            "2147483648",
            "-2147483649",
            "9007199254740991",
            "9007199254740992",
            "9223372036854775807",
            "9223372036854775808",
            "99999999999999999999999999999999999999999",
            "3.14159265358979323846264338327950288419716939937510",
            "\"\\u0000\"",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"\\udc00x\"",
            "\"\\ud83d\\ude00\"",
            "\"\\u202e\\u0635\\u0644\"",
            "\"e\\u0301\\u0301\\u0301\"",
            "\"\\r\\nX-Injected: 1\"",
            "\"'; DROP TABLE seller; --\"",
            "\"%_\\\\%\"",
            "\"${7*7}{{7*7}}<script>alert(1)</script>\"",
            "\"../../etc/passwd\"",
            "\"(((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+\"",
            "\"" + "[".repeat(LONG_TEXT_LENGTH) + "\"",
            "\"" + "(".repeat(LONG_TEXT_LENGTH) + "\"",
            "\"a@" + "a.".repeat(LONG_TEXT_LENGTH) + "\"",
            "\"https://a.example/" + "%41".repeat(600) + "\"",
            "\"" + "<div style='color: rgb(rgb('>".repeat(2_000) + "\"",
            "\"" + "=?utf-8?q?".repeat(2_000) + "\"",
            "\"00000000-0000-0000-0000-000000000000\"",
            "\"01985D2A-7C10-7000-8000-0000000000FF\"",
            "\"01985d2a7c10700080000000000000ff\"",
            "\"2025-02-29\"",
            "\"2024-02-29\"",
            "\"0000-00-00\"",
            "\"1999-12-31\"",
            "\"2200-01-01\"",
            "\"+999999999-12-31\"",
            "\"2025-01-01T25:00:00Z\"",
            "\"2025-01-01T00:00:00\"",
            "\"2025-01-01T00:00:00+99:00\"",
            "\"2016-12-31T23:59:60Z\"",
            "\"1e3\"",
            "\"-\"",
            "\".\"",
            "\"99999999999999.999999\"",
            "\"999999999999999\"",
            "\"0.0000001\"",
            "\"\u0661\u0662\u0663\"",
            "\"Mars/Olympus\"",
            "\"xx\"",
            "\"a@b\"",
            "\"a@b\\r\\nBcc: c@d\"",
            "\"\\x41\"",
            "'single'",
            "undefined",
            "/* comment */ 1",
            "\"open");

    private BadValues() {}

    static String any(Random random, JsonNode schema) {
        var edges = edges(schema);
        if (!edges.isEmpty() && random.nextInt(3) == 0) return edges.get(random.nextInt(edges.size()));
        return SUSPECTS.get(random.nextInt(SUSPECTS.size()));
    }

    /// One below, on and one above every limit that the schema names.
    static List<String> edges(JsonNode schema) {
        var edges = new ArrayList<String>();
        for (var keyword : List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")) {
            if (!schema.path(keyword).isNumber()) continue;
            BigDecimal limit = schema.path(keyword).decimalValue();
            for (int step = -1; step <= 1; step++)
                edges.add(limit.add(BigDecimal.valueOf(step)).toPlainString());
        }
        for (var keyword : List.of("minLength", "maxLength")) {
            if (!schema.path(keyword).isInt()) continue;
            int limit = Math.min(schema.path(keyword).asInt(), LONG_TEXT_LENGTH);
            for (int step = -1; step <= 1; step++) edges.add(text(limit + step));
        }
        if (schema.path("maxItems").isInt()) {
            edges.add("[" + "0,".repeat(schema.path("maxItems").asInt()) + "0]");
        }
        schema.path("enum").forEach(value -> edges.add("\"%s \"".formatted(value.asText())));
        if (edges.isEmpty()) edges.add(text(LONG_TEXT_LENGTH));
        return edges;
    }

    private static String text(int length) {
        return "\"" + "x".repeat(Math.max(0, length)) + "\"";
    }
}
