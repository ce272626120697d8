package dev.brickwork.platform.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which headers of a caller continue its trace.
@Tag("fast")
final class TracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @ParameterizedTest
    @CsvSource(textBlock = """
            00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,      true
            00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00,      false
            00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03,      true
            01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,      true
            cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more, true
            """)
    void whatIsReadable(String header, boolean isSampled) {
        var caller = Span.fromContext(Traces.caller(header)).getSpanContext();
        assertThat(caller.getTraceId()).isEqualTo(TRACE);
        assertThat(caller.getSpanId()).isEqualTo(SPAN);
        assertThat(caller.isSampled()).isEqualTo(isSampled);
        assertThat(caller.isRemote()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x"
            })
    void whatIsNot(String header) {
        assertThat(Traces.caller(header)).isSameAs(Context.root());
    }
}
