package dev.brickwork.integrations.accounting.books;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.brickwork.platform.telemetry.Traces;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// HTTP with JSON to hosts that we chose ourselves: one time limit over the whole exchange, one size limit on the
/// answer, no redirects.
public final class JsonCalls implements AutoCloseable {
    public static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final int ANSWER_BYTES_MAX = 1024 * 1024;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    /// Amounts as decimals, read and written digit by digit.
    public static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private final HttpClient http;
    private final Duration timeout;
    private final Traces traces;

    public JsonCalls(Duration timeout, Traces traces) {
        this.timeout = timeout;
        this.traces = traces;
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    record Call(String method, URI uri, Map<String, String> headers, Optional<String> body) {}

    sealed interface Answer {
        /// `body` is missing when it was no JSON.
        record Got(int status, JsonNode body, Optional<String> retryAfter) implements Answer {}

        /// No answer in time, or one that is too large: it may have arrived.
        record Lost(String why) implements Answer {}
    }

    Answer send(Call call) {
        var span = traces.call(call.method()).put("server.address", call.uri().getHost());
        return span.around(() -> {
            var answer = answer(call);
            switch (answer) {
                case Answer.Got got -> span.put("http.response.status_code", got.status());
                case Answer.Lost _ -> span.fail();
            }
            return answer;
        });
    }

    private Answer answer(Call call) {
        var request = HttpRequest.newBuilder(call.uri())
                .method(
                        call.method(),
                        call.body()
                                .map(HttpRequest.BodyPublishers::ofString)
                                .orElse(HttpRequest.BodyPublishers.noBody()))
                .timeout(timeout);
        call.headers().forEach(request::header);
        var answer =
                http.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), ANSWER_BYTES_MAX));
        try {
            var got = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer.Got(
                    got.statusCode(), tree(got.body()), got.headers().firstValue("Retry-After"));
        } catch (TimeoutException slow) {
            answer.cancel(true);
            return new Answer.Lost("no answer in time");
        } catch (ExecutionException failed) {
            return new Answer.Lost("no answer");
        } catch (InterruptedException stopped) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            return new Answer.Lost("interrupted");
        }
    }

    static String text(JsonNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible); // a tree can always be written
        }
    }

    private static JsonNode tree(byte[] body) {
        try {
            var tree = JSON.readTree(new String(body, UTF_8));
            return tree == null ? MissingNode.getInstance() : tree;
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
