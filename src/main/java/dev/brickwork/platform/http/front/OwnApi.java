package dev.brickwork.platform.http.front;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Incoming;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The API as a page of our own asks it, without the wire: key, rate, scope, deadline and answer are those of any
/// client. So a page can show nothing that its reader's key may not read, and do nothing that it may not do.
public final class OwnApi {
    private final RequestPipeline front;

    public OwnApi(RequestPipeline front) {
        this.front = front;
    }

    /// Reads something.
    ///
    /// @param accept the media type that is wanted, where a path offers several
    public Answer get(PublicRequest reader, String key, String path, Map<String, String> query, String accept) {
        return ask(reader, "GET", path, query, Map.of("X-SERVICE-KEY", key, "Accept", accept), new byte[0]);
    }

    /// A search.
    public Answer post(PublicRequest reader, String key, String path, Map<String, String> query, String json) {
        return ask(
                reader,
                "POST",
                path,
                query,
                Map.of("X-SERVICE-KEY", key, "Content-Type", Answer.JSON),
                json.getBytes(UTF_8));
    }

    /// A change that is made once, however often its form is sent.
    public Answer change(PublicRequest reader, String key, String path, String json, String idempotencyKey) {
        var headers = Map.of("X-SERVICE-KEY", key, "Content-Type", Answer.JSON, "Idempotency-Key", idempotencyKey);
        return ask(reader, "POST", path, Map.of(), headers, json.getBytes(UTF_8));
    }

    private Answer ask(
            PublicRequest reader,
            String method,
            String path,
            Map<String, String> query,
            Map<String, String> headers,
            byte[] body) {
        var named = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        named.putAll(headers);
        var parameters = new HashMap<String, List<String>>();
        query.forEach((name, value) -> parameters.put(name, List.of(value)));
        return front.answer(new Incoming(
                method,
                Router.segments(RequestPipeline.API + path),
                RequestPipeline.API + path,
                false,
                parameters,
                reader.requestId(),
                reader.address(),
                name -> Optional.ofNullable(named.get(name)),
                _ -> body,
                () -> false));
    }
}
