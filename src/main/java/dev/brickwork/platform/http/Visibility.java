package dev.brickwork.platform.http;

import dev.brickwork.platform.telemetry.Traces;

/// What operators see of the work: how much of it in figures, and which way it took.
public record Visibility(Metrics metrics, Traces traces) {}
