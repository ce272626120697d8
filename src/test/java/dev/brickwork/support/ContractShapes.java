package dev.brickwork.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.Keyword;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.format.PatternFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The schemas of the contract, compiled once each, in two readings.
///
/// *Open* is what the file says: members that it does not name are allowed, because clients of any age may send
/// them. *Closed* refuses them, because an answer must not hold what the contract does not tell. The file itself
/// stays open, so that adding a field to an answer is no break for those who generate clients from it.
final class ContractShapes {
    enum Reading {
        OPEN("https://brickwork.dev/contract/open"),
        CLOSED("https://brickwork.dev/contract/closed");

        private final String home;

        Reading(String home) {
            this.home = home;
        }
    }

    /// Suffix of the copies that stand inside an `allOf`: there the members of all parts belong together, so only
    /// the outermost schema may be closed.
    private static final String PART = "~part";

    private static final String SCHEMAS = "#/components/schemas/";
    private final JsonSchema open;
    private final JsonSchema closed;
    private final Map<String, JsonSchema> compiled = new ConcurrentHashMap<>();

    ContractShapes(JsonNode file) {
        var texts = Map.of(
                Reading.OPEN.home,
                file.toString(),
                Reading.CLOSED.home,
                closed(file).toString());
        var factory = JsonSchemaFactory.builder(JsonSchemaFactory.getInstance(VersionFlag.V202012))
                .metaSchema(dialect(file))
                .schemaLoaders(loaders -> loaders.schemas(texts))
                .build();
        var config =
                SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
        open = factory.getSchema(SchemaLocation.of(Reading.OPEN.home), config);
        closed = factory.getSchema(SchemaLocation.of(Reading.CLOSED.home), config);
    }

    /// The faults of a value, as sentences; empty when it fits the schema at the JSON pointer.
    List<String> faults(Reading reading, String pointer, JsonNode value) {
        var schema = compiled.computeIfAbsent(reading + pointer, _ -> compile(reading, pointer));
        Set<ValidationMessage> messages = schema.validate(value);
        return messages.stream().map(ValidationMessage::getMessage).sorted().toList();
    }

    /// By way of the whole file, which is read once; asked for a part directly, the library would read it again.
    private JsonSchema compile(Reading reading, String pointer) {
        var whole = switch (reading) {
            case OPEN -> open;
            case CLOSED -> closed;
        };
        return whole.getRefSchema(
                SchemaLocation.of(reading.home + "#" + pointer).getFragment());
    }

    /// JSON Schema 2020-12, with the members of the file that are no schemas, and with e-mail addresses at names
    /// that are reserved for examples, which the library would refuse.
    private static JsonMetaSchema dialect(JsonNode file) {
        var strangers = file.properties().stream()
                .map(member -> (Keyword) new NonValidationKeyword(member.getKey()))
                .toList();
        return JsonMetaSchema.builder(JsonMetaSchema.getV202012())
                .keywords(strangers)
                .format(PatternFormat.of("email", "^[^@\\s]+@[^@\\s]+$", "format.email"))
                .build();
    }

    private static JsonNode closed(JsonNode file) {
        var copy = (ObjectNode) closedEverywhere(file);
        var schemas = (ObjectNode) copy.at("/components/schemas");
        for (var named : file.at("/components/schemas").properties()) {
            schemas.set(named.getKey(), closed(named.getValue(), false));
            schemas.set(named.getKey() + PART, closed(named.getValue(), true));
        }
        return copy;
    }

    /// Closes what stands under a `schema` member, wherever that is in the file.
    private static JsonNode closedEverywhere(JsonNode node) {
        if (node instanceof ArrayNode array) {
            var copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> copy.add(closedEverywhere(element)));
            return copy;
        }
        if (!(node instanceof ObjectNode object)) return node;
        var copy = JsonNodeFactory.instance.objectNode();
        for (var member : object.properties()) {
            var isSchema = member.getKey().equals("schema");
            copy.set(
                    member.getKey(), isSchema ? closed(member.getValue(), false) : closedEverywhere(member.getValue()));
        }
        return copy;
    }

    private static JsonNode closed(JsonNode schema, boolean isPart) {
        if (!(schema instanceof ObjectNode object)) return schema;
        var copy = object.deepCopy();
        for (var keyword : List.of("items", "additionalProperties")) {
            if (object.has(keyword)) copy.set(keyword, closed(object.get(keyword), false));
        }
        for (var keyword : List.of("anyOf", "oneOf", "allOf")) {
            if (!object.has(keyword)) continue;
            var elements = copy.putArray(keyword);
            object.get(keyword).forEach(element -> elements.add(closed(element, keyword.equals("allOf"))));
        }
        if (object.has("properties")) {
            var properties = copy.putObject("properties");
            object.get("properties")
                    .properties()
                    .forEach(named -> properties.set(named.getKey(), closed(named.getValue(), false)));
        }
        if (isPart && object.path("$ref").asText().startsWith(SCHEMAS)) {
            copy.put("$ref", object.get("$ref").asText() + PART);
        }
        if (!isPart) close(copy);
        return copy;
    }

    private static void close(ObjectNode schema) {
        if (schema.has("additionalProperties") || schema.has("unevaluatedProperties")) return;
        if (schema.has("allOf")) schema.put("unevaluatedProperties", false);
        else if (schema.has("properties")) schema.put("additionalProperties", false);
    }
}
