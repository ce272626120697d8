package dev.brickwork.support;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;

/// Reads the spans that a service sent to a collector.
public final class ReceivedSpans {
    private ReceivedSpans() {}

    public static List<Span> of(Receiver.Received received) {
        try {
            return ExportTraceServiceRequest.parseFrom(received.bytes()).getResourceSpansList().stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream())
                    .flatMap(scope -> scope.getSpansList().stream())
                    .toList();
        } catch (InvalidProtocolBufferException other) {
            throw new UncheckedIOException(other);
        }
    }

    /// Whether a span belongs to a trace, which is named in hexadecimal digits.
    public static boolean isOf(Span span, String trace) {
        return HexFormat.of().formatHex(span.getTraceId().toByteArray()).equals(trace);
    }
}
