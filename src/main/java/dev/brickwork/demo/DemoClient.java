package dev.brickwork.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/// One seller's way into the API.
final class DemoClient implements AutoCloseable {
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(5);
    private static final Duration RETRY_AFTER = Duration.ofMillis(300);
    private static final int TRIES_MAX = 20;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String address;
    private final Secret key;

    DemoClient(String baseUrl, Secret key) {
        this.address = baseUrl + "/api/v2";
        this.key = key;
    }

    JsonNode get(String path) {
        return send("GET", path, Optional.empty(), "");
    }

    /// @param once names what is done, so that doing it again does nothing
    JsonNode post(String path, String once, String json) {
        return send("POST", path, Optional.of(once), json);
    }

    JsonNode put(String path, String once, String json) {
        return send("PUT", path, Optional.of(once), json);
    }

    JsonNode patch(String path, String once, String json) {
        return send("PATCH", path, Optional.of(once), json);
    }

    private JsonNode send(String method, String path, Optional<String> once, String json) {
        var request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(ANSWER_WITHIN)
                .header("X-SERVICE-KEY", key.reveal())
                .header("Content-Type", "application/json")
                .method(
                        method,
                        json.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(json));
        once.ifPresent(what -> request.header("Idempotency-Key", "demo: " + what));
        for (int i = 0; ; i++) {
            var answer = answer(request.build());
            if (answer.statusCode() < 300) return JsonReader.stored(answer.body());
            boolean isPassing = answer.statusCode() == 409 || answer.statusCode() == 429 || answer.statusCode() == 503;
            if (!isPassing || i >= TRIES_MAX) {
                throw new IllegalStateException(
                        "the demo met %d at %s %s: %s".formatted(answer.statusCode(), method, path, answer.body()));
            }
            pause();
        }
    }

    private HttpResponse<String> answer(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the demo was stopped", asked);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY_AFTER);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the demo was stopped", asked);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
