package dev.brickwork.platform.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.Await;
import dev.brickwork.support.Receiver;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the spans that a collector receives, and that the service works on without its collector.
@Tag("verify")
final class TracesScenarioTest {
    private static final Receiver COLLECTOR = Receiver.open();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(Map.of("BRICKWORK_TRACES_URL", COLLECTOR.url()));

    private static final String CALLER = "00f067aa0ba902b7";
    private static final long PATIENCE_SECONDS = 60;

    @AfterAll
    static void close() {
        COLLECTOR.close();
    }

    /// One span of the request, in the trace of its caller; below it the statements; ids only.
    @Test
    void aRequestIsTracedWithItsStatementsAndWithoutAnyText() {
        var seller = HOUSE.seller();
        var trace = "4bf92f3577b34da6a3ce929d0e0e4736";

        var made = seller.send("POST", "/customers", """
                {"name": "Canary Holdings", "tax_id": "DE-CANARY-1", "metadata": {"note": "canary-note"}}
                """, "traceparent", "00-%s-%s-01".formatted(trace, CALLER))
                .is(200);

        var request = awaited(span -> isOf(span, trace) && span.path("kind").asInt() == 2);
        var statements = spans().stream()
                .filter(span -> isOf(span, trace) && !span.equals(request))
                .toList();
        assertThat(request.path("name").asText()).isEqualTo("POST /customers");
        assertThat(request.path("parentSpanId").asText()).isEqualTo(CALLER);
        assertThat(fact(request, "http.response.status_code")).isEqualTo("200");
        assertThat(fact(request, "brickwork.seller_id")).isEqualTo(seller.id().toString());
        assertThat(fact(request, "brickwork.key_id")).isEqualTo(seller.keyId());
        assertThat(fact(request, "brickwork.request_id"))
                .isEqualTo(made.header("X-Request-Id").orElseThrow());
        assertThat(statements)
                .allSatisfy(span -> {
                    assertThat(span.path("kind").asInt()).isEqualTo(3);
                    assertThat(span.path("parentSpanId")).isEqualTo(request.path("spanId"));
                    assertThat(time(span, "start")).isBetween(time(request, "start"), time(span, "end"));
                    assertThat(time(span, "end")).isLessThanOrEqualTo(time(request, "end"));
                })
                .extracting(span -> span.path("name").asText())
                .contains("SELECT api_key", "INSERT customer", "COMMIT");
        assertThat(Math.abs(time(request, "end") / 1_000_000_000 - Instant.now().getEpochSecond()))
                .isLessThan(3600);
        assertThat(COLLECTOR.all())
                .allSatisfy(
                        received -> assertThat(received.headers()).containsEntry("content-type", "application/json"))
                .noneSatisfy(received -> assertThat(received.body()).containsIgnoringCase("canary"))
                .noneSatisfy(received ->
                        assertThat(received.body()).contains(seller.key().substring(20)));
    }

    /// A caller decides that nothing is told of it, or says nothing that can be read.
    @Test
    void aCallerThatIsNotSampledIsNotTold() {
        var seller = HOUSE.seller();
        var silent = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        var loud = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

        seller.send("PATCH", "/seller", "{}", "traceparent", "00-%s-%s-00".formatted(silent, CALLER))
                .is(200);
        seller.send("PATCH", "/seller", "{}", "traceparent", "a text of the caller")
                .is(200);
        seller.send("PATCH", "/seller", "{}", "traceparent", "00-%s-%s-01".formatted(loud, CALLER))
                .is(200);

        awaited(span -> isOf(span, loud) && span.path("kind").asInt() == 2);
        assertThat(COLLECTOR.all())
                .noneMatch(received -> received.body().contains(silent))
                .noneMatch(received -> received.body().contains("a text of"));
    }

    /// Usage is written by another thread, for all that wait at that moment.
    @Test
    void whatIsWrittenTogetherIsBelowTheRequestToo() {
        var trace = "cccccccccccccccccccccccccccccccc";
        HOUSE.seller()
                .send(
                        "POST",
                        "/usage",
                        """
                {"subscription_id": "%1$s", "brick_id": "%1$s", "value": 1, "time": "2025-01-01T00:00:00Z"}
                """.formatted(Ids.next()),
                        "traceparent",
                        "00-%s-%s-01".formatted(trace, CALLER))
                .is(400, "no such subscription");

        awaited(span -> isOf(span, trace) && span.path("kind").asInt() == 2);
        assertThat(spans())
                .filteredOn(span -> isOf(span, trace))
                .extracting(span -> span.path("name").asText())
                .contains("SELECT usage_entry", "COMMIT", "POST /usage");
    }

    /// A webhook goes out on a thread of its own.
    @Test
    void aCallToTheOutsideIsTracedToo() {
        try (var shop = Receiver.open()) {
            var seller = HOUSE.seller();
            seller.post(
                            "/webhook-endpoints",
                            "{\"url\": \"%s\", \"events\": [\"company.created\"]}".formatted(shop.url()))
                    .is(200);
            seller.post("/customers", "{\"name\": \"Acme\"}").is(200);

            var delivered = shop.await(Receiver.Received::isTaken);

            var call = awaited(span -> span.path("name").asText().equals("webhook")
                    && fact(span, "brickwork.webhook_id")
                            .equals(delivered.headers().get("webhook-id")));
            assertThat(fact(call, "http.response.status_code")).isEqualTo("200");
            assertThat(call.path("kind").asInt()).isEqualTo(3);
            assertThat(COLLECTOR.all()).noneMatch(received -> received.body().contains(shop.url()));
        }
    }

    /// A collector that holds the line, then refuses, then is well again.
    @Test
    void aSickCollectorCostsSpansAndNothingElse() throws InterruptedException {
        var seller = HOUSE.seller();
        var isAsked = new CountDownLatch(1);
        var isOver = new CountDownLatch(1);
        try {
            COLLECTOR.answer(_ -> {
                isAsked.countDown();
                await(isOver);
                return Receiver.Reply.of(503);
            });
            seller.get("/seller").is(200);
            await(isAsked);
            for (int i = 0; i < 20; i++)
                seller.post("/customers", "{\"name\": \"%d\"}".formatted(i)).is(200);
            assertThat(isOver.getCount())
                    .as("all were answered while it held the line")
                    .isOne();
            isOver.countDown();
            Await.until("spans are dropped", () -> HOUSE.metric("brickwork_spans_dropped_total") > 0);
        } finally {
            isOver.countDown();
            COLLECTOR.answer(200);
        }
        long sent = HOUSE.metric("brickwork_spans_sent_total");
        seller.get("/seller").is(200);
        Await.until("spans are sent again", () -> HOUSE.metric("brickwork_spans_sent_total") > sent);
    }

    /// No sender runs here: spans that the queue cannot hold are counted and dropped.
    @Test
    void aFullQueueDropsAndADeadCollectorTakesNothing() throws InterruptedException {
        var traces = Traces.to(Optional.of("http://127.0.0.1:1"), InstantSource.system());
        for (int i = 0; i < Collector.QUEUE_COUNT_MAX + 5; i++)
            traces.work("work").around(() -> true);
        assertThat(traces.dropped()).isEqualTo(5);

        assertThat(traces.round()).isFalse();

        assertThat(traces.dropped()).isGreaterThan(5);
        assertThat(traces.sent()).isZero();
    }

    @Test
    void withoutACollectorThereIsNoSpan() {
        var traces = Traces.to(Optional.empty(), InstantSource.system());

        assertThat(traces.request(() -> Optional.of("00-%s-%s-01".formatted("b".repeat(32), CALLER))))
                .isSameAs(Span.NONE);
        assertThat(traces.call("call").around(() -> traces.work("work").around(Span::here)))
                .isSameAs(Span.NONE);
    }

    private static JsonNode awaited(Predicate<JsonNode> wanted) {
        COLLECTOR.await(received -> spans(received).stream().anyMatch(wanted));
        return spans().stream().filter(wanted).findFirst().orElseThrow();
    }

    private static List<JsonNode> spans() {
        return COLLECTOR.all().stream()
                .flatMap(received -> spans(received).stream())
                .toList();
    }

    private static List<JsonNode> spans(Receiver.Received received) {
        var found = new ArrayList<JsonNode>();
        JsonReader.stored(received.body())
                .at("/resourceSpans/0/scopeSpans/0/spans")
                .forEach(found::add);
        return found;
    }

    private static boolean isOf(JsonNode span, String trace) {
        return span.path("traceId").asText().equals(trace);
    }

    private static long time(JsonNode span, String which) {
        return Long.parseLong(span.path(which + "TimeUnixNano").asText());
    }

    private static String fact(JsonNode span, String key) {
        for (var attribute : span.path("attributes")) {
            if (attribute.path("key").asText().equals(key))
                return attribute.at("/value/stringValue").asText();
        }
        return "";
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
