package dev.brickwork.metering;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.pricing.terms.BrickId;
import java.time.Instant;

/// Whole hours of a brick of a subscription whose usage is asked for, `[from, until)`.
public record UsageSpan(SubscriptionId subscription, BrickId brick, Instant from, Instant until) {}
