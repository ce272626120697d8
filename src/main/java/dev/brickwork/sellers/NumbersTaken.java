package dev.brickwork.sellers;

import java.time.Instant;

/// A run of numbers of a series (rule I-09).
///
/// @param first the lowest of them
/// @param issuedAt now, or the moment of the number before where another process was ahead: numbers and
///     moments run the
///     same way
public record NumbersTaken(long first, Instant issuedAt) {}
