/// Taxes of one invoice, or of many one after the other, from rates that are given (rule X-02).
///
/// Where to begin: [TaxSheet].
@NullMarked
package dev.brickwork.pricing.tax;

import org.jspecify.annotations.NullMarked;
