package dev.brickwork.web.console;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.front.OwnApi;
import dev.brickwork.platform.http.pages.PublicRequest;
import dev.brickwork.platform.i18n.LocaleFormat;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A console request with the seller's API key: calls the API with the key and formats figures for the reader.
final class ConsoleRequest {
    static final int PAGE_SIZE = 25;
    private static final int OFFSET_MAX = 1_000_000;
    private static final Pattern OFFSET = Pattern.compile("\\d{1,7}");

    /// Longest accepted query parameter: as long as the longest invoice number, which the search field takes.
    private static final int ASKED_LENGTH_MAX = 64;

    private static final int TYPED_LENGTH_MAX = 200;

    private final OwnApi api;
    private final PublicRequest request;
    private final String key;
    private final LocaleFormat figures = new LocaleFormat(Locale.ENGLISH);
    private final Item seller;

    /// Asks first whose key it is, so there is no reader whose key the API does not take.
    ConsoleRequest(OwnApi api, PublicRequest request, String key) {
        this.api = api;
        this.request = request;
        this.key = key;
        this.seller = item(api.get(request, key, "/seller", Map.of(), Answer.JSON));
    }

    Item seller() {
        return seller;
    }

    boolean isTest() {
        return seller.text("mode").equals("test");
    }

    /// In which moments are shown to the seller's people.
    ZoneId zone() {
        return ZoneId.of(seller.text("time_zone"));
    }

    /// For the forms of the page.
    String csrfToken() {
        return Session.csrfToken(key);
    }

    Item get(String path) {
        return get(path, Map.of());
    }

    Item get(String path, Map<String, String> query) {
        return item(api.get(request, key, path, query, Answer.JSON));
    }

    /// A page of a list, at the place that the address of this page names.
    Item list(String path, Map<String, String> filters) {
        return get(path, paged(filters));
    }

    Item search(String path, Map<String, String> query, Consumer<JsonWriter> body) {
        return item(api.post(request, key, path, query, json(body)));
    }

    void change(String path, String idempotencyKey, Consumer<JsonWriter> body) {
        answered(api.change(request, key, path, json(body), idempotencyKey));
    }

    byte[] file(String path, String type) {
        return answered(api.get(request, key, path, Map.of(), type)).body();
    }

    private Item item(Answer answer) {
        var text = new String(answered(answer).body(), StandardCharsets.UTF_8);
        return new Item(JsonReader.stored(text), figures);
    }

    private static Answer answered(Answer answer) {
        if (answer.status() != 200) throw new Refused(answer);
        return answer;
    }

    private static String json(Consumer<JsonWriter> body) {
        return new String(Answer.ok(json -> json.object(body)).body(), StandardCharsets.UTF_8);
    }

    Map<String, String> paged(Map<String, String> filters) {
        var query = new LinkedHashMap<>(filters);
        query.put("limit", Integer.toString(PAGE_SIZE));
        query.put("offset", Integer.toString(offset()));
        return query;
    }

    /// A field of the form that was sent, as it was typed.
    static String typed(Fields form, String name) {
        return form.text(name, TYPED_LENGTH_MAX).map(String::strip).orElse("");
    }

    /// A parameter of the query string, stripped and cut to its longest length; empty when absent.
    String asked(String name) {
        var text = request.query().getOrDefault(name, List.of("")).getFirst().strip();
        return text.length() > ASKED_LENGTH_MAX ? text.substring(0, ASKED_LENGTH_MAX) : text;
    }

    int offset() {
        var text = asked("offset");
        return OFFSET.matcher(text).matches() ? Math.min(Integer.parseInt(text), OFFSET_MAX) : 0;
    }

    /// To the pages of a list before and after the one that is shown.
    Pager pager(Item list) {
        int offset = offset();
        long count = list.number("count");
        long last = Math.min(offset + (long) PAGE_SIZE, count);
        return new Pager(
                offset >= count ? "" : "%,d–%,d of %,d".formatted(offset + 1, last, count),
                offset > 0 ? here(Math.max(0, offset - PAGE_SIZE)) : "",
                last < count ? here(offset + PAGE_SIZE) : "");
    }

    private String here(int offset) {
        var query = new LinkedHashMap<String, String>();
        for (var name : request.query().keySet()) query.put(name, asked(name));
        query.put("offset", Integer.toString(offset));
        return link(request.path(), query);
    }

    static String link(String path, Map<String, String> query) {
        var pairs = query.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&"));
        return pairs.isEmpty() ? path : path + "?" + pairs;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
