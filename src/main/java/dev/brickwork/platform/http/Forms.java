package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.json.JsonReader;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Turns form and multipart bodies into the tree that JSON would have given: nested values as
/// `bricks[0][brick_id]=…`, or one field that holds JSON text. A form knows only text, so what looks like a
/// number or a truth value becomes one; fields that are texts in the API take the text back through `Fields`.
final class Forms {
    private static final int PART_COUNT_MAX = 1000;
    private static final int INDEX_MAX = 200;
    private static final int DEPTH_MAX = 8;
    private static final int NAME_LENGTH_MAX = 512;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,18})(\\.\\d{1,20})?");
    private static final Comparator<String> BY_POSITION =
            Comparator.comparingInt(Forms::position).thenComparing(Comparator.naturalOrder());

    private Forms() {}

    record Field(String name, String value) {}

    /// A parameter or a field that came more than once: a list where the API wants one.
    @SuppressWarnings("unchecked") // What ArrayNode says of its copies.
    static final class Repeated extends ArrayNode {
        private static final long serialVersionUID = 1;

        private Repeated(List<? extends JsonNode> values) {
            super(JsonNodeFactory.instance);
            values.forEach(this::add);
        }
    }

    static JsonNode urlEncoded(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        var fields = new ArrayList<Field>();
        for (var pair : text.split("&", -1)) {
            if (pair.isEmpty()) continue;
            if (fields.size() >= PART_COUNT_MAX)
                throw malformed("it has more than %d fields".formatted(PART_COUNT_MAX));
            int equals = pair.indexOf('=');
            var name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            fields.add(new Field(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))));
        }
        return tree(fields);
    }

    static JsonNode multipart(byte[] bytes, String contentType) {
        return tree(new Multipart(bytes, Optional.empty()).fields(contentType));
    }

    /// A form whose part named `file` is a file.
    static Upload upload(byte[] bytes, String contentType) {
        var files = new ArrayList<Upload.UploadedFile>();
        var fields = tree(new Multipart(bytes, Optional.of(files)).fields(contentType));
        if (files.size() > 1) throw malformed("it has more than one file");
        return new Upload(Fields.of(fields), files.stream().findFirst());
    }

    /// Query parameters as a flat object of texts, and of lists where one came again.
    static JsonNode tree(Map<String, List<String>> query) {
        var root = JsonNodeFactory.instance.objectNode();
        query.forEach((name, values) -> {
            if (values.size() == 1) root.set(name, numberOrText(values.getFirst()));
            else
                root.set(
                        name,
                        new Repeated(values.stream().map(TextNode::valueOf).toList()));
        });
        return root;
    }

    private static JsonNode tree(List<Field> fields) {
        var root = JsonNodeFactory.instance.objectNode();
        fields.stream().map(Forms::place).sorted(Forms::compare).forEach(it -> put(root, it.steps, it.field));
        return root;
    }

    /// Where a field belongs: `bricks`, `0`, `brick_id`.
    private record Place(List<String> steps, Field field) {}

    private static Place place(Field field) {
        JsonReader.requireCleanText(field.name);
        JsonReader.requireCleanText(field.value);
        return new Place(steps(field.name), field);
    }

    /// Cuts `a[0][b]` into `a`, `0` and `b`. In a loop: a regular expression that repeats a group takes a call of the
    /// stack per bracket, and names come from strangers.
    private static List<String> steps(String name) {
        if (name.length() > NAME_LENGTH_MAX) {
            throw malformed("a field has a name of more than %d characters".formatted(NAME_LENGTH_MAX));
        }
        int open = name.indexOf('[');
        int at = open < 0 ? name.length() : open;
        var steps = new ArrayList<String>();
        steps.add(checked(name.substring(0, at), name));
        if (at == 0) throw unnameable(name);
        while (at < name.length()) {
            int close = name.indexOf(']', at);
            if (name.charAt(at) != '[' || close < 0) throw unnameable(name);
            var step = checked(name.substring(at + 1, close), name);
            at = close + 1;
            if (!step.isEmpty() || at == name.length()) steps.add(step);
            if (steps.size() > DEPTH_MAX) throw malformed("it is nested too deep");
        }
        return steps;
    }

    private static String checked(String step, String name) {
        if (step.indexOf('[') >= 0 || step.indexOf(']') >= 0) throw unnameable(name);
        return step;
    }

    private static Refusal unnameable(String name) {
        return malformed("no field can be named '%s'".formatted(name));
    }

    /// Lists are filled from their beginning, however the client sorts its fields (`a[10]` before `a[2]`); what
    /// names no position (`a[]`) follows in the order in which it came.
    private static int compare(Place one, Place other) {
        int shared = Math.min(one.steps.size(), other.steps.size());
        for (int i = 0; i < shared; i++) {
            int order = BY_POSITION.compare(one.steps.get(i), other.steps.get(i));
            if (order != 0) return order;
        }
        return Integer.compare(one.steps.size(), other.steps.size());
    }

    private static int position(String step) {
        if (!isIndex(step)) return -1;
        return step.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(step);
    }

    private static void put(ObjectNode root, List<String> steps, Field field) {
        JsonNode parent = root;
        for (int i = 0; i < steps.size() - 1; i++) {
            parent = child(parent, steps.get(i), isIndex(steps.get(i + 1)), field);
        }
        var last = steps.getLast();
        var value = value(field.value);
        if (value.isContainerNode() && steps.size() + depth(value) > JsonReader.DEPTH_MAX) {
            throw malformed("it is nested deeper than " + JsonReader.DEPTH_MAX);
        }
        switch (parent) {
            case ArrayNode array -> {
                int before = array.size();
                at(array, last, field, value);
                if (array.size() == before) throw twice(field);
            }
            case ObjectNode object when object.has(last) -> object.set(last, repeated(object.get(last), value, field));
            case ObjectNode object -> object.set(last, value);
            default -> throw contradicts(field);
        }
    }

    /// Of what the reader of JSON has let through, which is bounded.
    private static int depth(JsonNode value) {
        int deepest = 0;
        for (var child : value) deepest = Math.max(deepest, depth(child));
        return value.isContainerNode() ? deepest + 1 : 0;
    }

    /// `discount_coupons=A&discount_coupons=B` is the list of both, in the order in which they came (API 4.2).
    private static JsonNode repeated(JsonNode before, JsonNode value, Field field) {
        if (!(before instanceof Repeated list)) {
            if (before.isArray()) throw contradicts(field);
            return new Repeated(List.of(before, value));
        }
        if (list.size() > INDEX_MAX) throw malformed("a list has more than %d entries".formatted(INDEX_MAX));
        return list.add(value);
    }

    private static Refusal twice(Field field) {
        return malformed("the field '%s' occurs twice".formatted(field.name));
    }

    private static JsonNode child(JsonNode parent, String step, boolean isArray, Field field) {
        var fresh = isArray ? JsonNodeFactory.instance.arrayNode() : JsonNodeFactory.instance.objectNode();
        if (parent instanceof ArrayNode array) return at(array, step, field, fresh);
        if (!(parent instanceof ObjectNode object)) throw contradicts(field);
        if (!object.has(step)) object.set(step, fresh);
        var found = object.get(step);
        if (found.getNodeType() != fresh.getNodeType()) throw contradicts(field);
        return found;
    }

    private static JsonNode at(ArrayNode array, String step, Field field, JsonNode fresh) {
        int index = step.isEmpty() ? array.size() : index(step);
        if (index > array.size()) throw malformed("the field '%s' leaves a gap in its list".formatted(field.name));
        if (index == array.size()) array.add(fresh);
        return array.get(index);
    }

    private static int index(String step) {
        if (!isIndex(step)) throw malformed("'%s' is no position in a list".formatted(step));
        int index = Integer.parseInt(step);
        if (index > INDEX_MAX) throw malformed("a list has more than %d entries".formatted(INDEX_MAX));
        return index;
    }

    private static boolean isIndex(String step) {
        return step.isEmpty() || (step.length() <= 4 && step.chars().allMatch(c -> c >= '0' && c <= '9'));
    }

    private static JsonNode value(String text) {
        var trimmed = text.strip();
        if (trimmed.startsWith("{") || trimmed.startsWith("[")) return jsonOrText(text);
        return switch (trimmed) {
            case "true", "True" -> new FormFlag(text, true);
            case "false", "False" -> new FormFlag(text, false);
            case "null" -> NullNode.instance;
            default -> NUMBER.matcher(trimmed).matches() ? numberOrText(text) : new FormText(text);
        };
    }

    /// A label may begin with a bracket (`[Q3] credit`).
    private static JsonNode jsonOrText(String text) {
        try {
            return JsonReader.request(text.strip().getBytes(StandardCharsets.UTF_8));
        } catch (Refusal _) {
            return TextNode.valueOf(text);
        }
    }

    private static JsonNode numberOrText(String text) {
        var trimmed = text.strip();
        return NUMBER.matcher(trimmed).matches()
                ? new FormNumber(text, new BigDecimal(trimmed))
                : TextNode.valueOf(text);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw malformed("a percent sign is not followed by two hexadecimal digits");
        }
    }

    private static Refusal contradicts(Field field) {
        return malformed("the field '%s' contradicts another one".formatted(field.name));
    }

    static Refusal malformed(String why) {
        return Refusal.badRequest("the form cannot be read: " + why);
    }
}
