/// The customer's credit: a ledger that is only added to, granted by hand, applied to invoices.
///
/// Always true: a balance is never below nothing.
@NullMarked
package dev.brickwork.payments.credit;

import org.jspecify.annotations.NullMarked;
