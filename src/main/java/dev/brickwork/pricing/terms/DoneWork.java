package dev.brickwork.pricing.terms;

/// What is done of a milestone brick when an upgrade is agreed. It stays billed as it was, so that the upgrade prices
/// only the rest (rules U-03, L-06).
///
/// @param gross what was billed for it; `net` after discounts
public record DoneWork(int phasePosition, BrickId brick, long units, long gross, long net) {}
