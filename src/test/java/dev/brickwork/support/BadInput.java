package dev.brickwork.support;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.support.Contract.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/// Requests that no client should send and every service gets, made from the contract. A seed makes them again.
///
/// The claim to hold against them: never a 5xx, always the error body or a success that the contract tells of.
public final class BadInput {
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";

    /// Stands for a raw text while the rest is still a tree.
    private static final String MARK = "@raw@";

    /// Over the limits of the reader: depth 32, texts of 256 KiB, bodies of 1 MiB, 100,000 tokens.
    private static final int DEPTH = 40;

    private static final int VERY_DEEP = 50_000;
    private static final int LONG_TEXT_BYTES = 300 * 1024;
    private static final int LARGE_BODY_BYTES = 1024 * 1024 + 1;
    private static final int MANY_TOKENS = 120_000;

    /// Enough to fill the stack of a reader that goes one call deeper for each.
    private static final int MANY_BRACKETS = 20_000;

    private BadInput() {}

    /// A body as it goes over the wire.
    ///
    /// @param what why it is bad, for the message of a failing test
    /// @param contentType empty when the header is to be left out
    public record Raw(String what, String contentType, byte[] body) {}

    /// All whole-body horrors once, then `count` bodies with one to three faults in their fields.
    public static List<Raw> bodies(Operation operation, Random random, int count) {
        return bodies(operation, random, Integer.MAX_VALUE, count);
    }

    /// At most `wholes` of the whole-body horrors, chosen at random, then `count` bodies with faults in their
    /// fields.
    public static List<Raw> bodies(Operation operation, Random random, int wholes, int count) {
        var bodies =
                new ArrayList<>(whole(sample(operation).map(JsonNode::toString).orElse("{}")));
        if (wholes < bodies.size()) Collections.shuffle(bodies, random);
        bodies.subList(Math.min(wholes, bodies.size()), bodies.size()).clear();
        bodies.addAll(faulty(operation, Map.of(), random, count));
        return bodies;
    }

    /// Bodies with one to three faults, that otherwise name what is there: `ids` has it by the names of the fields.
    public static List<Raw> faulty(Operation operation, Map<String, String> ids, Random random, int count) {
        var bodies = new ArrayList<Raw>();
        for (int i = 0; i < count; i++) bodies.add(faulty(operation, ids, random));
        return bodies;
    }

    /// A body that the contract accepts: the example that it shows, or the least that its schema asks for. Empty
    /// when the operation takes no JSON.
    public static Optional<JsonNode> sample(Operation operation) {
        var schema = schema(operation);
        if (schema.isMissingNode()) return Optional.empty();
        var shown = resolved(schema).path("examples").path(0);
        return Optional.of(shown.isMissingNode() ? JsonNodeFactory.instance.objectNode() : shown.deepCopy());
    }

    /// A query with a fault in one of the parameters of the operation, or in one that it has not.
    public static String query(Operation operation, Random random) {
        var names = new ArrayList<>(List.of("limit", "offset", "ordering", "unknown", "%00", "a[b]", ""));
        for (var parameter : Contract.file().at(operation.pointer() + "/parameters")) {
            var resolved = resolved(parameter);
            if (resolved.path("in").asText().equals("query"))
                names.add(resolved.path("name").asText());
        }
        var values = List.of(
                "",
                "0",
                "-1",
                "1001",
                "99999999999999999999",
                "1e3",
                "NaN",
                "null",
                "true",
                "%00",
                "%zz",
                "%",
                "%ff%fe",
                "%ED%A0%80",
                "..",
                "-",
                "created_at,-created_at",
                "2025-02-30",
                "'%20OR%201=1--",
                "%25%5F%5C",
                "a&b",
                "x".repeat(5000));
        var name = names.get(random.nextInt(names.size()));
        var value = values.get(random.nextInt(values.size()));
        return random.nextInt(4) == 0 ? name + "=" + value + "&" + name + "=" + value : name + "=" + value;
    }

    /// The path of the operation with something in the place of its ids that is no id of ours.
    public static String path(Operation operation, Random random) {
        var ids = List.of(
                "01985d2a-7c10-7000-8000-0000000000ff",
                "0",
                "null",
                "undefined",
                "..",
                "%2e%2e",
                "%2F",
                "%00",
                "a%20b",
                "%F0%9F%98%80",
                "01985d2a-7c10-7000-8000-0000000000fg",
                "{id}",
                "*",
                "'",
                "%27%3B--",
                "x".repeat(3000));
        var path = operation.path();
        for (var name : operation.pathParameters()) {
            path = path.replace("{" + name + "}", ids.get(random.nextInt(ids.size())));
        }
        return Contract.PREFIX + path;
    }

    /// The path of the operation to what is there.
    public static String path(Operation operation, Map<String, String> ids) {
        var path = operation.path();
        for (var name : operation.pathParameters()) path = path.replace("{" + name + "}", ids.get(name));
        return Contract.PREFIX + path;
    }

    /// Bodies that are wrong before their fields are looked at, made of a good one.
    public static List<Raw> whole(String sample) {
        var good = sample.getBytes(UTF_8);
        var deep = "{\"a\":".repeat(DEPTH) + "1" + "}".repeat(DEPTH);
        var bodies = new ArrayList<Raw>();
        bodies.add(new Raw("nothing", JSON, new byte[0]));
        for (var text : List.of("null", "[]", "[[[]]]", "\"text\"", "7", "{", "}", "{\"a\"}", "{]", "{}{}", "{},")) {
            bodies.add(new Raw("not an object: " + text, JSON, text.getBytes(UTF_8)));
        }
        bodies.add(new Raw(
                "cut off", JSON, sample.substring(0, sample.length() - 1).getBytes(UTF_8)));
        bodies.add(new Raw("a byte order mark", JSON, ("\uFEFF" + sample).getBytes(UTF_8)));
        bodies.add(new Raw("UTF-16", JSON, sample.getBytes(UTF_16)));
        bodies.add(new Raw("UTF-16 without a mark", JSON, sample.getBytes(UTF_16LE)));
        bodies.add(new Raw("UTF-16 that says so", JSON + "; charset=utf-16", sample.getBytes(UTF_16)));
        bodies.add(new Raw("no UTF-8", JSON, "{\"name\": \"\u00e9\u00c3(\"}".getBytes(ISO_8859_1)));
        bodies.add(new Raw("a bare NUL", JSON, "{\"name\": \"a\0b\"}".getBytes(UTF_8)));
        bodies.add(new Raw("every member twice", JSON, twice(sample).getBytes(UTF_8)));
        bodies.add(new Raw("deep", JSON, deep.getBytes(UTF_8)));
        bodies.add(new Raw("very deep", JSON, "[".repeat(VERY_DEEP).getBytes(UTF_8)));
        bodies.add(
                new Raw("a long text", JSON, ("{\"name\": \"" + "x".repeat(LONG_TEXT_BYTES) + "\"}").getBytes(UTF_8)));
        bodies.add(new Raw("many tokens", JSON, ("{\"a\": [" + "0,".repeat(MANY_TOKENS) + "0]}").getBytes(UTF_8)));
        bodies.add(new Raw("too large", JSON, (" ".repeat(LARGE_BODY_BYTES) + "{}").getBytes(UTF_8)));
        for (var type : List.of("", "text/plain", "application/xml", "json", "application/json/json", ";", "*/*")) {
            bodies.add(new Raw("as \"%s\"".formatted(type), type, good));
        }
        bodies.add(new Raw("in an unknown charset", JSON + "; charset=klingon", good));
        bodies.add(new Raw("JSON as a form", FORM, good));
        bodies.add(new Raw("multipart without a boundary", MULTIPART, good));
        bodies.addAll(forms());
        return bodies;
    }

    /// Forms that no browser sends: names, nesting and parts beyond every limit.
    public static List<Raw> forms() {
        var bodies = new ArrayList<Raw>();
        bodies.add(new Raw(
                "a form with odd names",
                FORM,
                ("a[[=1&bricks[999999999][x]=1&bricks[-1]=2&[]=&=&a[b]=1&a=2" + "&a[b][c]=%zz&%00=1&"
                                + "x[y]".repeat(200) + "=1")
                        .getBytes(UTF_8)));
        for (var name :
                List.of("a" + "[]".repeat(MANY_BRACKETS), "a" + "[".repeat(MANY_BRACKETS), "x[y".repeat(9_000))) {
            bodies.add(new Raw("a form with a name of many brackets", FORM, (name + "=1").getBytes(UTF_8)));
            bodies.add(new Raw(
                    "multipart with a name of many brackets",
                    MULTIPART + "; boundary=b",
                    "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n1\r\n--b--\r\n"
                            .formatted(name)
                            .getBytes(UTF_8)));
        }
        bodies.add(new Raw(
                "a form whose fields hold deep JSON",
                FORM,
                ("metadata[a][b][c][d][e][f]=" + "[".repeat(30) + "]".repeat(30) + "&bricks[0][x][y][z][u][v][w]="
                                + "[".repeat(32) + "]".repeat(32))
                        .getBytes(UTF_8)));
        bodies.add(new Raw(
                "multipart that never ends", MULTIPART + "; boundary=b", "--b\r\nContent-Disp".getBytes(UTF_8)));
        bodies.add(new Raw(
                "multipart with a file",
                MULTIPART + "; boundary=b",
                ("--b\r\nContent-Disposition: form-data; "
                                + "name=\"bricks\"; filename=\"../x\"\r\n\r\n[]\r\n--b--\r\n")
                        .getBytes(UTF_8)));
        bodies.add(new Raw(
                "a form of very many fields", FORM, "f=1&".repeat(15_000).getBytes(UTF_8)));
        bodies.add(new Raw("a form of separators", FORM, "&=".repeat(30_000).getBytes(UTF_8)));
        bodies.add(new Raw("a form with a very long name", FORM, ("x".repeat(60_000) + "=1").getBytes(UTF_8)));
        bodies.add(new Raw(
                "deep JSON instead of a form", JSON, "{\"a\":".repeat(10_000).getBytes(UTF_8)));
        bodies.add(new Raw(
                "multipart of very many parts",
                MULTIPART + "; boundary=b",
                ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n".repeat(800) + "--b--\r\n")
                        .getBytes(UTF_8)));
        bodies.add(new Raw(
                "multipart with a very long header",
                MULTIPART + "; boundary=b",
                ("--b\r\nContent-Disposition: form-data" + "; x=\"".repeat(10_000) + "\r\n\r\n1\r\n--b--\r\n")
                        .getBytes(UTF_8)));
        return bodies;
    }

    private static Raw faulty(Operation operation, Map<String, String> ids, Random random) {
        JsonNode body = sample(operation).orElseGet(JsonNodeFactory.instance::objectNode);
        ids.forEach((name, id) -> body.findParents(name).forEach(parent -> ((ObjectNode) parent).put(name, id)));
        var schema = schema(operation);
        var what = new StringBuilder();
        var raws = new ArrayList<String>();
        for (int i = 0; i <= random.nextInt(3); i++)
            what.append(spoil(body, schema, random, raws)).append("; ");
        var text = body.toString();
        for (var raw : raws)
            text = text.replaceFirst("\"" + MARK + "\"", java.util.regex.Matcher.quoteReplacement(raw));
        return new Raw(what.toString(), JSON, text.getBytes(UTF_8));
    }

    /// Walks down to a random object and does something to one of its members.
    private static String spoil(JsonNode body, JsonNode schema, Random random, List<String> raws) {
        if (body instanceof ArrayNode array && !array.isEmpty()) {
            var index = random.nextInt(array.size());
            return "[%d]".formatted(index)
                    + spoil(array.get(index), resolved(schema).path("items"), random, raws);
        }
        if (!(body instanceof ObjectNode object)) return " untouched";
        var names = new ArrayList<String>();
        resolved(schema).path("properties").fieldNames().forEachRemaining(names::add);
        object.fieldNames().forEachRemaining(names::add);
        names.add("unknown");
        var name = names.get(random.nextInt(names.size()));
        var child = resolved(schema).path("properties").path(name);
        var isDeeper = object.path(name).isContainerNode() && !object.path(name).isEmpty();
        if (isDeeper && random.nextBoolean()) return "." + name + spoil(object.get(name), child, random, raws);
        if (object.has(name) && random.nextInt(5) == 0) {
            object.remove(name);
            return "." + name + " missing";
        }
        var raw = BadValues.any(random, resolved(child));
        object.put(name, MARK);
        raws.add(raw);
        return "." + name + " = " + raw.substring(0, Math.min(60, raw.length()));
    }

    private static String twice(String sample) {
        UnaryOperator<String> inner = text -> text.substring(1, text.length() - 1);
        return sample.equals("{}") || sample.startsWith("[")
                ? "{\"a\": 1, \"a\": 1}"
                : "{" + inner.apply(sample) + "," + inner.apply(sample) + "}";
    }

    private static JsonNode schema(Operation operation) {
        return Contract.file().at(operation.pointer() + "/requestBody/content/application~1json/schema");
    }

    private static JsonNode resolved(JsonNode node) {
        var target = node;
        while (target.has("$ref"))
            target = Contract.file().at(target.path("$ref").asText().substring(1));
        return target.path("anyOf").path(0).has("$ref")
                ? resolved(target.path("anyOf").path(0))
                : target;
    }
}
