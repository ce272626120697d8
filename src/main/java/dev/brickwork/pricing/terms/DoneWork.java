package dev.brickwork.pricing.terms;

/// The completed units of a milestone brick when an upgrade is agreed. They stay billed as they were, so that the
/// upgrade prices only the rest (rules U-03, L-06).
///
/// @param gross what was billed for it; `net` after discounts
public record DoneWork(int phasePosition, BrickId brick, long units, long gross, long net) {}
