package dev.brickwork.platform.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Ids;
import dev.brickwork.support.Await;
import dev.brickwork.support.ReceivedSpans;
import dev.brickwork.support.Receiver;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
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

        var request = awaited(span -> ReceivedSpans.isOf(span, trace) && span.getKind() == SpanKind.SPAN_KIND_SERVER);
        var statements = spans().stream()
                .filter(span -> ReceivedSpans.isOf(span, trace) && !span.equals(request))
                .toList();
        assertThat(request.getName()).isEqualTo("POST /customers");
        assertThat(HexFormat.of().formatHex(request.getParentSpanId().toByteArray()))
                .isEqualTo(CALLER);
        assertThat(fact(request, "http.response.status_code")).isEqualTo("200");
        assertThat(fact(request, "brickwork.seller_id")).isEqualTo(seller.id().toString());
        assertThat(fact(request, "brickwork.key_id")).isEqualTo(seller.keyId());
        assertThat(fact(request, "brickwork.request_id"))
                .isEqualTo(made.header("X-Request-Id").orElseThrow());
        assertThat(statements)
                .allSatisfy(span -> {
                    assertThat(span.getKind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
                    assertThat(span.getParentSpanId()).isEqualTo(request.getSpanId());
                    assertThat(span.getStartTimeUnixNano())
                            .isBetween(request.getStartTimeUnixNano(), span.getEndTimeUnixNano());
                    assertThat(span.getEndTimeUnixNano()).isLessThanOrEqualTo(request.getEndTimeUnixNano());
                })
                .extracting(io.opentelemetry.proto.trace.v1.Span::getName)
                .contains("SELECT api_key", "INSERT customer", "COMMIT");
        assertThat(Math.abs(request.getEndTimeUnixNano() / 1_000_000_000
                        - Instant.now().getEpochSecond()))
                .isLessThan(3600);
        assertThat(COLLECTOR.all())
                .allSatisfy(received ->
                        assertThat(received.headers()).containsEntry("content-type", "application/x-protobuf"))
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

        awaited(span -> ReceivedSpans.isOf(span, loud) && span.getKind() == SpanKind.SPAN_KIND_SERVER);
        assertThat(COLLECTOR.all())
                .noneMatch(received ->
                        ReceivedSpans.of(received).stream().anyMatch(span -> ReceivedSpans.isOf(span, silent)))
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

        awaited(span -> ReceivedSpans.isOf(span, trace) && span.getKind() == SpanKind.SPAN_KIND_SERVER);
        assertThat(spans())
                .filteredOn(span -> ReceivedSpans.isOf(span, trace))
                .extracting(io.opentelemetry.proto.trace.v1.Span::getName)
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

            var call = awaited(span -> span.getName().equals("webhook")
                    && fact(span, "brickwork.webhook_id")
                            .equals(delivered.headers().get("webhook-id")));
            assertThat(fact(call, "http.response.status_code")).isEqualTo("200");
            assertThat(call.getKind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
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

    /// While the collector holds the line, spans that the queue cannot hold are counted and dropped, and none is lost
    /// to
    /// the count.
    @Test
    void aFullQueueDropsAndADeadCollectorTakesNothing() {
        var isOver = new CountDownLatch(1);
        try (var slow = Receiver.open()) {
            slow.answer(_ -> {
                await(isOver);
                return Receiver.Reply.of(200);
            });
            var traces = Traces.to(Optional.of(slow.url()), InstantSource.system());
            int made = 0;
            for (; traces.dropped() == 0; made += 1000) makeSpans(traces, 1000);
            assertThat(made).isGreaterThan(Exporter.QUEUE_COUNT_MAX);
            isOver.countDown();
            traces.finish();
            assertThat(traces.sent() + traces.dropped()).isEqualTo(made);
        } finally {
            isOver.countDown();
        }

        var dead = Traces.to(Optional.of("http://127.0.0.1:1"), InstantSource.system());
        makeSpans(dead, 10);
        dead.finish();
        assertThat(dead.dropped()).isEqualTo(10);
        assertThat(dead.sent()).isZero();
    }

    private static void makeSpans(Traces traces, int count) {
        for (int i = 0; i < count; i++) traces.work("work").around(() -> true);
    }

    @Test
    void withoutACollectorThereIsNoSpan() {
        var traces = Traces.to(Optional.empty(), InstantSource.system());

        assertThat(traces.request(() -> Optional.of("00-%s-%s-01".formatted("b".repeat(32), CALLER))))
                .isSameAs(Span.NONE);
        assertThat(traces.call("call").around(() -> traces.work("work").around(Span::here)))
                .isSameAs(Span.NONE);
    }

    private static io.opentelemetry.proto.trace.v1.Span awaited(
            Predicate<io.opentelemetry.proto.trace.v1.Span> wanted) {
        COLLECTOR.await(received -> ReceivedSpans.of(received).stream().anyMatch(wanted));
        return spans().stream().filter(wanted).findFirst().orElseThrow();
    }

    private static List<io.opentelemetry.proto.trace.v1.Span> spans() {
        return COLLECTOR.all().stream()
                .flatMap(received -> ReceivedSpans.of(received).stream())
                .toList();
    }

    private static String fact(io.opentelemetry.proto.trace.v1.Span span, String key) {
        for (var attribute : span.getAttributesList()) {
            if (attribute.getKey().equals(key)) return attribute.getValue().getStringValue();
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
