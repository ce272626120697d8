/// Nothing is told before it is committed, and nothing committed goes untold.
///
/// Owns events (the feed and the wake-up calls to our own listeners) and the tasks they leave for each listener.
/// An event is staged in the transaction it tells of, with its payload frozen; listeners run afterwards, each on
/// its own, each retried with a limit.
///
/// Always true:
/// - every staged event has one task per interested listener until that listener is done or parked;
/// - a task is run by one worker at a time, and a worker whose lease ran out cannot finish it (the fence).
@NullMarked
package dev.brickwork.platform.outbox;

import org.jspecify.annotations.NullMarked;
