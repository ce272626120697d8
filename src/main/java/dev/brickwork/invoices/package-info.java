/// Owns invoices, their charges, lines, versions and history, and what changes of a contract took back from them.
///
/// Does not own payments (`payments` moves an invoice's paid and processing sums through this door), nor what
/// is sent out when an invoice changes (`documents`, `mail` and `webhooks` listen to the outbox).
///
/// Where to begin: [ScheduleBills] keeps the unissued invoices ([Draft]) in step with the orders, and [OpenBills]
/// decides how; [IssueInvoices] makes the first [Version] of what is due from its [Bill]; [VoidInvoice],
/// [RegenerateInvoice], [ChangeInvoice] and [CreateStandalone] are what somebody asks for; [MoveMoney] is the way of
/// payments; [RateUsage] and those it serves bill usage; [ExplainInvoice] says where each cent comes from.
///
/// Always true:
/// - each stretch of each line of an order is billed once;
/// - a voided invoice holds no money, neither paid nor processing;
/// - an issued version never changes: regenerating adds a version;
/// - the status is a function of the other facts and of the moment (rule I-02).
@NullMarked
package dev.brickwork.invoices;

import org.jspecify.annotations.NullMarked;
