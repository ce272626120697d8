package dev.brickwork.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.Refusal;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class JsonReaderTest {
    /// The database writes numbers out: what an exponent hides must keep to the same limit, or it could be stored and
    /// never be read again.
    @Test
    void anExponentMakesNoNumberLongerThanItMayBe() {
        for (var number : List.of("1e39", "-1e39", "-1E-39", "1.5e38", "0e39", "-123e-37", "-12345.6789e-35")) {
            assertThat(JsonReader.isShort(number)).as(number).isTrue();
            assertThat(read("{\"a\": [%s]}".formatted(number)).isObject()).isTrue();
            var kept = new BigDecimal(number).toPlainString();
            assertThat(JsonReader.stored(kept).decimalValue()).isEqualByComparingTo(number);
        }
        for (var number :
                List.of("1e40", "1e-40", "1E400", "0e99", "1E2147483647", "1e-2147483647", "1e999999999999")) {
            assertThat(JsonReader.isShort(number)).as(number).isFalse();
            assertThatThrownBy(() -> read("{\"a\": [%s]}".formatted(number)))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("more than 40 digits");
        }
    }

    /// An answer wraps what a client sent, and so does an event: what could be sent can be read again inside them.
    @Test
    void whatIsKeptMayBeDeeperThanWhatIsSent() {
        var sent = "[".repeat(JsonReader.DEPTH_MAX) + "]".repeat(JsonReader.DEPTH_MAX);
        assertThat(read(sent).isArray()).isTrue();
        var kept = "{\"data\": {\"results\": [{\"metadata\": %s}]}}".formatted(sent);
        assertThat(JsonReader.stored(kept).path("data").path("results").size()).isOne();
    }

    private static JsonNode read(String text) {
        return JsonReader.request(text.getBytes(StandardCharsets.UTF_8));
    }
}
