/// Tells a collector what the service does and how long it takes: one span for each request, each statement, each
/// piece of work behind the requests and each call to the outside.
///
/// Owns the form of a span, the way of a trace through threads, and the sending. Does not own what a span is called:
/// whoever opens one says so.
///
/// Always true:
/// - a span carries ids, names of ours and figures; never a value of a statement, a body, an address or a name;
/// - nobody waits for the collector: what it does not take in time is counted and forgotten;
/// - without a collector no span is made.
@NullMarked
package dev.brickwork.platform.telemetry;

import org.jspecify.annotations.NullMarked;
