package dev.brickwork.platform.http;

import dev.brickwork.platform.telemetry.Traces;

/// Records the work for operators, in metrics and traces.
public record Visibility(Metrics metrics, Traces traces) {}
