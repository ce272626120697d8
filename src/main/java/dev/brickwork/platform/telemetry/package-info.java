/// Tells a collector what the service does and how long it takes: one span for each request, each statement, each
/// piece of work behind the requests and each call to another system.
///
/// Owns the propagation of a trace through threads and how the OpenTelemetry SDK is set up, which forms and sends the
/// spans. Does not own the names of spans: the code that opens one names it.
///
/// Always true:
/// - a span carries ids, names of ours and figures; never a value of a statement, a body, an address or a name;
/// - no work waits for the collector: spans that it does not take in time are counted and dropped;
/// - without a collector no span is made.
@NullMarked
package dev.brickwork.platform.telemetry;

import org.jspecify.annotations.NullMarked;
