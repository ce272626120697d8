/// Brings events to endpoints.
///
/// Where to begin: the [Dispatcher] takes queues that are due, each with a [WorkQueue] of its own; [NextStep] says what
/// becomes of a delivery after an attempt, and [Health] how its endpoint is doing.
@NullMarked
package dev.brickwork.delivery.webhooks.delivery;

import org.jspecify.annotations.NullMarked;
