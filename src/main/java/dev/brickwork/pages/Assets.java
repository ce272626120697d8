package dev.brickwork.pages;

import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.PublicRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/// The stylesheet and the mark. The list is closed, so no path of a request ever reaches the class loader.
final class Assets {
    private static final Map<String, Answer> FILES = Map.of(
            "/assets/pages.css", file("text/css; charset=utf-8", "/pages/pages.css"),
            "/assets/mark.svg", file("image/svg+xml", "/pages/mark.svg"));

    private Assets() {}

    static Optional<Answer> find(PublicRequest request) {
        return Optional.ofNullable(FILES.get(request.path()))
                .filter(_ -> request.method().equals("GET") || request.method().equals("HEAD"));
    }

    private static Answer file(String type, String name) {
        return Answer.bytes(type, read(name))
                .with("Cache-Control", "public, max-age=3600")
                .with("Cross-Origin-Resource-Policy", "same-origin");
    }

    private static byte[] read(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("no " + name + " on the class path");
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
