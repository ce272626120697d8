package dev.brickwork.platform.telemetry;

import dev.brickwork.platform.json.JsonWriter;
import java.util.List;
import java.util.Map;

/// Spans as OTLP writes them in JSON: ids in hexadecimal, 64-bit numbers as text.
final class SpanJson {
    private static final String OURSELVES = "brickwork";
    private static final int FAILED = 2;

    private SpanJson() {}

    static byte[] of(List<Span> spans) {
        return JsonWriter.bytes(
                json -> json.object(out -> out.putEach("resourceSpans", List.of(spans), SpanJson::service)));
    }

    private static void service(JsonWriter json, List<Span> spans) {
        var name = Map.of("service.name", OURSELVES);
        json.object(out -> out.putObject(
                        "resource", about -> about.putEach("attributes", name.entrySet(), SpanJson::attribute))
                .putEach("scopeSpans", List.of(spans), SpanJson::scope));
    }

    private static void scope(JsonWriter json, List<Span> spans) {
        json.object(out ->
                out.putObject("scope", about -> about.put("name", OURSELVES)).putEach("spans", spans, SpanJson::span));
    }

    private static void span(JsonWriter json, Span span) {
        json.object(out -> {
            out.put("traceId", span.trace()).put("spanId", span.id());
            span.parent().ifPresent(parent -> out.put("parentSpanId", parent));
            out.put("name", span.name())
                    .put("kind", span.kind().number)
                    .put("startTimeUnixNano", Long.toString(span.begunEpochNanos()))
                    .put("endTimeUnixNano", Long.toString(span.endedEpochNanos()))
                    .putEach("attributes", span.facts().entrySet(), SpanJson::attribute);
            if (span.isFailed()) out.putObject("status", status -> status.put("code", FAILED));
        });
    }

    private static void attribute(JsonWriter json, Map.Entry<String, String> fact) {
        json.object(out ->
                out.put("key", fact.getKey()).putObject("value", value -> value.put("stringValue", fact.getValue())));
    }
}
