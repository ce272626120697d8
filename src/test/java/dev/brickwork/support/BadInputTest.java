package dev.brickwork.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.support.Contract.Operation;
import java.net.URI;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The generator makes what it promises, and makes it again from the same seed.
@Tag("fast")
class BadInputTest {
    private static final String SCHEMA = "/requestBody/content/application~1json/schema";

    @Test
    void theSampleIsARequestThatTheContractAccepts() {
        assertThat(Contract.operations()).filteredOn(BadInputTest::takesJson).allSatisfy(operation -> {
            JsonNode sample = BadInput.sample(operation).orElseThrow();
            assertThat(Contract.faults(operation.pointer() + SCHEMA, sample))
                    .as(operation.id())
                    .isEmpty();
        });
    }

    @Test
    void theSameSeedMakesTheSameRequests() {
        var operation = operation("estimateSubscription");
        assertThat(print(operation, 42)).isEqualTo(print(operation, 42)).isNotEqualTo(print(operation, 43));
    }

    /// Faults reach every level, and every kind of them occurs.
    @Test
    void faultsAreFoundEverywhere() {
        var operation = operation("estimateSubscription");
        var faults = BadInput.bodies(operation, new Random(7), 3_000).stream()
                .map(BadInput.Raw::what)
                .collect(Collectors.joining("\n"));
        assertThat(faults)
                .contains(".starts_at missing", ".bricks[0].discount[0].rate = ", ".phases = ", ".unknown = ")
                .contains("NaN", "1e400", "\\ud800", "\\u0000", "1201", "every member twice", "a byte order mark");
    }

    @Test
    void mostOfThemBreakTheContract() {
        var operation = operation("createCustomer");
        var bodies = BadInput.bodies(operation, new Random(7), 1_000);
        var wrong = bodies.stream().filter(raw -> !fits(operation, raw)).count();
        assertThat(wrong).isGreaterThan(bodies.size() / 2);
    }

    @Test
    void pathsAndQueriesAreFilledIn() {
        var random = new Random(7);
        for (var operation : Contract.operations()) {
            assertThat(BadInput.path(operation, random).replace("{id}", "")).doesNotContain("{");
            assertThat(BadInput.query(operation, random)).contains("=");
        }
        assertThat(URI.create("/api/v2/sellers").getPath()).isEqualTo(BadInput.path(operation("listSellers"), random));
    }

    private static boolean fits(Operation operation, BadInput.Raw raw) {
        try {
            var value = new com.fasterxml.jackson.databind.ObjectMapper().readTree(raw.body());
            return Contract.faults(operation.pointer() + SCHEMA, value).isEmpty();
        } catch (java.io.IOException notJson) {
            return false;
        }
    }

    private static String print(Operation operation, long seed) {
        return BadInput.bodies(operation, new Random(seed), 200).stream()
                .map(raw -> raw.what() + raw.contentType() + new String(raw.body(), UTF_8))
                .collect(Collectors.joining("\n"));
    }

    private static Operation operation(String id) {
        return Contract.operations().stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static boolean takesJson(Operation operation) {
        return !Contract.file().at(operation.pointer() + SCHEMA).isMissingNode();
    }
}
