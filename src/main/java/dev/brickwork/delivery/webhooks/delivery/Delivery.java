package dev.brickwork.delivery.webhooks.delivery;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// One event on its way to one endpoint.
///
/// @param lane what is delivered in order: the subscription, or the event itself where there is none
/// @param failures failed attempts since it was put in line
/// @param isParked given up for now; it waits for the endpoint to answer again
record Delivery(
        UUID id, UUID lane, FeedEvent event, int failures, Optional<Instant> firstAttemptAt, boolean isParked) {}
