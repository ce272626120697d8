package dev.brickwork.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.platform.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Compares a shape that outlives a deploy with a file under `golden/`; with `-Dgolden=write` the file is written
/// instead, to be read before it is committed. What is random (ids, tokens, ports) is replaced by its place of
/// first appearance, so that the file also shows which ids are the same.
///
/// JSON is compared by members: one that is added, removed or changed is a difference, their order is none.
public final class GoldenFile {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final Pattern RANDOM = Pattern.compile(
            "(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(?<port>(?<=localhost:)\\d+)|(?<token>(?<=/)(?:~[A-Za-z0-9_-]{64}|[A-Za-z0-9_-]{43}))");

    private static final Pattern NAME = Pattern.compile("\\b(id|token)-\\d+");

    private GoldenFile() {}

    /// Compares with what was written down, or writes it down when asked to.
    ///
    /// @param name with its folder and ending, such as `wire/subscription.json`
    public static void matches(String name, String text) {
        var file = FOLDER.resolve(name);
        var plain = named(text);
        try {
            if ("write".equals(System.getProperty("golden"))) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, plain);
            }
            var golden = Files.readString(file);
            if (name.endsWith(".json")) assertThat(sorted(plain)).as(name).isEqualTo(sorted(golden));
            else assertThat(plain).as(name).isEqualTo(golden);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// The file as it stands.
    public static String read(String name) {
        try {
            return Files.readString(FOLDER.resolve(name));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Members in the order of their names, and what is random numbered in that order.
    private static String sorted(String json) {
        var numbers = new HashMap<String, Integer>();
        return NAME.matcher(sorted(JsonReader.stored(json)).toPrettyString())
                .replaceAll(found ->
                        found.group(1) + "-" + numbers.computeIfAbsent(found.group(), _ -> numbers.size() + 1));
    }

    private static JsonNode sorted(JsonNode json) {
        if (json.isArray()) {
            var sorted = JsonNodeFactory.instance.arrayNode();
            json.forEach(element -> sorted.add(sorted(element)));
            return sorted;
        }
        if (!json.isObject()) return json;
        var sorted = JsonNodeFactory.instance.objectNode();
        json.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(member -> sorted.set(member.getKey(), sorted(member.getValue())));
        return sorted;
    }

    private static String named(String text) {
        var names = new LinkedHashMap<String, String>();
        return RANDOM.matcher(text).replaceAll(found -> {
            if (found.group("port") != null) return "8080";
            var kind = found.group("id") != null ? "id-" : "token-";
            return names.computeIfAbsent(found.group(), _ -> kind + (names.size() + 1));
        });
    }
}
