package dev.brickwork.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The judge finds the mistakes of a careless service: a status, a field, a header, a type that the contract does
/// not name.
@Tag("fast")
class ContractJudgeTest {
    private static final String THING = """
            {"thing_id": "01985d2a-7c10-7000-8000-000000000001", "size": 3, "inner": {"a": null}}""";

    private final ContractJudge judge = judge();

    @Test
    void anAnswerAsTheContractTellsIt() {
        assertThatCode(() -> get("/api/v2/things/x?limit=1", 200, THING)).doesNotThrowAnyException();
        assertThatCode(() -> get("/api/v2/things/x/", 200, THING)).doesNotThrowAnyException();
    }

    @Test
    void aFieldThatNobodyWasToldOf() {
        assertThatThrownBy(() -> get("/api/v2/things/x", 200, THING.replace("\"size\"", "\"secret\": 1, \"size\"")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("secret");
        assertThatThrownBy(() -> get("/api/v2/things/x", 200, THING.replace("\"a\"", "\"b\": 1, \"a\"")))
                .hasMessageContaining("'b'");
    }

    @Test
    void aFieldOfAPartIsNoStrangerAndAStrangerIsFoundAllTheSame() {
        var list = "{\"count\": 1, \"results\": [%s]}".formatted(THING);
        assertThatCode(() -> get("/api/v2/things", 200, list)).doesNotThrowAnyException();
        assertThatThrownBy(() -> get("/api/v2/things", 200, list.replace("\"count\"", "\"page\": 1, \"count\"")))
                .hasMessageContaining("page");
    }

    @Test
    void aMissingFieldAWrongTypeAndAWrongFormat() {
        assertThatThrownBy(() -> get("/api/v2/things/x", 200, "{\"size\": 3}")).hasMessageContaining("thing_id");
        assertThatThrownBy(() -> get("/api/v2/things/x", 200, THING.replace("3", "\"3\"")))
                .hasMessageContaining("size");
        assertThatThrownBy(() -> get("/api/v2/things/x", 200, THING.replace("01985d2a-", "")))
                .hasMessageContaining("uuid");
        assertThatThrownBy(() -> get("/api/v2/things/x", 200, "{")).hasMessageContaining("no JSON");
    }

    @Test
    void aStatusAMediaTypeOrAHeaderThatNobodyWasToldOf() {
        assertThatThrownBy(() -> get("/api/v2/things/x", 202, THING)).hasMessageContaining("202");
        assertThatThrownBy(() -> check(
                        "GET",
                        "/api/v2/things/x",
                        null,
                        200,
                        Map.of("X-Request-Id", List.of("1"), "content-type", List.of("text/html")),
                        THING))
                .hasMessageContaining("text/html");
        assertThatThrownBy(() -> check(
                        "GET",
                        "/api/v2/things/x",
                        null,
                        200,
                        Map.of("content-type", List.of("application/json; charset=utf-8")),
                        THING))
                .hasMessageContaining("X-Request-Id");
        var strange = Map.of(
                "x-request-id", List.of("1"), "content-type", List.of("application/json"), "ETag", List.of("\"1\""));
        assertThatThrownBy(() -> check("GET", "/api/v2/things/x", null, 200, strange, THING))
                .hasMessageContaining("ETag");
    }

    @Test
    void whatIsNoOperation() {
        var error = "{\"error\": {\"code\": \"ERR_NOT_FOUND\"}}";
        assertThatCode(() -> get("/api/v2/nothing", 404, error)).doesNotThrowAnyException();
        assertThatThrownBy(() -> get("/api/v2/nothing", 200, "{}")).hasMessageContaining("not in the contract");
        assertThatThrownBy(() -> get("/api/v2/nothing", 404, "{\"oops\": 1}")).hasMessageContaining("oops");
        assertThatCode(() -> get("/health/live", 200, "up")).doesNotThrowAnyException();
    }

    @Test
    void aPlannedOperationThatAnswers() {
        assertThatThrownBy(() -> get("/api/v2/things/special", 200, THING)).hasMessageContaining("planned");
    }

    @Test
    void aRequestIsJudgedOnlyWhenItSucceeded() {
        var wrong = "{\"size\": \"big\"}";
        var error = "{\"error\": {\"code\": \"ERR_NOT_FOUND\"}}";
        assertThatCode(() -> post("{\"size\": 1, \"unknown\": true}", 200, THING))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> post(wrong, 200, THING)).hasMessageContaining("size");
        assertThatThrownBy(() -> post(null, 200, THING)).hasMessageContaining("body");
        assertThatCode(() -> post(wrong, 404, error)).doesNotThrowAnyException();
    }

    @Test
    void anEventWithAStrangeField() {
        var event = "{\"thing_id\": \"01985d2a-7c10-7000-8000-000000000001\", \"size\": 3, \"event_type\": \"x\"}";
        assertThatCode(() -> judge.checkEvent("thing.made", bytes(event))).doesNotThrowAnyException();
        assertThatThrownBy(() -> judge.checkEvent("thing.made", bytes(event.replace("size", "sise"))))
                .hasMessageContaining("sise");
        assertThatThrownBy(() -> judge.checkEvent("thing.lost", bytes(event))).hasMessageContaining("thing.lost");
    }

    @Test
    void theTemplateWithTheLiteralSegmentIsMeant() {
        assertThat(judge.find("GET", "/api/v2/things/special"))
                .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo("getSpecial"));
        assertThat(judge.find("GET", "/api/v2/things/other?special"))
                .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo("getThing"));
    }

    private void get(String path, int status, String body) {
        var headers = Map.of("x-request-id", List.of("1"), "content-type", List.of("application/json"));
        check("GET", path, null, status, headers, body);
    }

    private void post(@Nullable String request, int status, String body) {
        var headers = Map.of("x-request-id", List.of("1"), "content-type", List.of("application/json"));
        check("POST", "/api/v2/things", request, status, headers, body);
    }

    private void check(
            String method,
            String path,
            @Nullable String request,
            int status,
            Map<String, List<String>> headers,
            String body) {
        judge.check(method, path, request == null ? null : bytes(request), status, headers, bytes(body));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ContractJudge judge() {
        try {
            return new ContractJudge(new YAMLMapper().readTree("""
                    paths:
                      /things:
                        get:
                          operationId: listThings
                          responses:
                            '200':
                              headers: {X-Request-Id: {required: true}}
                              content:
                                application/json:
                                  schema:
                                    allOf:
                                      - type: object
                                        properties: {count: {type: integer}}
                                      - type: object
                                        properties:
                                          results: {type: array, items: {$ref: '#/components/schemas/Thing'}}
                        post:
                          operationId: createThing
                          requestBody:
                            required: true
                            content:
                              application/json:
                                schema: {type: object, properties: {size: {type: integer}}}
                          responses:
                            '200': {$ref: '#/components/responses/Thing'}
                            '404': {$ref: '#/components/responses/NotFound'}
                      /things/{thing_id}:
                        get:
                          operationId: getThing
                          responses:
                            '200': {$ref: '#/components/responses/Thing'}
                      /things/special:
                        get:
                          operationId: getSpecial
                          x-status: planned
                          responses:
                            '200': {$ref: '#/components/responses/Thing'}
                    webhooks:
                      thing.made:
                        post:
                          requestBody:
                            content:
                              application/json:
                                schema:
                                  allOf:
                                    - $ref: '#/components/schemas/Thing'
                                    - type: object
                                      properties: {event_type: {type: string}}
                    components:
                      responses:
                        Thing:
                          headers: {X-Request-Id: {required: true}}
                          content:
                            application/json:
                              schema: {$ref: '#/components/schemas/Thing'}
                        NotFound:
                          headers: {X-Request-Id: {required: true}}
                          content:
                            application/json:
                              schema:
                                type: object
                                properties: {error: {type: object, properties: {code: {type: string}}}}
                      schemas:
                        Thing:
                          type: object
                          required: [thing_id, size]
                          properties:
                            thing_id: {type: string, format: uuid}
                            size: {type: integer}
                            inner:
                              anyOf:
                                - {type: object, properties: {a: {type: [string, 'null']}}}
                                - {type: 'null'}
                    """));
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
