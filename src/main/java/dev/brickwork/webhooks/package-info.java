/// Owns webhook endpoints with their secrets, the event feed and the deliveries of events to endpoints.
///
/// Does not own events (rooms stage them in the outbox) nor the way out (`plumbing.egress` checks and dials).
///
/// Always true:
/// - an attempt carries the signature of every secret that is valid at that moment, and of no other;
/// - an attempt that failed has a time for the next one, or the delivery is parked.
@NullMarked
package dev.brickwork.webhooks;

import org.jspecify.annotations.NullMarked;
