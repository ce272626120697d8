/// Prices orders: price structures, discounts, coupons, phases, tax, schedules, upgrades, recasts, renewals and
/// usage.
///
/// Where to begin: [Pricing] prices: `estimate(terms, circumstances)` for an order that opens a term, `estimateUpgrade`
/// for deltas, `estimateContract` for everything on shared dates, `trial`. The answer is an [Estimate], or faults.
/// [Unused] says what a recast, a termination or a reduction gives back. Below it stand `contract` (a term with its
/// upgrades: lines, charges, usage windows), `terms` (what was agreed, frozen and self-contained) and `tax`.
///
/// Always true (V1 to V9): lines add up to totals, the schedule adds up to what is scheduled, a stretch cut in
/// two bills what it bills whole, and the same terms again cost nothing. Dates are service dates;
/// `Estimate.on(clock)` moves them.
@NullMarked
package dev.brickwork.pricing;

import org.jspecify.annotations.NullMarked;
