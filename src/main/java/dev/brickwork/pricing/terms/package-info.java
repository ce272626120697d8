/// The agreed terms that pricing reads: prices with their tiers, discounts, coupons, bricks, plans, phases.
///
/// Where to begin: [Terms] holds [PhaseTerms] with [BrickTerms], each with its [BrickPrice]. [PhasePlan] lays phases,
/// [Discounts] reads discount lists; both name faults at their paths ([PricingFault], [Validated]). [Upgrade] is what
/// changes within a term.
@NullMarked
package dev.brickwork.pricing.terms;

import org.jspecify.annotations.NullMarked;
