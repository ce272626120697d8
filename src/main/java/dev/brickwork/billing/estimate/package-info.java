/// Prices orders of every kind: new ones, upgrades, recasts, renewals. Reads the terms that a client sends, and
/// says what they come to.
///
/// Where to begin: [PriceOrder]. [EndTerms] and [UnusedValue] compute what ends or shrinks by an order.
@NullMarked
package dev.brickwork.billing.estimate;

import org.jspecify.annotations.NullMarked;
