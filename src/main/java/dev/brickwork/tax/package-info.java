/// Owns where a seller collects tax and at which rates: the seller's registrations, the rates it adds, and the
/// built-in table of dated rates (`tax-rates.csv`).
///
/// Does not calculate tax: it answers with the components of a category, and `kernel/pricing` applies them.
///
/// Always true:
/// - nothing is taxed before the seller has a registration that holds on that day;
/// - the answer for a day does not depend on when it is asked, as long as the seller adds nothing;
/// - a rate of the seller's own beats the built-in ones of its place, category and time; a region beats its
///   country.
@NullMarked
package dev.brickwork.tax;

import org.jspecify.annotations.NullMarked;
