/// Owns payments, refunds, credits, payment methods and the link to the payment processor.
///
/// Does not own invoices: what is paid or being processed on one moves through their door. Does not own the pages that
/// a
/// payer sees.
///
/// Always true:
/// - no call to a processor moves money unless our own record of the intent was committed before it;
/// - one payment id takes money at most once, whatever is repeated, because it is the processor's idempotency key;
/// - a callback is only a hint: the object is read again from the processor before anything is booked (REL 3.2).
@NullMarked
package dev.brickwork.payments;

import org.jspecify.annotations.NullMarked;
