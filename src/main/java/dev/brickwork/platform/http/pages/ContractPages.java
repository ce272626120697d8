package dev.brickwork.platform.http.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.http.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/// The contract at `/openapi.yaml`, and a browsable reference at `/docs` whose calls can be tried.
///
/// Everything comes from the class path and is read once. The list of files is closed, so no path of a request ever
/// reaches the class loader.
public final class ContractPages implements PublicPages {
    /// No inline script, no inline style and nothing from elsewhere. Swagger UI draws its icons as `data:`
    /// pictures.
    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'");

    private static final String SWAGGER_UI_VERSION = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String PICTURE = "image/svg+xml";
    private static final String YAML = "application/yaml; charset=utf-8";

    /// The page names its files relative to its own address, which must therefore have one form. The targets are
    /// relative too, so that they hold behind a proxy that adds to the path.
    private static final Answer TO_THE_REFERENCE = new Answer(308, HTML, new byte[0], Map.of("Location", "../docs"));

    private final Map<String, Answer> pages;

    private ContractPages(Map<String, Answer> pages) {
        this.pages = Map.copyOf(pages);
    }

    public static ContractPages load() {
        var swaggerUi = "/META-INF/resources/webjars/swagger-ui/%s/".formatted(swaggerUiVersion());
        var contract = PublishedContract.of(new String(resource("/api/openapi.yaml"), UTF_8));
        var pages = new LinkedHashMap<String, Answer>();
        pages.put("/openapi.yaml", Answer.bytes(YAML, contract.getBytes(UTF_8)));
        pages.put("/docs", page(HTML, "/docs/index.html"));
        pages.put("/docs/docs.js", page(SCRIPT, "/docs/docs.js"));
        pages.put("/docs/docs.css", page(STYLE, "/docs/docs.css"));
        pages.put("/docs/brick.svg", page(PICTURE, "/docs/brick.svg"));
        pages.put("/docs/swagger-ui.css", page(STYLE, swaggerUi + "swagger-ui.css"));
        pages.put("/docs/swagger-ui-bundle.js", page(SCRIPT, swaggerUi + "swagger-ui-bundle.js"));
        return new ContractPages(pages);
    }

    /// Empty when the path is none of these pages.
    public Optional<Answer> page(String path) {
        return Optional.ofNullable(pages.get(path));
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        var page = page(request.path());
        if (page.isPresent() && !request.isRead()) return Optional.of(Answer.otherMethod("GET, HEAD"));
        return request.isFolder() && request.path().equals("/docs") ? Optional.of(TO_THE_REFERENCE) : page;
    }

    private static Answer page(String contentType, String resource) {
        return Answer.bytes(contentType, resource(resource))
                .with("Content-Security-Policy", POLICY)
                .with("Cache-Control", "no-cache");
    }

    private static String swaggerUiVersion() {
        var properties = new Properties();
        try (var in = open(SWAGGER_UI_VERSION)) {
            properties.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return properties.getProperty("version", "");
    }

    private static byte[] resource(String name) {
        try (var in = open(name)) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static InputStream open(String name) {
        var in = ContractPages.class.getResourceAsStream(name);
        if (in == null) throw new IllegalStateException("not on the class path: " + name);
        return in;
    }
}
