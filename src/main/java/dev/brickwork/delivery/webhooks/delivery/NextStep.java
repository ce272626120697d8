package dev.brickwork.delivery.webhooks.delivery;

import java.time.Instant;

/// The next state of a delivery after an attempt. Pure: the moment and the jitter are arguments.
sealed interface NextStep {
    record Delivered() implements NextStep {}

    record Again(Instant at) implements NextStep {}

    /// Given up. `isWaiting` when the endpoint has answered nothing since the first attempt: then it is the
    /// endpoint that is down, the delivery waits for its return, and its lane waits with it, so that the order
    /// holds. Otherwise it is this event that the receiver does not take, and what comes behind it must not
    /// suffer.
    record Parked(boolean isWaiting) implements NextStep {}

    static NextStep of(Delivery delivery, DeliveryAttempt tried, Health health, Instant now, int jitter) {
        if (tried.isSuccess()) return new Delivered();
        if (tried.isGone() || delivery.isParked()) return new Parked(true);
        var first = delivery.firstAttemptAt().orElse(tried.at());
        var next = RetrySchedule.of(delivery.event().type())
                .next(delivery.failures() + 1, first, now, tried.wait(now), jitter);
        if (next.isPresent()) return new Again(next.get());
        return new Parked(
                health.lastSuccessAt().filter(last -> !last.isBefore(first)).isEmpty());
    }
}
