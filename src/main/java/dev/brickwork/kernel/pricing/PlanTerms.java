package dev.brickwork.kernel.pricing;

import java.util.Optional;
import java.util.UUID;

/// The plan of an order or phase. Its own price, where it has one, is a line with empty brick fields and
/// quantity 1 (P-10); a price without a period bills once.
public record PlanTerms(UUID planId, String name, String taxCategory, Optional<BrickPrice> price) {}
