/// How outside books are spoken to: [Books] in our own words, and the two that are real, [QuickBooks] and [Xero].
///
/// Knows neither the links nor what waits to be carried over.
///
/// Always true: every answer is read with limits on its size, its time and its shape, and what is not understood
/// counts as not done.
@NullMarked
package dev.brickwork.integrations.accounting.books;

import org.jspecify.annotations.NullMarked;
