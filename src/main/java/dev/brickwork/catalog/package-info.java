/// Owns what a seller sells: products, bricks, plans with their draft and published versions, and coupons.
///
/// Does not own orders: an order freezes the prices it was made with (`contracts`), and redeems a
/// coupon through this API when it closes.
///
/// Below this package, which has the records and their stores: `plans` (versions and offers), `api` (routes and the
/// facade [dev.brickwork.catalog.api.Catalogue]).
///
/// Always true:
/// - a published version never changes, and everything in it can be priced: holders of a `PlanVersion` need not
/// check;
/// - a plan has at most one draft, and versions numbered from 1 without a gap;
/// - a merged version belongs to orders: it is read under its number, not listed, and never the latest;
/// - a coupon is redeemed at most `max_redemptions` times, however many orders close at once.
@NullMarked
package dev.brickwork.catalog;

import org.jspecify.annotations.NullMarked;
