/// Prices orders of every kind: new ones, upgrades, recasts, renewals. Reads the terms that a client sends, and
/// says what they come to.
///
/// Where to begin: [PriceOrder]. What ends or shrinks by an order is worked out by [EndTerms] and [UnusedValue].
@NullMarked
package dev.brickwork.subscriptions.quotes;

import org.jspecify.annotations.NullMarked;
