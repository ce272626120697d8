package dev.brickwork.usage;

import dev.brickwork.kernel.pricing.BrickId;
import java.time.Instant;

/// Whole hours of a brick whose usage is asked for, `[from, until)`.
public record UsageSpan(BrickId brick, Instant from, Instant until) {}
