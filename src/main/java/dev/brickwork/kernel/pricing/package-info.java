/// Prices orders: price structures, discounts, coupons, phases, tax, schedules, upgrades, recasts, renewals and
/// usage.
///
/// Where to begin:
/// - [dev.brickwork.kernel.pricing.Terms] is what an order agreed, frozen and self-contained; it holds
///   [dev.brickwork.kernel.pricing.PhaseTerms] with [dev.brickwork.kernel.pricing.BrickTerms], each with its
///   [dev.brickwork.kernel.pricing.BrickPrice]. [dev.brickwork.kernel.pricing.Ramp] lays phases,
///   [dev.brickwork.kernel.pricing.Discounts] reads discount lists; both name faults at their paths.
/// - [dev.brickwork.kernel.pricing.Pricing] prices: `estimate(terms, circumstances)` for an order that opens a
///   term, `estimateUpgrade` for deltas, `estimateContract` for everything on shared dates, `trial`. The answer
///   is [dev.brickwork.kernel.pricing.Checked]: an [dev.brickwork.kernel.pricing.Estimate] or faults.
/// - [dev.brickwork.kernel.pricing.Contract] is a term with its upgrades; it knows its lines, its charges, the
///   bricks in force on a date and the [dev.brickwork.kernel.pricing.UsageWindow]s that rate usage.
/// - [dev.brickwork.kernel.pricing.Unused] says what a recast, a termination or a reduction gives back;
///   [dev.brickwork.kernel.pricing.Renewal] makes the next term; [dev.brickwork.kernel.pricing.TaxSheet] taxes
///   one invoice.
///
/// Always true (V1 to V9): lines add up to totals, the schedule adds up to what is scheduled, a stretch cut in
/// two bills what it bills whole, and the same terms again cost nothing. Dates are service dates;
/// `Estimate.on(clock)` moves them.
@NullMarked
package dev.brickwork.kernel.pricing;

import org.jspecify.annotations.NullMarked;
