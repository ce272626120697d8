/// Owns webhook endpoints with their secrets, the event feed and the deliveries of events to endpoints.
///
/// Does not own events (modules stage them in the outbox) nor the way out (`platform.egress` checks and dials).
///
/// The way of an event: the [Sequencer] gives it its number and puts it in line, in one transaction, and `delivery`
/// brings it to the endpoints. Packages, lowest first: `endpoints`, `delivery`.
///
/// Always true:
/// - numbers in a feed have no gap, and a number that was seen is never followed by a smaller one that was not;
/// - an event in the feed has one delivery for each endpoint that wanted it, and it is on its way, delivered
///     or parked;
/// - within a lane (a subscription), nothing is sent to an endpoint before what comes earlier was taken or
///     given up;
/// - an attempt carries the signature of every secret that is valid at that moment, and of no other;
/// - an attempt that failed has a time for the next one, or the delivery is parked.
@NullMarked
package dev.brickwork.delivery.webhooks;

import org.jspecify.annotations.NullMarked;
