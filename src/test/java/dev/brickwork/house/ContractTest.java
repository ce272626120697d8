package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.support.Contract;
import dev.brickwork.support.Contract.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The contract is well made: whole, without loose ends, and its examples keep its own rules.
@Tag("fast")
class ContractTest {
    private static final JsonNode FILE = Contract.file();
    private static final Set<String> SCOPES =
            Set.of("read", "write", "invoices:void", "payments", "usage:write", "catalog", "keys", "operator");

    @Test
    void itIsOpenApi31UnderTheVersionedAddress() {
        assertThat(FILE.path("openapi").asText()).isEqualTo("3.1.0");
        assertThat(FILE.at("/info/version").asText()).isEqualTo("2.0.0");
        assertThat(FILE.at("/servers/0/url").asText()).isEqualTo(Contract.PREFIX);
        assertThat(FILE.at("/components/securitySchemes/ServiceKey/name").asText())
                .isEqualTo("X-SERVICE-KEY");
    }

    @Test
    void everyReferenceResolves() {
        var loose = new ArrayList<String>();
        visit(FILE, "", (pointer, node) -> {
            var reference = node.path("$ref");
            if (reference.isTextual()
                    && FILE.at(reference.asText().substring(1)).isMissingNode()) loose.add(pointer);
        });
        assertThat(loose).isEmpty();
    }

    /// A response is exempt: 405 is given to what is no operation.
    @Test
    void nothingUnderComponentsIsUnused() {
        var used = new HashSet<String>();
        visit(FILE, "", (_, node) -> used.add(node.path("$ref").asText()));
        var unused = new TreeSet<String>();
        for (var kind : List.of("schemas", "parameters", "headers")) {
            for (var named : FILE.at("/components/" + kind).properties()) {
                var reference = "#/components/" + kind + "/" + named.getKey();
                if (!used.contains(reference)) unused.add(reference);
            }
        }
        assertThat(unused).isEmpty();
    }

    @Test
    void everyOperationSaysWhatItIsAndWhoMayCallIt() {
        var tags = new HashSet<String>();
        FILE.path("tags").forEach(tag -> tags.add(tag.path("name").asText()));
        assertThat(Contract.operations()).isNotEmpty().allSatisfy(operation -> {
            var node = FILE.at(operation.pointer());
            assertThat(operation.id()).matches("[a-z][A-Za-z]+");
            assertThat(tags).contains(operation.tag());
            assertThat(SCOPES).contains(operation.scope());
            assertThat(node.path("summary").asText()).as(operation.id()).isNotBlank();
            assertThat(node.path("description").asText()).as(operation.id()).isNotBlank();
        });
    }

    @Test
    void noTwoOperationsHaveOneId() {
        var ids = new ArrayList<String>();
        Contract.operations().forEach(operation -> ids.add(operation.id()));
        FILE.path("webhooks")
                .forEach(event -> ids.add(event.at("/post/operationId").asText()));
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void everyOperationNamesItsSuccessAndTheRefusalsItCanGive() {
        assertThat(Contract.operations()).allSatisfy(operation -> {
            var answers = names(FILE.at(operation.pointer() + "/responses"));
            var takesUsageIn = operation.id().startsWith("recordUsage");
            assertThat(answers).as(operation.id()).contains(takesUsageIn ? "201" : "200");
            assertThat(answers).as(operation.id()).contains("400", "401", "403", "429", "500", "503");
            if (!operation.pathParameters().isEmpty())
                assertThat(answers).as(operation.id()).contains("404");
            if (operation.isMutation()) assertThat(answers).as(operation.id()).contains("409");
            if (takesBody(operation)) assertThat(answers).as(operation.id()).contains("413", "415");
            boolean isEdit = List.of("PUT", "PATCH").contains(operation.method());
            assertThat(parameters(operation).contains("If-Match"))
                    .as(operation.id())
                    .isEqualTo(isEdit);
            if (isEdit) assertThat(answers).as(operation.id()).contains("412");
        });
    }

    @Test
    void everyAnswerCarriesTheRequestId() {
        visit(FILE.path("paths"), "/paths", (pointer, node) -> {
            if (!node.has("content") || !pointer.contains("/responses/")) return;
            assertThat(node.at("/headers/X-Request-Id").isMissingNode())
                    .as(pointer)
                    .isFalse();
        });
    }

    @Test
    void everyPathParameterIsDeclaredAndEveryDeclaredOneIsInThePath() {
        assertThat(Contract.operations()).allSatisfy(operation -> {
            var declared = new ArrayList<String>();
            var path = operation.pointer().replaceAll("/[a-z]+$", "");
            for (var parameter : FILE.at(path + "/parameters")) {
                var resolved = resolved(parameter);
                if (resolved.path("in").asText().equals("path")) {
                    assertThat(resolved.path("required").asBoolean()).isTrue();
                    declared.add(resolved.path("name").asText());
                }
            }
            assertThat(declared).as(operation.path()).containsExactlyElementsOf(operation.pathParameters());
        });
    }

    @Test
    void everyMutationTakesAnIdempotencyKey() {
        assertThat(Contract.operations())
                .filteredOn(Operation::isMutation)
                .allSatisfy(operation ->
                        assertThat(parameters(operation)).as(operation.id()).contains("Idempotency-Key"));
    }

    /// Every paged list takes `ordering`, except those without a time of their own and those whose order the
    /// contract fixes.
    @Test
    void everyPagedListCanBeTurnedAround() {
        assertThat(Contract.operations())
                .filteredOn(operation -> parameters(operation).contains("offset"))
                .filteredOn(operation -> !parameters(operation).contains("ordering"))
                .extracting(Operation::path)
                .containsExactlyInAnyOrder(
                        "/tax-rates",
                        "/subscriptions/{subscription_id}/bricks",
                        "/subscriptions/{subscription_id}/bricks/{brick_id}/usage",
                        "/subscriptions/{subscription_id}/bricks/{brick_id}/usage/entries",
                        "/accounting/periods");
    }

    /// Examples are what people copy, so they hold nothing that the schema does not name.
    @Test
    void everyExampleFitsItsSchema() {
        var faults = new ArrayList<String>();
        visit(FILE, "", (pointer, node) -> {
            if (pointer.contains("/examples/") || pointer.contains("/example/")) return;
            var isMedia = node.has("schema");
            var schema = isMedia ? pointer + "/schema" : pointer;
            if (isMedia && node.has("example")) judge(faults, pointer, schema, node.path("example"));
            if (isMedia)
                node.path("examples").forEach(example -> judge(faults, pointer, schema, example.path("value")));
            if (!isMedia && node.path("examples").isArray()) {
                node.path("examples").forEach(example -> judge(faults, pointer, schema, example));
            }
        });
        assertThat(faults).isEmpty();
    }

    @Test
    void everySchemaIsDescribedAndEveryObjectShowsAnExample() {
        for (var schema : FILE.at("/components/schemas").properties()) {
            assertThat(schema.getValue().path("description").asText())
                    .as(schema.getKey())
                    .isNotBlank();
        }
    }

    @Test
    void everyEventOfTheListHasItsBody() {
        assertThat(words("EventType")).hasSizeGreaterThan(25).hasSameElementsAs(names(FILE.path("webhooks")));
    }

    @Test
    void theJournalNamesItsAccountsAndCauses() {
        assertThat(words("JournalAccount")).isEqualTo(names(Account.values()));
        assertThat(words("JournalCause")).isEqualTo(names(Cause.values()));
    }

    private static List<String> words(String schema) {
        return FILE.at("/components/schemas/%s/enum".formatted(schema))
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    private static List<String> names(Enum<?>[] values) {
        return Stream.of(values).map(Enum::name).toList();
    }

    private static void judge(List<String> faults, String pointer, String schema, JsonNode example) {
        Contract.faults(schema, example).forEach(fault -> faults.add(pointer + ": " + fault));
    }

    private static boolean takesBody(Operation operation) {
        return !FILE.at(operation.pointer() + "/requestBody").isMissingNode();
    }

    private static List<String> parameters(Operation operation) {
        var names = new ArrayList<String>();
        for (var parameter : FILE.at(operation.pointer() + "/parameters")) {
            names.add(resolved(parameter).path("name").asText());
        }
        return names;
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? FILE.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(java.util.Map.Entry::getKey).toList();
    }

    private static void visit(JsonNode node, String pointer, BiConsumer<String, JsonNode> visitor) {
        if (node.isObject()) {
            visitor.accept(pointer, node);
            node.properties()
                    .forEach(member -> visit(member.getValue(), pointer + "/" + escape(member.getKey()), visitor));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) visit(node.get(i), pointer + "/" + i, visitor);
        }
    }

    private static String escape(String token) {
        return token.replace("~", "~0").replace("/", "~1");
    }
}
