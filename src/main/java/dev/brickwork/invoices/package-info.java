/// Owns invoices, their charges, lines, versions and history, and what changes of a contract took back from them.
///
/// Does not own payments (`payments` moves an invoice's paid and processing sums through this door), nor what
/// is sent out when an invoice changes (`documents`, `mail` and `webhooks` listen to the outbox).
///
/// Where to begin: [Invoices] is the door, and what stands beside it here is what other rooms see. Behind it, from the
/// ground up: `stored` (rows and what they look like), `usage` (what was billed of it), `issue`, `schedule` (what waits
/// to be issued), `changes` (void, regenerate, payments), `explain` and `api`. Each knows those before it.
///
/// Always true:
/// - each stretch of each line of an order is billed once;
/// - a voided invoice holds no money, neither paid nor processing;
/// - an issued version never changes: regenerating adds a version;
/// - the status is a function of the other facts and of the moment (rule I-02).
@NullMarked
package dev.brickwork.invoices;

import org.jspecify.annotations.NullMarked;
