package dev.brickwork.support;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.brickwork.support.Contract.Operation;
import dev.brickwork.support.ContractShapes.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Judges exchanges by one contract file. [Contract] holds the one of the product; tests of the judge bring
/// their own.
final class ContractJudge {
    /// Of the protocol, and for browsers that show an answer where none should.
    private static final Set<String> ON_ANY_ANSWER = Set.of(
            "date",
            "connection",
            "content-type",
            "content-length",
            "transfer-encoding",
            "cache-control",
            "content-security-policy",
            "referrer-policy",
            "strict-transport-security",
            "x-content-type-options",
            "x-robots-tag");

    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonNode file;
    private final ContractShapes shapes;
    private final List<Operation> operations;

    ContractJudge(JsonNode file) {
        this.file = file;
        this.shapes = new ContractShapes(file);
        this.operations = list(file);
    }

    List<Operation> operations() {
        return operations;
    }

    List<String> faults(Reading reading, String pointer, JsonNode value) {
        return shapes.faults(reading, pointer, value);
    }

    void check(
            String method,
            String path,
            byte @Nullable [] requestBody,
            int status,
            Map<String, List<String>> responseHeaders,
            byte[] responseBody) {
        if (!path.startsWith(Contract.PREFIX + "/") || method.equals("OPTIONS")) return;
        var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(responseHeaders);
        var what = "%s %s answered %d".formatted(method, path, status);
        var operation = find(method.equals("HEAD") ? "GET" : method, path);
        var isSuccess = status >= 200 && status < 300;
        if (isSuccess && operation.isEmpty()) throw new AssertionError(what + ", but is not in the contract");
        if (isSuccess && operation.get().planned()) {
            throw new AssertionError(what + ", but is still marked `x-status: planned` in the contract");
        }
        var answer = answer(operation, status, what);
        checkHeaders(what, answer, headers);
        if (!method.equals("HEAD")) checkBody(what, answer, headers, responseBody);
        if (isSuccess) checkRequest(what, operation.get(), requestBody);
    }

    void checkEvent(String eventType, byte[] body) {
        var pointer = "/webhooks/" + escape(eventType) + "/post";
        if (file.at(pointer).isMissingNode()) throw new AssertionError("no event " + eventType + " in the contract");
        if (isPlanned(file.at(pointer))) throw new AssertionError(eventType + " is still marked `x-status: planned`");
        judge("event " + eventType, Reading.CLOSED, pointer + "/requestBody/content/application~1json/schema", body);
    }

    /// A literal segment beats a parameter, so the template with the fewest parameters is meant.
    Optional<Operation> find(String method, String path) {
        var wanted = segments(path.substring(Contract.PREFIX.length()).replaceAll("[?#].*", ""));
        return operations.stream()
                .filter(operation -> operation.method().equals(method) && fits(segments(operation.path()), wanted))
                .min(Comparator.comparingInt(
                        operation -> operation.pathParameters().size()));
    }

    private String answer(Optional<Operation> operation, int status, String what) {
        var documented = operation.map(found -> found.pointer() + "/responses/" + status);
        if (documented.isPresent() && !file.at(documented.get()).isMissingNode()) return resolved(documented.get());
        if (operation.isPresent() && !operation.get().planned()) {
            throw new AssertionError(what + ", a status that the contract does not tell for it");
        }
        return general(status).orElseThrow(() -> new AssertionError(what + ", a status that no answer has"));
    }

    /// Answers to what is no operation at all: an unknown path, a method that a path has not.
    private static Optional<String> general(int status) {
        var name = switch (status) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 409 -> "Conflict";
            case 412 -> "PreconditionFailed";
            case 413 -> "PayloadTooLarge";
            case 415 -> "UnsupportedMediaType";
            case 429 -> "TooManyRequests";
            case 500 -> "InternalError";
            case 503 -> "Unavailable";
            default -> "";
        };
        return name.isEmpty() ? Optional.empty() : Optional.of("/components/responses/" + name);
    }

    private void checkHeaders(String what, String answer, Map<String, List<String>> headers) {
        for (var documented : file.at(answer + "/headers").properties()) {
            var header = file.at(resolved(answer + "/headers/" + escape(documented.getKey())));
            if (header.path("required").asBoolean() && !headers.containsKey(documented.getKey())) {
                throw new AssertionError(what + " without the header " + documented.getKey());
            }
        }
        var told = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        file.at(answer + "/headers").fieldNames().forEachRemaining(told::add);
        for (var name : headers.keySet()) {
            if (!told.contains(name) && !ON_ANY_ANSWER.contains(name.toLowerCase(Locale.ROOT))) {
                throw new AssertionError(what + " with the header " + name + ", which the contract does not tell");
            }
        }
    }

    private void checkBody(String what, String answer, Map<String, List<String>> headers, byte[] body) {
        var contentType = headers.getOrDefault("Content-Type", List.of("")).getFirst();
        var mediaType = contentType.replaceAll(";.*", "").strip().toLowerCase(Locale.ROOT);
        var content = answer + "/content/" + escape(mediaType);
        if (mediaType.isEmpty() || file.at(content).isMissingNode()) {
            throw new AssertionError("%s as \"%s\", which the contract does not tell".formatted(what, contentType));
        }
        if (mediaType.equals("application/json")) judge(what, Reading.CLOSED, content + "/schema", body);
    }

    private void checkRequest(String what, Operation operation, byte @Nullable [] body) {
        var content = file.at(operation.pointer() + "/requestBody/content");
        if (body == null || body.length == 0) {
            var isNeeded =
                    file.at(operation.pointer() + "/requestBody/required").asBoolean();
            if (isNeeded) throw new AssertionError(what + " without the body that the contract requires");
            return;
        }
        // Forms and lines of JSON are not JSON; which one it was is known to the server alone.
        if (content.isMissingNode() || content.size() != 1) {
            if (!looksLikeJson(body)) return;
        }
        var json = content.path("application/json");
        if (json.isMissingNode() || json.path("x-judged-apart").asBoolean()) return;
        var schema = operation.pointer() + "/requestBody/content/application~1json/schema";
        judge(what + " to a request that", Reading.OPEN, schema, body);
    }

    private static boolean looksLikeJson(byte[] body) {
        try {
            JSON.readTree(body);
            return true;
        } catch (IOException notJson) {
            return false;
        }
    }

    private void judge(String what, Reading reading, String pointer, byte[] body) {
        JsonNode value;
        try {
            value = JSON.readTree(body);
        } catch (JsonProcessingException notJson) {
            throw new AssertionError(what + " is no JSON: " + notJson.getOriginalMessage(), notJson);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        var faults = shapes.faults(reading, pointer, value);
        if (!faults.isEmpty()) {
            throw new AssertionError("%s is not what the contract tells: %s%n%s"
                    .formatted(what, String.join("; ", faults), value.toPrettyString()));
        }
    }

    private String resolved(String pointer) {
        var reference = file.at(pointer).path("$ref");
        return reference.isTextual() ? reference.asText().substring(1) : pointer;
    }

    private static boolean fits(List<String> template, List<String> wanted) {
        if (template.size() != wanted.size()) return false;
        for (int i = 0; i < template.size(); i++) {
            if (!template.get(i).startsWith("{") && !template.get(i).equals(wanted.get(i))) return false;
        }
        return true;
    }

    static List<String> segments(String path) {
        return List.of(path.split("/")).stream()
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    static String escape(String token) {
        return token.replace("~", "~0").replace("/", "~1");
    }

    private static boolean isPlanned(JsonNode operation) {
        return operation.path("x-status").asText().equals("planned");
    }

    private static List<Operation> list(JsonNode file) {
        var operations = new ArrayList<Operation>();
        for (var path : file.path("paths").properties()) {
            for (var method : METHODS) {
                var operation = path.getValue().path(method);
                if (operation.isMissingNode()) continue;
                operations.add(new Operation(
                        method.toUpperCase(Locale.ROOT),
                        path.getKey(),
                        operation.path("operationId").asText(),
                        operation.path("tags").path(0).asText(),
                        operation.path("x-scope").asText(),
                        isPlanned(operation)));
            }
        }
        return List.copyOf(operations);
    }
}
