package dev.brickwork.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.Property;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
@Tag("full")
@Tag("soak")
final class MetadataTest {
    /// before | field as sent, nothing when not sent | after
    @Test
    void whatIsSentReplacesAndTheEmptyMapDeletes() {
        var table = """
                {"a":1}        | -               | {"a":1}
                {"a":1}        | {"b":2}         | {"a":1,"b":2}
                {"a":1}        | {"a":{"x":[]}}  | {"a":{"x":[]}}
                {"a":1,"b":2}  | {"a":null}      | {"b":2}
                {"a":1}        | {}              | {}
                {"a":1}        | null            | {}
                {"a":1}        | {"_b":2}        | {"a":1}
                {"a":1}        | {"_b":2,"c":3}  | {"a":1,"c":3}
                {}             | {"a":{"_x":1}}  | {"a":{"_x":1}}
                {}             | {"n":1.10}      | {"n":1.10}
                {"a":1}        | "text"          | "text"
                {"a":1}        | [1,{"_b":2}]    | [1,{"_b":2}]
                {"a":1}        | 4.20            | 4.20
                {"a":1}        | false           | false
                "text"         | {"b":2}         | {"b":2}
                [1]            | {}              | {}
                [1]            | null            | {}
                [1]            | -               | [1]
                """;
        table.lines().forEach(line -> {
            var cells = line.split("\\s*\\|\\s*", -1);
            var after = read(cells[0], cells[1]);
            assertThat(after.json()).as(line).isEqualTo(cells[2]);
            assertThat(Metadata.stored(after.json())).isEqualTo(after);
        });
    }

    @Test
    void itHasLimits() {
        assertThat(read("{}", keys(1000)).value()).hasSize(1000);
        var big = "x".repeat(16 * 1024 - "{\"k\":\"\"}".length());
        assertThat(read("{}", "{\"k\":\"%s\"}".formatted(big)).value()).hasSize(1);
        refused("{}", "{\"k\":\"%sx\"}".formatted(big), "16384 bytes");
        refused("{}", "{\"k\":\"%sé\"}".formatted(big.substring(1)), "16384 bytes");
        refused(keys(1000), "{\"k\":\"%s\"}".formatted(big), "16384 bytes");
        var deep = "[".repeat(JsonReader.DEPTH_MAX) + "]".repeat(JsonReader.DEPTH_MAX);
        assertThat(read("{}", deep).json()).isEqualTo(deep);
    }

    @Test
    void cardNumbersAreRefusedWhereverTheyHide() {
        refused("{}", "{\"k\":\"4111 1111 1111 1111\"}", "card");
        refused("{}", "{\"k\":4111111111111111}", "card");
        refused("{}", "{\"k\":[{\"x\":\"my card 5555-5555-5555-4444, thanks\"}]}", "card");
        refused("{}", "4111111111111111", "card");
        refused("{}", "{\"4111111111111111\":1}", "card");
        refused("{}", "{\"k\":{\"378282246310005\":1}}", "card");
    }

    @Test
    void otherLongNumbersAreNoCards() {
        var harmless = """
                1735689600000
                4111111111111112
                411111111111111
                01985d2a-7c10-7000-8000-000000004111
                00004111111111111111
                4111111111111111a
                order 41111111111111111111
                +49 30 901820
                DE89 3704 0044 0532 0130 00
                1.4111111111111111
                """;
        harmless.lines()
                .forEach(text -> assertThat(CardNumbers.isIn(text)).as(text).isFalse());
    }

    /// Every number of the great networks with a good check digit is found, in whatever groups it is written.
    @Test
    void everyCardNumberIsFound() {
        Property.holds(Property.cases(2_000, 100_000), random -> {
            var starts = new String[] {"4", "51", "55", "2221", "2720", "34", "37", "6011", "65", "3528", "62"};
            var start = starts[random.nextInt(starts.length)];
            int length = start.equals("34") || start.equals("37") ? 15 : 16;
            var number = withCheckDigit(start, length, random);
            var separator = new String[] {"", " ", "-"}[random.nextInt(3)];
            var written = number.replaceAll("(.{4})(?=.)", "$1" + separator);
            assertThat(CardNumbers.isIn("paid with " + written + "."))
                    .as(written)
                    .isTrue();
        });
    }

    private static String withCheckDigit(String start, int length, Random random) {
        var digits = new StringBuilder(start);
        while (digits.length() < length - 1) digits.append(random.nextInt(10));
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            sum += i % 2 == 1 ? digit : digit * 2 / 10 + digit * 2 % 10;
        }
        return digits.append((10 - sum % 10) % 10).toString();
    }

    private static Metadata read(String before, String sent) {
        var body = JsonNodeFactory.instance.objectNode();
        if (!sent.equals("-")) body.set("metadata", JsonReader.stored(sent));
        var fields = Fields.of(body);
        var after = Metadata.read(fields, "metadata", Metadata.stored(before));
        fields.check();
        return after;
    }

    private static void refused(String before, String sent, String why) {
        assertThatThrownBy(() -> read(before, sent))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(why)
                .satisfies(thrown -> assertThat(((Refusal) thrown).fields()).containsOnlyKeys("metadata"));
    }

    private static String keys(int count) {
        return IntStream.range(0, count).mapToObj("\"k%d\":1"::formatted).collect(Collectors.joining(",", "{", "}"));
    }
}
