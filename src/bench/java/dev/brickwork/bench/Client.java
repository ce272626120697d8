package dev.brickwork.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.platform.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Sets a scenario up over the API. Not for the measured requests: those come from [Load].
record Client(HttpClient http, int port, String key) {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    static Client at(int port, String key) {
        return new Client(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), port, key);
    }

    Client as(String otherKey) {
        return new Client(http, port, otherKey);
    }

    /// An operator's: as a new seller, live or for tests.
    Client asNewSeller(String mode) {
        var seller = post("/sellers", "{\"name\": \"Bench\", \"mode\": \"%s\"}".formatted(mode));
        return as(seller.path("api_key").asText());
    }

    JsonNode post(String path, String json) {
        return call("POST", path, json);
    }

    JsonNode put(String path, String json) {
        return call("PUT", path, json);
    }

    /// The bytes of a request to be sent over and over.
    byte[] bytes(String method, String path, String json) {
        var body = json.getBytes(StandardCharsets.UTF_8);
        var head = "%s /api/v2%s HTTP/1.1\r\nHost: localhost:%d\r\nX-SERVICE-KEY: %s\r\n"
                .formatted(method, path, port, key);
        var entity = body.length == 0
                ? "\r\n"
                : "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n".formatted(body.length);
        var start = (head + entity).getBytes(StandardCharsets.US_ASCII);
        var whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        return whole;
    }

    JsonNode call(String method, String path, String json) {
        return JsonReader.stored(send(to("/api/v2" + path)
                .header("X-SERVICE-KEY", key)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json))
                .build()));
    }

    /// Reads a path outside the API, such as `/metrics`.
    String text(String path) {
        return send(to(path).build());
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
                .timeout(TIMEOUT);
    }

    private String send(HttpRequest request) {
        try {
            var response = http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            if (response.statusCode() >= 300) {
                throw new IllegalStateException("%s: %d %s".formatted(request, response.statusCode(), response.body()));
            }
            return response.body();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
