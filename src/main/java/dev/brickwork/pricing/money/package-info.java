/// Exact money: amounts in minor units, percentages, unit prices, quantities, the five rounding points of rule
/// M-04 and the split over lines (M-06).
///
/// Always true:
/// - an amount is a whole number of minor units inside ±[dev.brickwork.pricing.money.Money#MINOR_MAX] (M-09);
/// - a fraction becomes money only in [dev.brickwork.pricing.money.Rounding], half up, once;
/// - a split adds up to what was split.
@NullMarked
package dev.brickwork.pricing.money;

import org.jspecify.annotations.NullMarked;
