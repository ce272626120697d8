/// Owns payments, refunds, payment methods, the link to the payment processor, and the collection of what is owed.
///
/// Does not own invoices: what is paid or being processed on one moves through
/// [dev.brickwork.invoicing.issued.InvoiceBalance]. Does not own the pages that a payer sees; they come through
/// [CustomerPayments].
///
/// Where to begin: [Payments] is the module's API, [CustomerPayments] that of the pages, [SandboxForms] that of the
/// processor that is built in. Below them, lowest layer first: `processor` (how one is called), `methods`,
/// `booking` (payments written down), `credit`, `collection` (dunning), `charges` (taking money), `refunds`,
/// `callbacks`. Each knows those before it.
///
/// Always true:
/// - no call to a processor moves money unless our own record of the intent was committed before it;
/// - one payment id takes money at most once, whatever is repeated, because it is the processor's idempotency key;
/// - money is taken only from methods that the processor has just shown as those of the company that is billed;
/// - a message is only a hint: the object is read again from the processor before anything is booked;
/// - a charge or refund of unknown outcome is looked up until its end is known, and money that was taken is booked;
/// - never more goes back than was paid.
@NullMarked
package dev.brickwork.payments;

import org.jspecify.annotations.NullMarked;
