/// Use cases that span the books of record. One operation is one file, named by its verb, and calls down only.
///
/// The packages, lowest first: `estimate` (prices of orders of every kind), `rating` (prices of usage windows),
/// `issue`,
/// `schedule` (unissued invoices in step with the contract), `milestones`, `orders` (the life of subscriptions and
/// their
/// orders), `invoices` (void, regenerate, edit, and the routes of invoices), `usage` (entries in, changed, gone),
/// `explain`. Each knows only those before it.
@NullMarked
package dev.brickwork.billing;

import org.jspecify.annotations.NullMarked;
