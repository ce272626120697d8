package dev.brickwork.support;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.json.JsonReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A piece of JSON that a test expects in an answer, a stored document or a webhook body. It is compared by
/// members, so that neither a new member nor another order of members fails a test.
///
/// - `"status":"PAID","amount":100` is found where one object, at any depth, has both members.
/// - `{"status":"PAID"}` and `["keys","operator"]` are found where an object has these members, or an array
///   exactly these elements in this order.
/// - All else, such as `At most 3`, `"name"` or the start of a value (`"bill_at":"2025-01-01`), is found as text.
///
/// An object may have members that the fragment does not name, with two exceptions: `{}` is an empty object, and
/// the members of [#MAPS], whose keys are data and no shape, have exactly the keys given. Numbers are equal if
/// they are written alike: 1.0 is not 1. `null` is a value, and not the absence of a member.
///
/// A fragment that is cut off in the middle of JSON is refused: as text it would depend on the order of members.
public final class JsonFragment {
    private static final Set<String> MAPS = Set.of("metadata", "properties", "fields", "before", "after");
    private static final Pattern NAME = Pattern.compile("(?<!\\\\)\"\\s*:");
    private static final Pattern START_OF_VALUE = Pattern.compile("\"[^\"]+\":[\\[{]*(\"[^\"]*)?");

    private final String text;
    private final Optional<JsonNode> json;

    private record Candidate(String path, List<String> differences) {}

    private JsonFragment(String text, Optional<JsonNode> json) {
        this.text = text;
        this.json = json;
    }

    public static JsonFragment of(String text) {
        var members = read("{" + text + "}").filter(object -> !object.isEmpty());
        var json = members.or(() -> read(text).filter(JsonNode::isContainerNode));
        boolean isCutOff = json.isEmpty()
                && NAME.matcher(text).find()
                && !START_OF_VALUE.matcher(text).matches();
        if (isCutOff) {
            throw new IllegalArgumentException(
                    "%s is cut off, or names a member twice: write whole members, such as".formatted(text)
                            + " \"status\":\"PAID\",\"amount\":100, or read the value by its path");
        }
        return new JsonFragment(text, json);
    }

    public boolean isIn(String body) {
        return json.map(wanted -> nearest(wanted, body)
                        .filter(candidate -> candidate.differences.isEmpty())
                        .isPresent())
                .orElseGet(() -> body.contains(text));
    }

    /// Fails unless the body has this fragment, and names the object that comes closest and its differences.
    ///
    /// @param source where the body came from, for the message
    public void requireIn(String source, String body) {
        if (isIn(body)) return;
        var nearest = json.flatMap(wanted -> nearest(wanted, body))
                .map(candidate -> "; nearest is %s: %s"
                        .formatted(
                                candidate.path.isEmpty() ? "the whole" : candidate.path,
                                String.join(", ", candidate.differences)))
                .orElse("");
        throw new AssertionError("%s: no %s%s in %s".formatted(source, text, nearest, body));
    }

    private static Optional<JsonNode> read(String text) {
        try {
            return Optional.of(JsonReader.stored(text));
        } catch (IllegalStateException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<Candidate> nearest(JsonNode wanted, String body) {
        var candidates = new ArrayList<Candidate>();
        read(body).ifPresent(whole -> collect(wanted, whole, "", candidates));
        return candidates.stream().min(Comparator.comparingInt(candidate -> candidate.differences.size()));
    }

    private static void collect(JsonNode wanted, JsonNode actual, String path, List<Candidate> candidates) {
        if (isLike(wanted, actual)) {
            var differences = new ArrayList<String>();
            compare(wanted, actual, false, "", differences);
            candidates.add(new Candidate(path, differences));
        }
        for (var member : actual.properties())
            collect(wanted, member.getValue(), path + "/" + member.getKey(), candidates);
        if (!actual.isArray()) return;
        for (int i = 0; i < actual.size(); i++) collect(wanted, actual.get(i), path + "/" + i, candidates);
    }

    /// Whether the difference of the two would tell anything: an object with none of the names would not.
    private static boolean isLike(JsonNode wanted, JsonNode actual) {
        if (wanted.getNodeType() != actual.getNodeType()) return false;
        return wanted.isEmpty()
                || wanted.isArray()
                || wanted.properties().stream().map(Map.Entry::getKey).anyMatch(actual::has);
    }

    /// @param isWhole whether members of the object that are not wanted are differences too
    private static void compare(
            JsonNode wanted, JsonNode actual, boolean isWhole, String path, List<String> differences) {
        if (wanted.isObject() && actual.isObject()) {
            for (var member : wanted.properties()) {
                var name = member.getKey();
                compare(
                        member.getValue(),
                        actual.path(name),
                        isWhole || MAPS.contains(name),
                        path + "/" + name,
                        differences);
            }
            if (!isWhole && !wanted.isEmpty()) return;
            for (var member : actual.properties()) {
                if (!wanted.has(member.getKey()))
                    differences.add("%s/%s is not expected".formatted(path, member.getKey()));
            }
        } else if (wanted.isArray() && actual.isArray() && wanted.size() == actual.size()) {
            for (int i = 0; i < wanted.size(); i++)
                compare(wanted.get(i), actual.get(i), isWhole, path + "/" + i, differences);
        } else if (actual.isMissingNode()) {
            differences.add("%s is missing".formatted(path));
        } else if (!isSameValue(wanted, actual)) {
            differences.add("%s is %s, not %s".formatted(path, actual, wanted));
        }
    }

    private static boolean isSameValue(JsonNode wanted, JsonNode actual) {
        if (!wanted.isNumber() || !actual.isNumber()) return wanted.equals(actual);
        return wanted.decimalValue().toString().equals(actual.decimalValue().toString()); // with its scale
    }
}
