package dev.brickwork.pricing.terms;

/// One thing wrong with what was asked, at the path the caller wrote it (`bricks[0].discount[1].rate`).
public record PricingFault(String path, String message) {}
