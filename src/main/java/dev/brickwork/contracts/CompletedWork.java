package dev.brickwork.contracts;

import java.util.Optional;
import java.util.UUID;

/// Completed units of a milestone brick with their amounts, in a phase where the order has phases.
public record CompletedWork(UUID brick, Optional<Integer> phasePosition, long units, long gross, long net) {}
