package dev.brickwork.platform.http.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.brickwork.support.Contract;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients see the contract of what is built and nothing else, and the reference page brings all it needs.
@Tag("fast")
class ContractPagesTest {
    private static final ContractPages PAGES = ContractPages.load();
    private static final YAMLMapper YAML = new YAMLMapper();

    /// The filter of lines does what a reader of YAML would do with the same file.
    @Test
    void plannedOperationsAndEventsAreLeftOut() throws IOException {
        var expected = ((ObjectNode) Contract.file()).deepCopy();
        dropPlanned(expected.path("paths"));
        dropPlanned(expected.path("webhooks"));

        assertThat(YAML.readTree(text("/openapi.yaml"))).isEqualTo(expected);
    }

    @Test
    void aFileOfNothingButPlansIsStillAContract() throws IOException {
        var published = PublishedContract.of("""
                openapi: 3.1.0
                paths:
                  /things:
                    parameters: []
                    get:
                      operationId: listThings
                      x-status: planned
                      responses: {}
                webhooks:
                  thing.made:
                    post:
                      x-status: planned
                  thing.lost:
                    post:
                      operationId: onThingLost
                components: {}
                """);

        assertThat(YAML.readTree(published)).isEqualTo(YAML.readTree("""
                openapi: 3.1.0
                paths: {}
                webhooks: {thing.lost: {post: {operationId: onThingLost}}}
                components: {}
                """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs/docs.js", "/docs/docs.css", "/docs/brick.svg", "/docs/swagger-ui-bundle.js"})
    void everyFileOfTheReferenceIsServedFromHere(String path) {
        assertThat(text(path)).isNotBlank();
    }

    @Test
    void thePageRunsNoInlineScriptAndAsksNobodyElse() {
        var page = text("/docs");
        assertThat(page)
                .doesNotContainPattern("<script(?![^>]*src=)")
                .doesNotContainPattern("(src|href)=\"(https?:)?//");
        assertThat(PAGES.page("/docs").orElseThrow().headers())
                .hasEntrySatisfying(
                        "Content-Security-Policy",
                        policy -> assertThat(policy)
                                .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs/../db/V0002__sellers.sql", "/docs/index.html", "/docs/package.json", "/openapi"})
    void nothingElseOfTheClassPathCanBeRead(String path) {
        assertThat(PAGES.page(path)).isEmpty();
    }

    private static String text(String path) {
        return new String(PAGES.page(path).orElseThrow().body(), UTF_8);
    }

    private static void dropPlanned(JsonNode items) {
        var all = items.properties().iterator();
        while (all.hasNext()) {
            var item = (ObjectNode) all.next().getValue();
            item.properties()
                    .removeIf(member ->
                            member.getValue().path("x-status").asText().equals("planned"));
            if (item.properties().stream().noneMatch(member -> member.getValue().has("operationId"))) all.remove();
        }
    }
}
