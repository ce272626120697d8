/// Prices windows of usage, and settles the difference when a window that was billed rates otherwise now.
///
/// Where to begin: [RateUsage] prices windows, [CreditUsage] gives back what was billed too much.
///
/// Always true: what was billed of a window is one rating of it (an invariant checks it in any database).
@NullMarked
package dev.brickwork.billing.rating;

import org.jspecify.annotations.NullMarked;
