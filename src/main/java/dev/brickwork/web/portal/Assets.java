package dev.brickwork.web.portal;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.Asset;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.util.Map;
import java.util.Optional;

/// The stylesheet and the mark. The list is closed, so no path of a request ever reaches the class loader.
final class Assets {
    private static final Map<String, Answer> FILES = Map.of(
            "/assets/pages.css", Asset.of("text/css; charset=utf-8", "/pages/pages.css"),
            "/assets/mark.svg", Asset.of("image/svg+xml", "/pages/mark.svg"));

    private Assets() {}

    static Optional<Answer> find(PublicRequest request) {
        return Optional.ofNullable(FILES.get(request.path()))
                .filter(_ -> request.method().equals("GET") || request.method().equals("HEAD"));
    }
}
