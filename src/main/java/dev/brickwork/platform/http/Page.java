package dev.brickwork.platform.http;

import dev.brickwork.platform.json.JsonWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Where in a list the caller wants to read, and in which order. A limit over the maximum is refused, not cut.
public record Page(int limit, int offset, Ordering ordering, String path, List<String> filters) {
    public static final int OFFSET_MAX = 1_000_000;

    public record Ordering(String name, boolean isDescending) {
        /// As SQL says it.
        public String direction() {
            return isDescending ? "DESC" : "ASC";
        }
    }

    /// The list envelope: `{count, next, previous, results}`.
    public <T> Answer answer(long count, List<T> results, BiConsumer<JsonWriter, T> item) {
        return answer(count, results, item, _ -> {});
    }

    /// The list envelope with further members after the results.
    public <T> Answer answer(long count, List<T> results, BiConsumer<JsonWriter, T> item, Consumer<JsonWriter> more) {
        return Answer.ok(json -> json.object(list -> {
            list.put("count", count);
            putLink(list, "next", offset + (long) limit < count, offset + (long) limit);
            putLink(list, "previous", offset > 0, Math.max(0L, offset - (long) limit));
            list.putEach("results", results, item);
            more.accept(list);
        }));
    }

    private void putLink(JsonWriter json, String name, boolean exists, long to) {
        if (exists) {
            var all = new ArrayList<>(filters);
            all.add("limit=" + limit);
            all.add("offset=" + to);
            json.put(name, path + "?" + String.join("&", all));
        } else {
            json.putNull(name);
        }
    }

    /// The query without its paging, so that the links keep the caller's filters.
    static List<String> filters(Map<String, List<String>> query) {
        return words(query, name -> !name.equals("limit") && !name.equals("offset"));
    }

    /// The parameters of a query, as they stand in an address.
    static List<String> words(Map<String, List<String>> query, Predicate<String> which) {
        return query.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .flatMap(
                        entry -> entry.getValue().stream().map(value -> encoded(entry.getKey()) + "=" + encoded(value)))
                .collect(Collectors.toUnmodifiableList());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
