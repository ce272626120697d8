/// Book of record of contracts: subscriptions, their orders with the lines they agreed, pauses, signatures and
/// milestones.
///
/// Does not own the use cases: starting, changing or ending a contract also schedules invoices, so those
/// operations stand in `billing`. It knows no invoice and no payment.
///
/// Where to begin: [Subscription], [Order] and [ContractTerm], a term with all that was agreed on it, are the
/// main types; [ContractTerms] reads them; the `…Store`s write the tables.
///
/// Always true:
/// - an order is open (BUILDING) and can be changed, or closed and frozen: its terms price to the same cents for
/// ever;
/// - a subscription has at most one open order and at most one open pause;
/// - money is measured on service dates; a pause moves calendar dates and never amounts (rule K-02);
/// - every change of a subscription locks its row first;
/// - the units completed of a milestone are the sum of its completions, and with what lapsed never more than was
/// agreed.
@NullMarked
package dev.brickwork.contracts;

import org.jspecify.annotations.NullMarked;
