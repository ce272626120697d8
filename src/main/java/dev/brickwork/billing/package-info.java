/// Use cases that span the books of record. One operation is one file, named by its verb, and calls down only.
///
/// The packages, lowest first: `rating` (prices of usage windows), `issue`, `schedule` (unissued invoices in step
/// with the contract), `estimate` (prices of orders of every kind), `orders` (the life of subscriptions and their
/// orders), `milestones`, `usage` (entries in, changed, gone), `invoices` (void, regenerate, edit, and the routes of
/// invoices), `explain`. Each knows only those before it.
@NullMarked
package dev.brickwork.billing;

import org.jspecify.annotations.NullMarked;
