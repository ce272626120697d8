/// Owns sellers (the tenants), their legal entities, settings, number series, API keys and test clocks.
///
/// Always true:
/// - a seller's mode never changes, and only a test seller has a clock of its own;
/// - once a test seller has business data, its time only goes forward;
/// - a number series counts 1..n without a gap.
@NullMarked
package dev.brickwork.sellers;

import org.jspecify.annotations.NullMarked;
